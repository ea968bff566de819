/** SQL of orders of the past, for whoever may see their client (R399). */
import { sql } from 'kysely'
import { folded } from '../../db/folded.ts'
import type { Queryable } from '../../db/open.ts'
import { isPastOrder } from '../../db/past-orders.ts'

const shownText = folded(sql`concat_ws(' ', p.id, p.number, p.state,
  to_char(p.at at time zone 'America/Argentina/Buenos_Aires', 'DD/MM/YYYY'))`)

const columns = [
  'p.id',
  'p.number',
  'p.at',
  'p.state',
  sql<number | null>`coalesce(p.total, p.lines_total)`.as('total'),
  'p.line_count as lineCount',
  'p.client_id as clientId',
  'client.business_name as businessName',
] as const

/** A page of a client's orders of the past, the latest first, each with how many match. */
export function listPast(
  db: Queryable,
  { clientId, words }: { clientId: number; words: readonly string[] },
  { limit, offset }: { limit: number; offset: number },
) {
  let query = db
    .selectFrom('past_order as p')
    .innerJoin('client', 'client.id', 'p.client_id')
    .select([...columns, sql<number>`(count(*) over ())::int`.as('matches')])
    .where('p.client_id', '=', clientId)
    .where(isPastOrder)
  for (const word of words)
    query = query.where(sql<boolean>`(position(${word} in ${shownText}) > 0
      or exists (select from past_order_line line where line.past_id = p.id and lower(line.code) = ${word}))`)
  return query.orderBy('p.at', 'desc').orderBy('p.id', 'desc').limit(limit).offset(offset).execute()
}

/** One of them; undefined also for one that is an order of the shop's own. */
export const findPast = (db: Queryable, id: number) =>
  db
    .selectFrom('past_order as p')
    .innerJoin('client', 'client.id', 'p.client_id')
    .select(columns)
    .where('p.id', '=', id)
    .where(isPastOrder)
    .executeTakeFirst()

/** Its lines in their order, with the article that has the code today. */
export const listPastLines = (db: Queryable, id: number) =>
  db
    .selectFrom('past_order_line as line')
    .leftJoin('article', 'article.code', 'line.code')
    .select(['line.line', 'line.code', 'line.quantity', 'line.unit_price as unitPrice', 'article.id as articleId'])
    .select(sql<string>`coalesce(nullif(line.description, ''), article.description, '')`.as('description'))
    .where('line.past_id', '=', id)
    .orderBy('line.line')
    .execute()
