/** The demo shop's orders of the past (R397): what its first client ordered long before, as an ERP would tell it. */
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { FIRST_CLIENT } from './clients.ts'
import { insertAll } from './demo.queries.ts'
import type { DemoOrder } from './orders.ts'

const DAY_MS = 86_400_000
const FIRST_ID = 70_001
/** Days ago: before all orders of the demo, so that no rhythm of theirs changes. */
const DAYS_AGO = [430, 466, 498, 533]
/** What a unit cost then, of what it cost in the shop's oldest orders. */
const PRICES_THEN = 0.7
/** Articles that are not sold any more. */
const GONE = [
  { code: 'AN-0457', description: 'Trompo de madera con piolín', quantity: 24, unit_price: 1_850_00 },
  { code: 'AN-0611', description: 'Balero clásico laqueado', quantity: 12, unit_price: 2_340_00 },
]

/** Inserts some orders of the past, of what the client's oldest orders hold and of what is gone. */
export async function fillPastOrders(t: Transaction<Tables>, orders: readonly DemoOrder[]): Promise<void> {
  const oldest = orders
    .filter(({ client }) => client.id === FIRST_CLIENT)
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .slice(0, DAYS_AGO.length)
  const past = oldest.map((order, at) => {
    const lines = [
      ...order.lines.map(({ article: { code, description }, quantity, unitPrice }) => {
        return { code, description, quantity, unit_price: Math.round(unitPrice * PRICES_THEN) }
      }),
      ...GONE.slice(at % 2),
    ]
    const total = lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
    return { id: FIRST_ID + at, daysAgo: DAYS_AGO[at] ?? 0, lines, total }
  })
  await insertAll(
    t,
    'past_order',
    past.map(({ id, daysAgo, lines, total }) => ({
      ...{ id, client_id: FIRST_CLIENT, at: new Date(Date.now() - daysAgo * DAY_MS), state: 'Facturado' },
      ...{ number: `0001-0000${4711 - (id - FIRST_ID) * 37}`, total, line_count: lines.length, lines_total: total },
    })),
  )
  await insertAll(
    t,
    'past_order_line',
    past.flatMap(({ id, lines }) => lines.map((line, at) => ({ ...line, past_id: id, line: at + 1 }))),
  )
}
