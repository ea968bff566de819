/** SQL of what is sent to the ERP, and of its answers. */

import { sql, type Transaction } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import { cuitColumn } from '../../db/cuit.ts'
import { erpClientId } from '../../db/erp-client.ts'
import type { Queryable } from '../../db/open.ts'
import type { ErpState, Tables } from '../../db/tables.ts'
import { pricesHoldVat } from '../../db/vat.ts'
import type { ClientAnswer, OrderAnswer, OutgoingClient, OutgoingOrder } from './erp-link.types.ts'

/** Marks orders as waiting for the ERP. */
export async function markPending(t: Queryable, orderIds: readonly number[]): Promise<void> {
  await sql`update sales_order set erp_state = 'pending', erp_reason = '' where id = any(${orderIds}::int[])`.execute(t)
}

/** The ERP state of an order, and whether its sending was given up; the order is locked. */
export async function lockOrderForErp(t: Queryable, orderId: number) {
  return t
    .selectFrom('sales_order as o')
    .select([
      'erp_state as state',
      sql<boolean>`exists (select from job where kind = 'erpOrder' and state = 'dead'
        and (payload->>'orderId')::int = o.id)`.as('stopped'),
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Ends the jobs that would send an order, those that were given up and those that wait for another try: a new one takes their place, and
 * an order never leaves under two keys.
 */
export async function endErpJobs(t: Queryable, orderId: number): Promise<void> {
  await sql`update job set state = 'done', done_at = now()
    where kind = 'erpOrder' and state in ('dead', 'pending') and (payload->>'orderId')::int = ${orderId}`.execute(t)
}

/** The reports of the last imports, the latest first. */
export function listRuns(db: Queryable) {
  return db
    .selectFrom('erp_run')
    .select(['id', 'at', 'source', 'complete', sql<string>`report->>'text'`.as('text')])
    .where(sql<boolean>`report ? 'text'`)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/** An order as it is sent, with its state in the shop; undefined when there is no such order. */
export async function findOutgoingOrder(
  db: Queryable,
  orderId: number,
): Promise<(Omit<OutgoingOrder, 'key'> & { state: ErpState | null; number: number | null }) | undefined> {
  const order = await db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .leftJoin('app_user as m', 'm.id', 'o.created_by')
    .leftJoin('client as c', 'c.id', 'o.client_id')
    .leftJoin('client_address as a', 'a.id', 'o.address_id')
    .select([
      'o.id',
      'o.version',
      'o.erp_state as state',
      'o.erp_number as number',
      'o.created_at as createdAt',
      erpClientId.as('clientId'),
      sql<number | null>`case when not c.from_erp then c.id end`.as('shopClientId'),
      sql<string>`coalesce(c.code, '')`.as('clientCode'),
      sql<string>`coalesce(nullif(c.cuit, ''), case when u.type = any(${clientTypes}) then ${cuitColumn('u.cuit')} else '' end)`.as(
        'cuit',
      ),
      'o.business_name as businessName',
      sql<string>`coalesce(nullif(c.email, ''), u.email)`.as('email'),
      // The id of an address that the shop made means nothing to the ERP: the text alone is sent.
      sql<
        number | null
      >`case when o.address_id <= 0 or (a.from_erp and a.client_id = o.client_id) then o.address_id end`.as(
        'addressId',
      ),
      'o.address',
      'o.sale_condition as saleCondition',
      'o.sale_line as saleLine',
      'o.note',
      'o.total',
      'o.channel',
      sql<number | null>`coalesce(c.seller_id, u.seller_id)`.as('sellerId'),
      sql<string>`coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), nullif(m.business_name, ''), m.email, '')`.as(
        'madeBy',
      ),
      sql<string>`coalesce(m.type, '')`.as('madeByType'),
      sql<number | null>`case when o.address_id <> 0 then coalesce(a.carrier_id, u.carrier_id) end`.as('carrierId'),
      sql<number>`coalesce(c.bonus, 0)`.as('bonus'),
      // Orders made before this was stored take today's setting.
      sql<boolean>`coalesce(o.prices_with_vat, ${pricesHoldVat})`.as('pricesWithVat'),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await db
    .selectFrom('sales_order_line as l')
    .leftJoin('article', 'article.id', 'l.article_id')
    .select([
      'l.article_id as articleId',
      'l.code',
      'l.description',
      'l.quantity',
      'l.list_price as listPrice',
      'l.unit_price as unitPrice',
      'l.discount',
      'l.price_reason as priceReason',
      'l.note',
      // Lines stored before they had a rate take the article's of today.
      sql<number | null>`coalesce(l.vat_rate, article.vat_rate)`.as('vatRate'),
      'l.list_id as listId',
      'l.bonus',
    ])
    .where('l.order_id', '=', orderId)
    .orderBy('l.id')
    .execute()
  return { ...order, lines }
}

/** A client as it is sent; undefined when there is no such client. */
export async function findOutgoingClient(
  db: Queryable,
  clientId: number,
): Promise<Omit<OutgoingClient, 'key'> | undefined> {
  const client = await db
    .selectFrom('client')
    .select([
      'id',
      sql<number | null>`case when from_erp then id end`.as('erpId'),
      'business_name as businessName',
      'contact_name as contactName',
      'cuit',
      'email',
      'seller_id as sellerId',
      'sale_condition as saleCondition',
      'zone_id as zoneId',
      'vat_condition_id as vatConditionId',
      'bonus',
    ])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!client) return undefined
  const address = await db
    .selectFrom('client_address')
    .select(['street', 'locality', 'province_id as provinceId', 'carrier_id as carrierId'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { ...client, address: client.erpId === null && address ? address : null }
}

/**
 * Notes when the ERP wrote an answer about an order; false where it wrote a later one, or this one was noted before. A reading
 * over REST begins some minutes before the last row, so that every answer comes again: a refusal must not undo what was decided
 * after it.
 */
export async function noteAnswerTime(t: Queryable, orderId: number, at: string): Promise<boolean> {
  const { rows } = await sql`update sales_order set erp_said_at = ${at}::timestamptz
    where id = ${orderId} and (erp_said_at is null or erp_said_at < ${at}::timestamptz) returning id`.execute(t)
  return rows.length > 0
}

/**
 * Stores the ERP's answer about an order; undefined when it changes nothing. Answers come twice and in any order, so a stored
 * number is never lost and only an order that waits becomes 'exported'.
 */
export async function storeOrderAnswer(
  t: Queryable,
  { orderId, state, number, reason }: OrderAnswer,
): Promise<{ createdAt: string } | undefined> {
  const { rows } = await sql<{ createdAt: string }>`
    update sales_order set erp_state = ${state}, erp_reason = ${reason},
      erp_number = coalesce(${number}::int, erp_number), erp_answered_at = now()
    where id = ${orderId} and erp_state is not null
      and (${state} <> 'exported' or erp_state = 'pending')
      and (erp_number is null or ${number}::int is null or erp_number = ${number}::int)
      and (erp_state, erp_reason, erp_number) is distinct from
        (${state}::text, ${reason}::text, coalesce(${number}::int, erp_number))
    returning created_at as "createdAt"`.execute(t)
  return rows[0]
}

/** The number that the ERP gave an order; null: none yet, or no such order. */
export async function findErpNumber(t: Queryable, orderId: number): Promise<number | null> {
  const row = await t.selectFrom('sales_order').select('erp_number').where('id', '=', orderId).executeTakeFirst()
  return row?.erp_number ?? null
}

/** Settles the last job that sent a client: dead with the ERP's reason when the ERP rejected it, else done. */
export async function settleClientJob(t: Queryable, { clientId, state, reason }: ClientAnswer): Promise<void> {
  const settled =
    state === 'rejected'
      ? sql`state = 'dead', error = ${`El ERP lo rechazó: ${reason}`}, done_at = null`
      : sql`state = 'done', error = null, done_at = now()`
  await sql`update job set ${settled}
    where id = (select max(id) from job where kind = 'erpClient' and (payload->>'clientId')::int = ${clientId})
      and state in ('done', 'dead')`.execute(t)
}

/** Tables whose rows only change their client when the ERP takes over a client that the shop made. */
const MOVED = [
  ...(['app_user', 'client_address', 'sales_order', 'received_mail', 'mail_sender'] as const),
  ...(['saved_list', 'sent_cart', 'shared_link', 'offer', 'past_order'] as const),
]

/**
 * Replaces a client that the shop made by the ERP's, which a feed may have brought already: every row that named the
 * shop's client now names the ERP's. False when the shop has no such client of its own.
 */
export async function adoptClient(t: Transaction<Tables>, shopId: number, erpId: number): Promise<boolean> {
  const shopClient = await t
    .selectFrom('client')
    .select(['id', 'code'])
    .where('id', '=', shopId)
    .where('from_erp', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!shopClient) return false
  await sql`update client set code = code || '~' || id where id = ${shopId}`.execute(t)
  await sql`
    insert into client (id, code, business_name, contact_name, cuit, email, seller_id, sale_condition, zone_id,
      vat_condition_id, bonus, search_text)
    select ${erpId}, ${shopClient.code}, business_name, contact_name, cuit, email, seller_id, sale_condition, zone_id,
      vat_condition_id, bonus, search_text
    from client where id = ${shopId}
    on conflict (id) do nothing`.execute(t)
  // A list that the office gave to the shop's client is the ERP's too (R359), where that has none.
  await sql`update client set own_list_id = shops.own_list_id from client shops
    where client.id = ${erpId} and shops.id = ${shopId} and client.own_list_id is null`.execute(t)
  for (const table of MOVED)
    await sql`update ${sql.table(table)} set client_id = ${erpId} where client_id = ${shopId}`.execute(t)
  await sql`delete from sheet_columns old where client_id = ${shopId} and exists (
    select from sheet_columns c where c.client_id = ${erpId} and c.kind = old.kind and c.headings = old.headings
      and c.user_id is not distinct from old.user_id)`.execute(t)
  await sql`update sheet_columns set client_id = ${erpId} where client_id = ${shopId}`.execute(t)
  await sql`delete from substitute old where client_id = ${shopId} and exists (
    select from substitute s where s.client_id = ${erpId} and s.article_id = old.article_id)`.execute(t)
  await sql`update substitute set client_id = ${erpId} where client_id = ${shopId}`.execute(t)
  await sql`delete from article_wish old where client_id = ${shopId} and exists (
    select from article_wish w where w.client_id = ${erpId} and w.user_id = old.user_id
      and w.article_id = old.article_id)`.execute(t)
  await sql`update article_wish set client_id = ${erpId} where client_id = ${shopId}`.execute(t)
  await sql`delete from cart_line old where client_id = ${shopId} and exists (
    select from cart_line line where line.client_id = ${erpId} and line.user_id = old.user_id
      and line.article_id = old.article_id)`.execute(t)
  await sql`update cart_line set client_id = ${erpId} where client_id = ${shopId}`.execute(t)
  // No row names the shop's client any more; kept, it would be a person's data that nobody finds.
  await sql`delete from client where id = ${shopId}`.execute(t)
  return true
}
