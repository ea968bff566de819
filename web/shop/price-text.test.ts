import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPesos } from '../../contract/amounts.ts'
import { readsAnything } from '../../testkit/typed-text.ts'
import { readPrice } from './price-text.ts'

describe('readPrice', () => {
  it('reads amounts as Argentines write them', () => {
    expect(['', ' ', '80', '$ 80', '1.234', '1.234,50', '1234.5', '1234,5', '12,'].map(readPrice)).toEqual([
      undefined,
      undefined,
      80,
      80,
      1234,
      1234.5,
      1234.5,
      1234.5,
      12,
    ])
  })
  it('refuses what is not an amount', () => {
    expect(['abc', '-5', '1,2,3', '1.23.4', '12e3', '6 12', '0.125', '1.234.5', '12,345'].map(readPrice)).toEqual(
      Array(9).fill(null),
    )
  })
  it('reads back what the shop shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (cents) => {
        const shown = formatPesos(cents)
        for (const text of [shown, shown.replaceAll('.', ' '), shown.replace(/[$.\s]/g, '')])
          expect([text, readPrice(text)]).toEqual([text, cents / 100])
      }),
    )
  })
  it('takes no text for another amount', () =>
    readsAnything((text) => {
      const pesos = readPrice(text)
      if (typeof pesos === 'number')
        expect(BigInt(Math.round(pesos * 100))).toBe(
          BigInt(
            text
              .replace(/[.,](\d)\s*\$?\s*$/, ',$10')
              .replace(/[.,]?\s*$/, (end) => end)
              .replace(/\D/g, ''),
          ) * (/[.,]\d{1,2}[\s$]*$/.test(text) ? 1n : 100n),
        )
    }))
})
