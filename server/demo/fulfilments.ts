/** What became of the demo shop's past orders (R304, R305), as an ERP tells it. */
import { carriers } from './clients.ts'
import type { DemoOrder } from './orders.ts'

/** How something was sent. */
interface Parcel {
  readonly carrier: string
  readonly guide: string
  readonly packages: number | null
}

/** A step of an order; `afterHours` counts from the order. */
export interface DemoStep extends Parcel {
  readonly state: 'accepted' | 'dispatched' | 'delivered'
  readonly afterHours: number
}

export interface DemoFulfilment {
  readonly order: DemoOrder
  readonly steps: readonly DemoStep[]
  /** Lines that were sent with the first dispatch; empty where the order went whole. */
  readonly sent: readonly (Parcel & { articleId: number; quantity: number; afterHours: number })[]
  /** The line that will not come. */
  readonly refused: { articleId: number; reason: string; afterHours: number } | null
  /** Null for an order that was not billed yet. */
  readonly bill: { number: string; afterHours: number } | null
}

const TAKEN = 4
const SENT = 30
const ARRIVED = 96

/** The newest order of each client has sent a part, lacks a line and waits for the rest; the others came whole. */
export function makeFulfilments(orders: readonly DemoOrder[]): DemoFulfilment[] {
  const newest = new Map(orders.map((order) => [order.client.id, order]))
  return orders.map((order) => (newest.get(order.client.id) === order ? underWay(order) : arrived(order)))
}

const step = (state: DemoStep['state'], afterHours: number): DemoStep => ({
  state,
  afterHours,
  carrier: '',
  guide: '',
  packages: null,
})

function parcelOf({ addressId, client, erpNumber, lines }: DemoOrder): Parcel {
  const address = client.addresses.find(({ id }) => id === addressId)
  const carrier = carriers[(address?.carrierId ?? 0) - 1] ?? ''
  return { carrier, guide: carrier && `R-${erpNumber * 7}`, packages: Math.ceil(lines.length / 3) }
}

function arrived(order: DemoOrder): DemoFulfilment {
  const all = [step('accepted', TAKEN), { ...step('dispatched', SENT), ...parcelOf(order) }, step('delivered', ARRIVED)]
  const steps = all.filter(({ afterHours }) => afterHours < order.daysAgo * 24)
  const number = `0003-${String(order.erpNumber * 3).padStart(8, '0')}`
  const bill = order.daysAgo * 24 > SENT ? { number, afterHours: SENT } : null
  return { order, steps, sent: [], refused: null, bill }
}

function underWay(order: DemoOrder): DemoFulfilment {
  const [missing, ...others] = order.lines
  return {
    order,
    steps: [step('accepted', TAKEN)],
    sent: others
      .slice(0, Math.ceil(others.length / 2))
      .map(({ article, quantity }) => ({ articleId: article.id, quantity, afterHours: SENT, ...parcelOf(order) })),
    refused: missing ? { articleId: missing.article.id, reason: 'Sin stock en fábrica', afterHours: TAKEN } : null,
    bill: null,
  }
}
