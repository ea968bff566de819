import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstBelow } from './use-scroll-place.ts'

describe('firstBelow', () => {
  it('finds the first element that reaches below a height, as looking at each one would', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
    fc.assert(
      fc.property(heights, fc.integer({ min: -100, max: 12_000 }), (steps, top) => {
        let bottom = 0
        const bottoms = steps.map((step) => {
          bottom += step
          return bottom
        })
        const slow = bottoms.findIndex((edge) => edge > top)
        const found = firstBelow({ length: bottoms.length, at: (index) => bottoms[index] ?? 0 }, top)
        expect(found).toBe(slow === -1 ? bottoms.length : slow)
      }),
    )
  })
})
