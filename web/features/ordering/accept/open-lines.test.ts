import { expect, test } from 'vitest'
import { belowLeastText } from '../../../../contract/order-amounts.ts'
import { noLongerSold, totalChanged } from '../../../../contract/orders.ts'
import { refusalInWords } from './open-lines.ts'

test('a changed price is said of the page, and what the order lacks as the shop says it', () => {
  for (const ofACart of [totalChanged, noLongerSold])
    expect(refusalInWords(ofACart)).toMatch(/desde que abrió esta página/)
  const tooLittle = belowLeastText({ missing: 5_000_00, least: 80_000_00 })
  expect(refusalInWords(tooLittle)).toBe(tooLittle)
})
