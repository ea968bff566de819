/** SQL of the feed's state: when all of it was last taken, and what is refused. */

import { sql, type Transaction } from 'kysely'
import { adminTypes } from '../../../contract/roles.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** By kind of record (`*`: all of the feed), why its last file was refused, in Spanish. */
export type Refused = Readonly<Record<string, string>>

export interface FeedState {
  /** ISO 8601; null: never. */
  successAt: string | null
  refusedCount: number
  refused: Refused
  /** ISO 8601; null while everything is taken. */
  refusedSince: string | null
}

const selectState = (db: Queryable) =>
  db.selectFrom('erp_feed').select(['success_at', 'refused_count', 'refused', 'refused_since'])

export async function readFeedState(db: Queryable): Promise<FeedState> {
  return stateOf(await selectState(db).executeTakeFirstOrThrow())
}

/** The feed's state, locked until the transaction ends. */
export async function lockFeedState(t: Transaction<Tables>): Promise<FeedState> {
  return stateOf(await selectState(t).forUpdate().executeTakeFirstOrThrow())
}

const stateOf = (row: {
  success_at: string | null
  refused_count: number
  refused: unknown
  refused_since: string | null
}): FeedState => ({
  successAt: row.success_at,
  refusedCount: row.refused_count,
  refused: row.refused as Refused,
  refusedSince: row.refused_since,
})

/**
 * Active articles without a brand: what the product manager lists as 'no asignados'. `shown` of them have an active listing,
 * so clients find them in the catalogue; the others no client sees.
 */
export async function countUnassigned(db: Queryable): Promise<{ all: number; shown: number }> {
  const { rows } = await sql<{ all: number; shown: number }>`
    select count(*)::int as all, (count(*) filter (where l.active))::int as shown
    from article a left join listing l on l.article_id = a.id
    where l.brand_id is null and a.active and l.active is not false`.execute(db)
  return rows[0] ?? { all: 0, shown: 0 }
}

/** Users who may sign in and whose client the ERP put out of use. */
export async function countUsersOutOfUse(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user u join client c on c.id = u.client_id
    where u.active and u.enabled and not c.active`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores what is refused now, and whether this reading was one more refusal. */
export async function storeRefused(t: Transaction<Tables>, refused: Refused, oneMore: boolean): Promise<void> {
  const isRefused = Object.keys(refused).length > 0
  await t
    .updateTable('erp_feed')
    .set({
      refused: JSON.stringify(refused),
      refused_count: sql`refused_count + ${oneMore ? 1 : 0}::int`,
      refused_since: isRefused ? sql`coalesce(refused_since, now())` : null,
    })
    .execute()
}

/** What waits for a person stands in the feed's state beside what is refused, under a key of its own. */
export const waitingKey = (kind: string): string => `?${kind}`
export const isWaitingKey = (key: string): boolean => key.startsWith('?')

/** Notes that nothing of a kind waits for a person any more, so that the next one that waits is told again. */
export async function forgetWaiting(t: Transaction<Tables>, kind: string): Promise<void> {
  const { refused } = await lockFeedState(t)
  const { [waitingKey(kind)]: ended, ...others } = refused
  if (ended !== undefined) await storeRefused(t, others, false)
}

/** Notes that all of the feed is taken, at most once a minute: a service is read every few seconds. */
export async function noteSuccess(db: Queryable): Promise<void> {
  await db
    .updateTable('erp_feed')
    .set({ success_at: sql`now()` })
    .where(sql<boolean>`success_at is null or success_at < now() - interval '1 minute'`)
    .execute()
}

/** The notification list as it is stored, and the addresses of the admins who can sign in. */
export async function findTold(db: Queryable): Promise<{ notified: string; admins: string[] }> {
  const { rows } = await sql<{ notified: string; admins: string[] }>`
    select coalesce((select value from setting where key = 'NOTIF_PED'), '') as notified,
      array(select email from app_user where type = any(${adminTypes}) and active and enabled order by id) as admins`.execute(
    db,
  )
  return rows[0] ?? { notified: '', admins: [] }
}
