import { expect, test } from 'vitest'
import { brokenRules, daysOverdue, heldReasonOf, overdueOf } from './client-account.ts'

test.each([
  ['2026-11-24', '2026-11-24', 0],
  ['2026-11-25', '2026-11-24', 0],
  ['2026-11-23', '2026-11-24', 1],
  ['2026-02-28', '2026-03-01', 1],
])('a bill due on %s is overdue on %s by %i days', (due, now, days) => {
  expect(daysOverdue(due, now)).toBe(days)
})

const TODAY = '2026-11-30'
const bill = (dueDay: string | null, balance: number) => ({
  ...{ kind: 'Factura A', number: '1', day: '2026-09-01', amount: balance },
  ...{ dueDay, balance },
})

test('what is overdue is what is left of bills past their day, by the oldest of them, less what is in favour', () => {
  expect(overdueOf([bill('2026-10-21', 800_000_00), bill('2026-11-29', 45_000_00)], TODAY)).toEqual({
    amount: 845_000_00,
    days: 40,
  })
  // Not due yet, due today, and without a due day.
  expect(overdueOf([bill('2026-12-01', 1_00), bill(TODAY, 1_00), bill(null, 1_00)], TODAY)).toBeNull()
  expect(overdueOf([bill('2026-10-21', 100_00), bill(null, -30_00)], TODAY)).toEqual({ amount: 70_00, days: 40 })
  expect(overdueOf([bill('2026-10-21', 100_00), bill('2026-10-01', -100_00)], TODAY)).toBeNull()
})

const account = (days: number, amount: number) => ({
  ...{ balance: 845_000_00, limit: 900_000_00, ordered: 0, binding: true, holds: true },
  ...{ bills: [bill('2026-10-21', 845_000_00)], overdueRule: { action: 'retener' as const, days, amount } },
})

test('overdue counts from its days and its amount on, both of them', () => {
  const broken = (days: number, amount: number) => brokenRules(account(days, amount), 0, TODAY).map(({ rule }) => rule)
  expect(broken(40, 845_000_00)).toEqual(['overdue'])
  expect(broken(41, 0)).toEqual([])
  expect(broken(1, 845_000_01)).toEqual([])
  expect(brokenRules({ ...account(1, 0), overdueRule: undefined }, 0, TODAY)).toEqual([])
  expect(brokenRules(null, 1_00, TODAY)).toEqual([])
})

test('an order that goes against both rules is held for both', () => {
  expect(heldReasonOf(brokenRules(account(1, 0), 60_000_00, TODAY))).toBe(
    'la cuenta tiene vencido $ 845.000,00, 40 días y el pedido supera el límite de crédito en $ 5.000,00',
  )
})
