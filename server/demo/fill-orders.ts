/** The demo shop's rows of accounts and past orders. */
import type { Transaction } from 'kysely'
import { saleLineOf } from '../../contract/orders.ts'
import type { Tables } from '../db/tables.ts'
import { accounts } from './clients.ts'
import { continueOrderNumbersAfter, insertAll, insertOrders, insertUsers } from './demo.queries.ts'
import type { DemoOrder } from './orders.ts'

/** Inserts the accounts, each with its password hash; answers their ids by CUIT. */
export function fillAccounts(
  t: Transaction<Tables>,
  passwordHashes: readonly string[],
): Promise<Map<string, number>> {
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

const DAY_MS = 86_400_000

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
  await continueOrderNumbersAfter(t, Math.max(...orders.map(({ erpNumber }) => erpNumber)))
}
