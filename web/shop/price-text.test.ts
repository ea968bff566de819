import { describe, expect, it } from 'vitest'
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
    expect(['abc', '-5', '1,2,3', '1.23.4', '12e3'].map(readPrice)).toEqual([null, null, null, null, null])
  })
})
