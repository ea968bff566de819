import { expect, test } from 'vitest'
import { scrolledPart } from './use-scrolled-past.ts'

test('75 percent of a page have passed from exactly that pixel on', () => {
  expect(scrolledPart({ scrollTop: 2099, height: 900, scrollHeight: 4000 })).toBeLessThan(0.75)
  expect(scrolledPart({ scrollTop: 2100, height: 900, scrollHeight: 4000 })).toBeGreaterThanOrEqual(0.75)
})

test('a page without height has passed whole', () => {
  expect(scrolledPart({ scrollTop: 0, height: 900, scrollHeight: 0 })).toBe(1)
})
