import { expect, test } from 'vitest'
import { heardAt, MOST_APART, passedAt } from './device-age.ts'

const DAY = 86_400_000
const start = Date.UTC(2026, 10, 22)
/** How many days apart a device counts that looks at its clock on these days after the server's last answer. */
const days = (...clock: number[]) =>
  clock.reduce((mark, day) => passedAt(mark, start + day * DAY), heardAt(start)).apart / DAY

test('time without the server adds up over every look at the clock', () => {
  expect(days(1, 2, 6.5)).toBe(6.5)
  expect(days(7)).toBe(7)
  expect(days(7.1) * DAY).toBeGreaterThan(MOST_APART)
})

test('a clock that is put back does not win time', () => {
  expect(days(3, 0, 3)).toBe(9)
  expect(days(-365)).toBe(365)
})

test('an answer of the server begins anew', () => {
  expect(heardAt(start + 30 * DAY).apart).toBe(0)
})
