/** The demo shop's accounts of clients (R306), as an ERP tells them: what was billed lately and is not paid. */
import { FIRST_CLIENT } from './clients.ts'
import type { DemoFulfilment } from './fulfilments.ts'

/** Days of the demo's age, not of the ERP's: what an ERP tells of an account later takes its place. */
export const TOLD_DAYS_AGO = 3
/** Days from a bill until it is due. */
export const DUE_AFTER = 30
/** Bills that are older were paid. */
const PAID_AFTER = 75
/** Cents; far above what anybody orders to try the shop. */
const LIMIT = 10_000_000_000

export interface DemoBill {
  readonly kind: string
  readonly number: string
  readonly daysAgo: number
  readonly amount: number
  readonly balance: number
}

export interface DemoClientAccount {
  readonly clientId: number
  readonly limit: number | null
  readonly bills: readonly DemoBill[]
}

/** An account for each client with orders. Half of the oldest open bill is paid; the first client has a credit note, too. */
export function makeClientAccounts(fulfilments: readonly DemoFulfilment[]): DemoClientAccount[] {
  const clientIds = [...new Set(fulfilments.map(({ order }) => order.client.id))]
  return clientIds.map((clientId) => {
    const bills = fulfilments
      .filter(({ order }) => order.client.id === clientId)
      .flatMap(({ order, bill }) => {
        if (bill === null) return []
        const daysAgo = order.daysAgo - Math.floor(bill.afterHours / 24)
        return [{ kind: 'Factura A', number: bill.number, daysAgo, amount: order.total, balance: order.total }]
      })
      .filter(({ daysAgo }) => daysAgo >= TOLD_DAYS_AGO && daysAgo < PAID_AFTER)
      .sort((a, b) => b.daysAgo - a.daysAgo)
      .map((bill, place) => (place === 0 ? { ...bill, balance: Math.round(bill.balance / 2) } : bill))
    const isFirst = clientId === FIRST_CLIENT
    return { clientId, limit: isFirst ? LIMIT : null, bills: isFirst ? [...bills, creditNote] : bills }
  })
}

const creditNote: DemoBill = {
  kind: 'Nota de crédito A',
  number: '0003-00000087',
  daysAgo: 12,
  amount: -1_850_000,
  balance: -1_850_000,
}
