import { expect, test } from 'vitest'
import { daysOverdue } from './overdue.ts'

test.each([
  ['2026-11-24', '2026-11-24', 0],
  ['2026-11-25', '2026-11-24', 0],
  ['2026-11-23', '2026-11-24', 1],
  ['2026-02-28', '2026-03-01', 1],
])('a bill due on %s is overdue on %s by %i days', (due, now, days) => {
  expect(daysOverdue(due, now)).toBe(days)
})
