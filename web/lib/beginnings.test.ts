import { expect, test } from 'vitest'
import { beginningText, endText, soonText } from './beginnings.ts'

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

test.each([
  ['2026-11-30T03:00:00.000Z', 'desde el lunes 30/11/2026'],
  // Still Sunday in Buenos Aires.
  ['2026-11-30T02:30:00.000Z', 'desde el domingo 29/11/2026 23:30'],
])('a price that is announced for %s: %s', (since, words) => {
  expect(soonText(since)).toBe(words)
})
