/** SQL of the fulfilment of orders, as their pages and lists show it. */
import { type Insertable, sql } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { clientTypes } from '../../../contract/roles.ts'
import type { SettingKey } from '../../../contract/setting-keys.ts'
import { folded } from '../../db/folded.ts'
import { type FulfilmentLineRow, fulfilmentLines, isTold } from '../../db/fulfilment-lines.ts'
import { isKeptBack } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'
import { fulfilmentColumns, fulfilmentTextOf, userName } from '../../db/order-rows.ts'
import type { Tables } from '../../db/tables.ts'

/** The order's own facts that its fulfilment begins with. */
export const findHead = (db: Queryable, orderId: number) =>
  db
    .selectFrom('sales_order as o')
    .select([
      'o.id as orderId',
      'o.created_at as createdAt',
      'o.erp_state as erpState',
      'o.erp_reason as erpReason',
      'o.erp_answered_at as erpAnsweredAt',
      ...(['o.held_at as heldAt', 'o.held_reason as heldReason', 'o.let_go_at as letGoAt'] as const),
      'o.let_go_reason as letGoReason',
      sql<string | null>`(select ${userName('u')} from app_user u where u.id = o.let_go_by)`.as('letGoBy'),
      ...fulfilmentColumns,
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()

export const listEvents = (db: Queryable, orderId: number) =>
  db
    .selectFrom('order_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .select([
      ...(['e.id', 'e.state', 'e.text', 'e.at', 'e.source', 'e.carrier', 'e.guide', 'e.packages'] as const),
      'e.reason',
      sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as('by'),
      sql<boolean>`coalesce(u.type = any(${clientTypes}), false)`.as('byClient'),
    ])
    .where('e.order_id', '=', orderId)
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()

/** What left, line by line, the earliest first. */
export const listDispatches = (db: Queryable, orderId: number) =>
  db
    .selectFrom('order_dispatch as d')
    .leftJoin('article as a', 'a.id', 'd.article_id')
    .select([
      ...(['d.at', 'd.note', 'd.carrier', 'd.guide', 'd.packages', 'd.quantity'] as const),
      'd.article_id as articleId',
      sql<string>`coalesce((select min(code) from sales_order_line line where line.order_id = d.order_id
        and line.article_id = d.article_id), a.code, '')`.as('code'),
      sql<string>`coalesce((select min(description) from sales_order_line line where line.order_id = d.order_id
        and line.article_id = d.article_id), a.description, '')`.as('description'),
      sql<number>`coalesce(a.units_per_pack, 0)`.as('unitsPerPack'),
    ])
    .where('d.order_id', '=', orderId)
    .orderBy('d.at')
    .orderBy('d.id')
    .execute()

export const listPapers = (db: Queryable, orderId: number) =>
  db
    .selectFrom('order_paper')
    .select([
      ...(['id', 'kind', 'number', 'day', 'amount'] as const),
      sql<string | null>`nullif(link, '')`.as('link'),
      sql<boolean>`file <> ''`.as('hasFile'),
      sql<boolean>`erp_id is null`.as('byHand'),
    ])
    .where('order_id', '=', orderId)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The stored PDF of a paper of an order; undefined when there is none. */
export const findPaper = (db: Queryable, orderId: number, paperId: number) =>
  db
    .selectFrom('order_paper')
    .select(['file', 'kind', 'number'])
    .where('order_id', '=', orderId)
    .where('id', '=', paperId)
    .where('file', '<>', '')
    .executeTakeFirst()

/** Lines of one order, by code. */
export async function listFulfilmentLines(db: Queryable, orderId: number): Promise<FulfilmentLineRow[]> {
  const { rows } = await sql<FulfilmentLineRow>`select * from ${fulfilmentLines(sql`select ${orderId}::int`)} line
    order by code collate "C", "articleId"`.execute(db)
  return rows
}

export interface PendingFilter {
  /** Orders that the user made, or of the client; with neither the orders of all. */
  userId?: number | undefined
  clientId?: number | undefined
  /** Orders of the clients that the seller has now. */
  sellerId?: number | undefined
  words: readonly string[]
}
export type PendingRow = FulfilmentLineRow & {
  erpNumber: number | null
  createdAt: string
  clientId: number
  businessName: string
  fulfilmentState: FulfilmentState
  fulfilmentText: string
}

const shownText = folded(sql`concat_ws(' ', line.code, line.description, o.id, o.erp_number, o.business_name)`)

/** Lines that are still to be delivered, the oldest order first, with how many there are of them. */
export async function listPending(
  db: Queryable,
  { userId, clientId, sellerId, words }: PendingFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<(PendingRow & { matches: number })[]> {
  const owners = [
    ...(userId === undefined ? [] : [sql<boolean>`o.user_id = ${userId}`]),
    ...(clientId === undefined ? [] : [sql<boolean>`o.client_id = ${clientId}`]),
    ...(sellerId === undefined
      ? []
      : [sql<boolean>`o.client_id in (select id from client where seller_id = ${sellerId})`]),
  ]
  const scope = owners.length > 0 ? sql`and (${sql.join(owners, sql` or `)})` : sql``
  const found = words.map((word) => sql`and position(${word} in ${shownText}) > 0`)
  const { rows } = await sql<PendingRow & { matches: number }>`
    select line.*, o.erp_number as "erpNumber", o.created_at as "createdAt", o.client_id as "clientId",
      o.business_name as "businessName", o.course_state as "fulfilmentState", ${fulfilmentTextOf} as "fulfilmentText",
      (count(*) over ())::int as matches
    from ${fulfilmentLines(sql`select o.id from sales_order o where o.pending_units > 0 and ${isTold} ${scope}`)} line
    join sales_order o on o.id = line."orderId"
    where line.pending > 0 ${sql.join(found, sql` `)}
    order by line."orderId", line.code collate "C", line."articleId"
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The present states of orders, locked in the order of their ids. */
export const lockStates = (t: Queryable, orderIds: readonly number[]) =>
  t
    .selectFrom('sales_order as o')
    .select([
      'o.id as orderId',
      'o.created_at as createdAt',
      isKeptBack.as('isKeptBack'),
      sql<boolean>`o.withdrawn_at is not null`.as('isWithdrawn'),
      ...fulfilmentColumns,
    ])
    .where(sql<boolean>`o.id = any(${orderIds}::int[])`)
    .orderBy('o.id')
    .forUpdate()
    .execute()

/** Stores a state that somebody of the office sets for orders, now. */
export async function insertStates(
  t: Queryable,
  orderIds: readonly number[],
  event: Pick<
    Insertable<Tables['order_event']>,
    'state' | 'user_id' | 'batch_id' | 'carrier' | 'guide' | 'packages' | 'reason'
  >,
): Promise<void> {
  const at = new Date()
  await t
    .insertInto('order_event')
    .values(orderIds.map((order_id) => ({ ...event, order_id, at, source: 'office' as const, erp_id: null })))
    .execute()
}

/** The change of states by hand with this id, locked; undefined when there is none. */
export const lockStateBatch = (t: Queryable, id: number) =>
  t
    .selectFrom('change_batch')
    .select(['id', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .where('kind', '=', STATES_BATCH)
    .forUpdate()
    .executeTakeFirst()

/** The kind of change of many rows that setting states by hand is. */
export const STATES_BATCH = 'order-state'

/** Deletes the states of a change by hand; answers the ids of their orders. */
export async function deleteStates(t: Queryable, batchId: number): Promise<number[]> {
  const rows = await t
    .deleteFrom('order_event')
    .where('batch_id', '=', batchId)
    .returning('order_id as orderId')
    .execute()
  return rows.map(({ orderId }) => orderId).sort((a, b) => a - b)
}

export const ordersOfBatch = async (t: Queryable, batchId: number): Promise<number[]> =>
  (await t.selectFrom('order_event').select('order_id').where('batch_id', '=', batchId).execute()).map(
    ({ order_id }) => order_id,
  )

export async function markUndone(t: Queryable, batchId: number, userId: number): Promise<void> {
  await t
    .updateTable('change_batch')
    .set({ undone_at: new Date(), undone_by: userId })
    .where('id', '=', batchId)
    .execute()
}

/** The numbers by which the ERP and the client know an order, and its totals. */
export const findOrderNumbers = (db: Queryable, orderId: number) =>
  db
    .selectFrom('sales_order as o')
    .select([
      'o.erp_number as erpNumber',
      sql<string>`coalesce(o.import_number, '')`.as('clientNumber'),
      'o.total',
      ...fulfilmentColumns,
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()

/** A setting's value, null while nobody has set it, and the shop's contact. */
export async function findShopWords(
  db: Queryable,
  key: SettingKey,
): Promise<{ value: string | null; contactMail: string; contactPhone: string }> {
  const wanted: SettingKey[] = [key, 'CONTACTO_MAIL', 'CONTACTO_TEL']
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', wanted).execute()
  const of = (name: SettingKey) => rows.find((row) => row.key === name)?.value
  return {
    value: of(key) ?? null,
    contactMail: of('CONTACTO_MAIL') ?? '',
    contactPhone: of('CONTACTO_TEL') ?? '',
  }
}

/** Stores a paper that somebody uploaded; answers its id. */
export async function insertPaper(
  t: Queryable,
  paper: Omit<Insertable<Tables['order_paper']>, 'erp_id'>,
): Promise<number> {
  const { id } = await t
    .insertInto('order_paper')
    .values({ ...paper, erp_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a paper that somebody uploaded; undefined when the order has none of that id. */
export const deletePaper = (t: Queryable, orderId: number, paperId: number) =>
  t
    .deleteFrom('order_paper')
    .where('order_id', '=', orderId)
    .where('id', '=', paperId)
    .where('erp_id', 'is', null)
    .returning(['kind', 'number', 'file'])
    .executeTakeFirst()
