/** SQL of the list of all orders. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import type { HISTORY_SORTS } from '../../../contract/order-admin.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Sort } from '../../../contract/wire.ts'
import { type ClientChoice, chosenClients } from '../../db/chosen-clients.ts'
import { folded } from '../../db/folded.ts'
import { isHeld } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'
import { orderRowColumns } from '../../db/order-rows.ts'
import type { ErpState, Tables } from '../../db/tables.ts'

export interface HistoryFilter {
  /** Orders of these clients; undefined for those of all. */
  clients: ClientChoice | undefined
  /** Also orders of users without a client whose names hold each of these words; undefined for no such orders. */
  withoutClient: readonly string[] | undefined
  clientId: number | undefined
  userId: number | undefined
  /** The orders of this user and those of the user's client. */
  accountId: number | undefined
  /** Days yyyy-mm-dd in Argentina, both included. */
  from: string | undefined
  to: string | undefined
  erpState: ErpState | undefined
  fulfilmentState: FulfilmentState | undefined
  /** Only held orders (R390). */
  held: boolean | undefined
}

type Orders<Row> = SelectQueryBuilder<Tables & { o: Tables['sales_order'] }, 'o', Row>

const foldedName = folded(sql`o.business_name`)
/** The instant in Argentina at which the day `after` days after `day` begins. */
const dayBegins = (day: string, after = 0): RawBuilder<string> =>
  sql`(${day}::date + ${after}::int)::timestamp at time zone 'America/Argentina/Buenos_Aires'`

function narrowed<Row>(orders: Orders<Row>, filter: HistoryFilter): Orders<Row> {
  const { clientId, userId, from, to, erpState, fulfilmentState, held } = filter
  let query = orders
  if (clientId !== undefined) query = query.where('o.client_id', '=', clientId)
  if (erpState !== undefined) query = query.where('o.erp_state', '=', erpState)
  if (fulfilmentState !== undefined) query = query.where('o.course_state', '=', fulfilmentState)
  if (held) query = query.where(isHeld)
  if (userId !== undefined) query = query.where('o.user_id', '=', userId)
  if (from !== undefined) query = query.where('o.created_at', '>=', dayBegins(from))
  if (to !== undefined) query = query.where('o.created_at', '<', dayBegins(to, 1))
  return query
}

/** The orders that match, as queries that have no order in common: joined by `or`, they could use no index. */
function matching(db: Queryable, filter: HistoryFilter) {
  const orders = narrowed(db.selectFrom('sales_order as o'), filter).select(['o.id', 'o.created_at', 'o.total'])
  return ofAccount(orders, filter).flatMap((part) => ofClients(db, part, filter))
}

/** Orders of a user's client, and the user's orders for no client or another one. */
function ofAccount<Row>(orders: Orders<Row>, { accountId }: HistoryFilter): Orders<Row>[] {
  if (accountId === undefined) return [orders]
  const client = sql<number>`(select client_id from app_user where id = ${accountId})`
  return [
    orders.where('o.client_id', '=', client),
    orders.where('o.user_id', '=', accountId).where('o.client_id', 'is distinct from', client),
  ]
}

/** Orders of the chosen clients, and of users without a client. */
function ofClients<Row>(db: Queryable, orders: Orders<Row>, { clients, withoutClient }: HistoryFilter): Orders<Row>[] {
  const parts = [clients === undefined ? orders : orders.where('o.client_id', 'in', chosenClients(db, clients))]
  if (withoutClient === undefined) return parts
  let others = orders.where('o.client_id', '=', NO_CLIENT)
  for (const word of withoutClient) others = others.where(sql<boolean>`position(${word} in ${foldedName}) > 0`)
  return [...parts, others]
}

type Part = ReturnType<typeof matching>[number]
interface Found {
  id: number
  created_at: string
  total: number
}
/** The parts as one relation; they share no order. */
const unionOf = (parts: readonly Part[]) =>
  sql<Found>`(${sql.join(parts, sql` union all `)})`.as<'found'>(sql.ref('found'))

const sortColumns = { createdAt: 'created_at', total: 'total' } as const

/** Orders in the order asked for, else the latest first. `limit` undefined: all of them. */
export function listHistory(
  db: Queryable,
  filter: HistoryFilter,
  sort: Sort<(typeof HISTORY_SORTS)[number]> = { by: 'createdAt', down: true },
  limit?: number,
  offset = 0,
) {
  const direction = sort.down ? 'desc' : 'asc'
  const column = sortColumns[sort.by]
  // Each part is sorted and cut on its own, by the sorted column and the id; only the page's rows are read in full.
  const firstOf = (part: Part) =>
    part
      .orderBy(`o.${column}`, direction)
      .orderBy('o.id', direction)
      .$if(limit !== undefined, (orders) => orders.limit(offset + (limit ?? 0)))
  const page = db
    .selectFrom(unionOf(matching(db, filter).map(firstOf)))
    .select('found.id')
    .orderBy(`found.${column}`, direction)
    .orderBy('found.id', direction)
    .$if(limit !== undefined, (orders) => orders.limit(limit ?? 0).offset(offset))
  return db
    .selectFrom(page.as('chosen'))
    .innerJoin('sales_order as o', 'o.id', 'chosen.id')
    .innerJoin('app_user as maker', 'maker.id', 'o.created_by')
    .select(orderRowColumns)
    .select(['o.erp_state as erpState', 'o.erp_reason as erpReason'])
    .orderBy(`o.${column}`, direction)
    .orderBy('o.id', direction)
    .execute()
}

/** How many orders match. */
export async function countHistory(db: Queryable, filter: HistoryFilter): Promise<number> {
  const { count } = await db
    .selectFrom(unionOf(matching(db, filter)))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The owners of the orders that match, by name, at most `limit`: clients, and users without a client. */
export function listHistoricClients(db: Queryable, filter: HistoryFilter, limit: number) {
  const userId = sql<number | null>`case when o.client_id = -1 then o.user_id end`
  const businessName = sql<string>`(array_agg(o.business_name order by o.id desc))[1]`
  return db
    .selectFrom(unionOf(matching(db, filter)))
    .innerJoin('sales_order as o', 'o.id', 'found.id')
    .select([
      'o.client_id as clientId',
      userId.as('userId'),
      businessName.as('businessName'),
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`sum(o.total)::bigint`.as('total'),
    ])
    .groupBy(['o.client_id', userId])
    .orderBy(businessName)
    .orderBy('o.client_id')
    .limit(limit)
    .execute()
}

/** The articles of the orders that match, added up, the largest amount first. */
export function listHistoricArticles(db: Queryable, filter: HistoryFilter) {
  return db
    .selectFrom('sales_order_line as line')
    .innerJoin(unionOf(matching(db, filter)), 'found.id', 'line.order_id')
    .select([
      'line.article_id as articleId',
      // Code and description as in the latest order.
      sql<string>`(array_agg(line.code order by line.id desc))[1]`.as('code'),
      sql<string>`(array_agg(line.description order by line.id desc))[1]`.as('description'),
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`sum(line.quantity)::bigint`.as('quantity'),
      sql<number>`sum(line.unit_price * line.quantity)::bigint`.as('amount'),
    ])
    .groupBy('line.article_id')
    .orderBy('amount', 'desc')
    .orderBy('line.article_id')
    .execute()
}

/** Whether there are more clients than `most`. */
export async function areMoreThan(db: Queryable, choice: ClientChoice, most: number): Promise<boolean> {
  return (await chosenClients(db, choice).limit(1).offset(most).executeTakeFirst()) !== undefined
}
