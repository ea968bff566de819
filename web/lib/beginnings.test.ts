import { expect, test } from 'vitest'
import { beginningText, endText } from './beginnings.ts'

test.each([
  [null, ''],
  ['2026-11-30T03:00:00.000Z', 'desde el 30/11/2026'],
  ['2026-11-30T15:30:00.000Z', 'desde el 30/11/2026 12:30'],
])('a price since %s: %s', (since, words) => {
  expect(beginningText(since)).toBe(words)
})

test.each([
  [null, ''],
  // An end is the end of its day.
  ['2026-12-01T03:00:00.000Z', 'hasta el 30/11/2026'],
  ['2026-11-30T15:30:00.000Z', 'hasta el 30/11/2026 12:30'],
])('a price until %s: %s', (until, words) => {
  expect(endText(until)).toBe(words)
})
