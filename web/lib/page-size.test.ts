import { expect, test } from 'vitest'
import { samePlace } from './page-size.ts'

test('with another number of rows the page is the one with the row that stood first', () => {
  // Row 150 stands first on the seventh page of 25, on the fourth of 50, and is in the second of 100.
  expect([50, 100].map((to) => samePlace(6, 25, to))).toEqual([3, 1])
  expect(samePlace(1, 100, 25)).toBe(4)
  expect(samePlace(0, 20, 100)).toBe(0)
})
