/** The demo shop's rows of accounts and past orders. */
import type { Transaction } from 'kysely'
import { saleLineOf } from '../../contract/orders.ts'
import type { Tables } from '../db/tables.ts'
import { remakeFulfilments } from '../erp/erp.ts'
import { type DemoClientAccount, DUE_AFTER, makeClientAccounts, TOLD_DAYS_AGO } from './client-accounts.ts'
import { accounts } from './clients.ts'
import { continueOrderNumbersAfter, insertAll, insertOrders, insertUsers } from './demo.queries.ts'
import { type DemoFulfilment, makeFulfilments } from './fulfilments.ts'
import type { DemoOrder } from './orders.ts'
import { fillPastOrders } from './past-orders.ts'

/** Inserts the accounts, each with its password hash; answers their ids by CUIT. */
export function fillAccounts(t: Transaction<Tables>, passwordHashes: readonly string[]): Promise<Map<string, number>> {
  return insertUsers(
    t,
    accounts.map((account, index) => ({
      cuit: account.cuit,
      email: account.email,
      password_hash: passwordHashes[index] ?? '',
      type: account.type,
      first_name: account.firstName,
      last_name: account.lastName,
      business_name: account.businessName,
      mobile: `11 5555-01${String(index).padStart(2, '0')}`,
      carrier_id: 1,
      zone_id: 1,
      seller_id: account.sellerId,
      client_id: account.clientId,
      enabled: account.enabled,
    })),
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Inserts past orders, each made by its client's account or by staff. */
export async function fillOrders(
  t: Transaction<Tables>,
  orders: readonly DemoOrder[],
  users: ReadonlyMap<string, number>,
) {
  const userOf = (cuit: string | undefined) => users.get(cuit ?? '') ?? 0
  // Clients without an account of their own order through a seller or the office.
  const byClient = new Map(accounts.map(({ clientId, cuit }) => [clientId, userOf(cuit)]))
  const byStaff = ({ client }: DemoOrder) =>
    userOf(accounts.find(({ type }) => type === (client.sellerId === 1 ? 'vendedor' : 'supervisor'))?.cuit)
  const makerOf = (order: DemoOrder) => byClient.get(order.client.id) ?? byStaff(order)
  const now = Date.now()
  const ids = await insertOrders(
    t,
    orders.map((order) => ({
      erp_number: order.erpNumber,
      user_id: makerOf(order),
      client_id: order.client.id,
      business_name: order.client.businessName,
      address_id: order.addressId,
      address: order.address,
      sale_line: saleLineOf(order.client.saleCondition),
      sale_condition: order.client.saleCondition,
      note: order.note,
      total: order.total,
      line_count: order.lines.length,
      channel: 'web' as const,
      created_by: makerOf(order),
      created_at: new Date(now - order.daysAgo * DAY_MS),
    })),
  )
  await insertAll(
    t,
    'sales_order_line',
    orders.flatMap((order) =>
      order.lines.map(({ article, quantity, listPrice, unitPrice, note }) => ({
        order_id: ids.get(order.erpNumber) ?? 0,
        article_id: article.id,
        code: article.code,
        description: article.description,
        list_price: listPrice,
        discount: article.listing?.discount ?? 0,
        unit_price: unitPrice,
        multiple: article.multiple,
        quantity,
        note,
        created_by: makerOf(order),
        channel: 'web' as const,
      })),
    ),
  )
  const fulfilments = makeFulfilments(orders)
  await fillFulfilments(t, fulfilments, (order, afterHours) => ({
    order_id: ids.get(order.erpNumber) ?? 0,
    at: new Date(now - order.daysAgo * DAY_MS + afterHours * HOUR_MS),
  }))
  await fillClientAccounts(t, makeClientAccounts(fulfilments), now)
  await remakeFulfilments(t, [...ids.values()])
  await fillPastOrders(t, orders)
  await continueOrderNumbersAfter(t, Math.max(...orders.map(({ erpNumber }) => erpNumber)))
}

/** Inserts what an ERP would have told of the orders. `at` gives the order's id and the time so many hours after it. */
async function fillFulfilments(
  t: Transaction<Tables>,
  fulfilments: readonly DemoFulfilment[],
  at: (order: DemoOrder, afterHours: number) => { order_id: number; at: Date },
) {
  const events = fulfilments.flatMap(({ order, steps }) =>
    steps.map(({ afterHours, ...about }) => ({ ...at(order, afterHours), ...about, source: 'erp' as const })),
  )
  const lines = fulfilments.flatMap(({ order, refused }) =>
    refused
      ? [{ ...at(order, refused.afterHours), article_id: refused.articleId, accepted: 0, reason: refused.reason }]
      : [],
  )
  const dispatches = fulfilments.flatMap(({ order, sent }) =>
    sent.map(({ articleId, quantity, afterHours, ...parcel }) => ({
      ...at(order, afterHours),
      article_id: articleId,
      quantity,
      ...parcel,
    })),
  )
  const papers = fulfilments.flatMap(({ order, bill }) => {
    if (bill === null) return []
    const { order_id, at: day } = at(order, bill.afterHours)
    const about = { kind: 'Factura A', number: bill.number, amount: order.total }
    return [{ order_id, ...about, day: day.toISOString().slice(0, 10) }]
  })
  const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, erp_id: index + 1 }))
  await insertAll(t, 'order_event', numbered(events))
  await insertAll(t, 'order_line_news', numbered(lines))
  await insertAll(t, 'order_dispatch', numbered(dispatches))
  await insertAll(t, 'order_paper', numbered(papers))
}

/** Inserts the accounts of clients with their open bills; `now` in milliseconds. */
async function fillClientAccounts(t: Transaction<Tables>, owed: readonly DemoClientAccount[], now: number) {
  const at = new Date(now - TOLD_DAYS_AGO * DAY_MS)
  const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10)
  await insertAll(
    t,
    'client_account',
    owed.map(({ clientId, limit, bills }) => ({
      client_id: clientId,
      at,
      balance: bills.reduce((sum, { balance }) => sum + balance, 0),
      credit_limit: limit,
    })),
  )
  const bills = owed.flatMap(({ clientId, bills }) =>
    bills.map(({ daysAgo, amount, ...bill }) => ({
      ...bill,
      client_id: clientId,
      at,
      amount,
      day: dayOf(daysAgo),
      due_day: amount > 0 ? dayOf(daysAgo - DUE_AFTER) : null,
    })),
  )
  await insertAll(
    t,
    'client_bill',
    bills.map((bill, index) => ({ ...bill, erp_id: index + 1 })),
  )
}
