/** SQL of the audit as a list. A change of many rows is one entry; a list of chosen records has an entry for each row. */

import { type RawBuilder, sql } from 'kysely'
import { AUDIT_COUNTED, BY_PROGRAM } from '../../contract/audit.ts'
import { clientTypes } from '../../contract/roles.ts'
import { folded } from '../db/folded.ts'
import { escapeLike } from '../db/like.ts'
import type { Queryable } from '../db/open.ts'

/** Records by kind and id; of an id with two parts ('12/3') the first part. */
export interface RecordIds {
  entities: readonly string[]
  ids: readonly string[]
}
export interface AuditFilter {
  /** A user's id, or BY_PROGRAM. */
  by?: number | undefined
  entity?: string | undefined
  entityId?: string | undefined
  action?: string | undefined
  /** Days yyyy-mm-dd in Argentina, both included. */
  from?: string | undefined
  to?: string | undefined
  records?: readonly RecordIds[] | undefined
  batchId?: number | undefined
}

/** One row of the log; or a change of many rows, which `rows` counts, with the content of one of them. */
export interface StoredEntry {
  id: number
  at: string
  userId: number | null
  action: string
  entity: string
  entityId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  batchId: number | null
  rows: number
  /** The kind of the change of many rows; '' for a single row. */
  kind: string
  undoneAt: string | null
}

type Condition = RawBuilder<unknown>
const whereAll = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** Conditions on time and user; `t` is the alias of the log ('a') or of the changes of many rows ('b'). */
function whenAndWho(t: 'a' | 'b', { by, from, to }: AuditFilter): Condition[] {
  const dayStart = (day: string, more: number) =>
    sql`((${day}::date + ${sql.lit(more)}::int)::timestamp at time zone 'America/Argentina/Buenos_Aires')`
  const [user, at] = [sql.ref(`${t}.user_id`), sql.ref(`${t}.at`)]
  return [
    ...(by === undefined ? [] : [by === BY_PROGRAM ? sql`${user} is null` : sql`${user} = ${by}`]),
    ...(from ? [sql`${at} >= ${dayStart(from, 0)}`] : []),
    ...(to ? [sql`${at} < ${dayStart(to, 1)}`] : []),
  ]
}

/** That a row of the log is about one of some records. */
export const aboutRecords = (records: readonly RecordIds[]): Condition =>
  sql`(${sql.join(
    records.map(
      ({ entities, ids }) =>
        sql`(a.entity = any(${entities}::text[]) and split_part(a.entity_id, '/', 1) = any(${ids}::text[]))`,
    ),
    sql` or `,
  )})`

const recordAndAction = ({ entity, entityId, action, records, batchId }: AuditFilter): Condition[] => [
  ...(entity ? [sql`a.entity = ${entity}`] : []),
  ...(entityId ? [sql`a.entity_id = ${entityId}`] : []),
  ...(action ? [sql`a.action = ${action}`] : []),
  ...(batchId === undefined ? [] : [sql`a.batch_id = ${batchId}`]),
  ...(records ? [aboutRecords(records)] : []),
]

/** Whether each row is an entry: so in a list of chosen records, or of one change of many rows. */
const oneByOne = ({ entityId, records, batchId }: AuditFilter): boolean =>
  Boolean(entityId) || records !== undefined || batchId !== undefined

/** Rows of the log that match; rows of a change of many only where each row is an entry. */
const rowsThatMatch = (filter: AuditFilter) =>
  sql`from audit a ${whereAll([
    ...whenAndWho('a', filter),
    ...recordAndAction(filter),
    ...(oneByOne(filter) ? [] : [sql`a.batch_id is null`]),
  ])}`

/** Changes of many rows of which a row matches, each with its first such row; later rows are what that change entailed. */
const batchesThatMatch = (filter: AuditFilter) =>
  sql`from change_batch b cross join lateral
    (select * from audit a ${whereAll([sql`a.batch_id = b.id`, ...recordAndAction(filter)])} order by a.id limit 1) a
    ${whereAll(whenAndWho('b', filter))}`

/** A page of entries, the newest first. */
export async function listEntries(
  db: Queryable,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<StoredEntry[]> {
  const columns = (at: string, userId: string) =>
    sql`a.id, ${sql.ref(at)}, ${sql.ref(userId)} as "userId", a.action, a.entity, a.entity_id as "entityId",
      a.before, a.after, a.batch_id as "batchId"`
  const rows = sql`select ${columns('a.at', 'a.user_id')}, 1 as rows, '' as kind, null::timestamptz as "undoneAt"
    ${rowsThatMatch(filter)} order by a.at desc, a.id desc`
  const upTo = offset + limit
  const query = oneByOne(filter)
    ? sql<StoredEntry>`${rows} limit ${limit} offset ${offset}`
    : sql<StoredEntry>`select * from ((${rows} limit ${upTo}) union all
        (select ${columns('b.at', 'b.user_id')}, b.row_count, b.kind, b.undone_at
          ${batchesThatMatch(filter)} order by b.at desc, b.id desc limit ${upTo})) as entry
        order by at desc, id desc limit ${limit} offset ${offset}`
  return (await query.execute(db)).rows
}

/** How many entries match, counted up to AUDIT_COUNTED; AUDIT_COUNTED + 1 stands for any larger number. */
export async function countEntries(db: Queryable, filter: AuditFilter): Promise<number> {
  const most = AUDIT_COUNTED + 1
  // In the list's order, so that a rare author is found by the index and not by reading the whole log; records have an
  // index of their own.
  const order = (t: 'a' | 'b') =>
    filter.records ? sql`` : sql`order by ${sql.ref(`${t}.at`)} desc, ${sql.ref(`${t}.id`)} desc`
  const count = (t: 'a' | 'b', matching: Condition) =>
    sql`(select count(*)::int from (select 1 ${matching} ${order(t)} limit ${most}) as x)`
  const batches = oneByOne(filter) ? sql`0` : count('b', batchesThatMatch(filter))
  const { rows } = await sql<{ count: number }>`
    select least(${count('a', rowsThatMatch(filter))} + ${batches}, ${most}::int) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Records that have every word in their name or code; deleted brands and categories by the name they had.
 * @param words Folded: lower case, without accents
 */
export async function findRecords(db: Queryable, words: readonly string[]): Promise<RecordIds[]> {
  const has = (column: Condition) =>
    sql.join(
      words.map((word) => sql`${column} like ${`%${escapeLike(word)}%`}`),
      sql` and `,
    )
  const { rows } = await sql<RecordIds>`
    with person as (
      select id from app_user where ${has(sql`search_text collate "C"`)}
    ), found as (
      select array['user', 'cart'] as entities, id::text as id from person
      union all select array['user-address'], a.id::text from user_address a join person p on p.id = a.user_id
      union all select array['client'], id::text from client where ${has(sql`search_text collate "C"`)}
      union all select array['product', 'media'], id::text from article where ${has(sql`search_text collate "C"`)}
      union all select array['brand'], id::text from brand where ${has(folded(sql`name`))}
      union all select array['category'], id::text from category where ${has(folded(sql`name`))}
      union all select array[entity], entity_id from audit
        where action = 'delete' and entity in ('brand', 'category') and ${has(folded(sql`(before->>'name')`))}
    )
    select entities, array_agg(id) as ids from found group by entities`.execute(db)
  return rows
}

/** Staff, by name. */
export function listStaff(db: Queryable) {
  return db
    .selectFrom('app_user')
    .select(['id', sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`.as('name')])
    .where('type', 'not in', clientTypes)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
