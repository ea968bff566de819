/** SQL of links that open one thing without an account (R386). */
import { type Insertable, sql } from 'kysely'
import { LINK_DAYS, MOST_LINK_DAYS, type SharedLink } from '../../../contract/links.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import { userName } from '../../db/order-rows.ts'
import type { Tables } from '../../db/tables.ts'

const TODAY = sql`(now() at time zone 'America/Argentina/Buenos_Aires')::date`
const endOf = (day: string) =>
  sql<string>`((${day}::date + 1)::timestamp at time zone 'America/Argentina/Buenos_Aires')`
/** When a link ends whose maker chose no day. */
const ENDS = sql<string>`now() + ${LINK_DAYS} * interval '1 day'`

/** Whether a link of this last day (yyyy-mm-dd, in Argentina) may be made. */
export async function isLastDay(db: Queryable, day: string): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select ${day}::date between ${TODAY} and ${TODAY} + ${MOST_LINK_DAYS}::int as fits`.execute(db)
  return rows[0]?.fits ?? false
}

type NewLink = Omit<Insertable<Tables['shared_link']>, 'ends_at'> & { lastDay: string | undefined }

export async function insertLink(t: Queryable, { lastDay, ...link }: NewLink): Promise<{ id: number; endsAt: string }> {
  return t
    .insertInto('shared_link')
    .values({ ...link, ends_at: lastDay === undefined ? ENDS : endOf(lastDay) })
    .returning(['id', 'ends_at as endsAt'])
    .executeTakeFirstOrThrow()
}

const isLive = sql<boolean>`(link.withdrawn_at is null and link.used_at is null and link.ends_at > now())`
/** Who used a link may open it again for as long as a link lasts, and is told what became of it. */
const opens = sql<boolean>`(link.withdrawn_at is null
  and (link.ends_at > now() or link.used_at > now() - ${LINK_DAYS} * interval '1 day'))`

/** How many links of a user work. */
export async function countLinks(t: Queryable, userId: number): Promise<number> {
  const { count } = await t
    .selectFrom('shared_link as link')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('link.user_id', '=', userId)
    .where(isLive)
    .executeTakeFirstOrThrow()
  return count
}

const linkOf = (db: Queryable) =>
  db
    .selectFrom('shared_link as link')
    .select([
      'link.id',
      'link.kind',
      'link.opens',
      'link.opens_id as opensId',
      'link.details',
      'link.client_id as clientId',
      'link.user_id as userId',
      'link.ends_at as endsAt',
      'link.used_at as usedAt',
      opens.as('isOpen'),
    ])

/** The link with this hash; `isOpen` false for one that ended or was withdrawn. */
export const findLink = (db: Queryable, hash: string) =>
  linkOf(db).where('link.token_hash', '=', hash).executeTakeFirst()

/** A link, locked: whoever uses or withdraws it does so first, and waits here for the other. */
export const lockLink = (t: Queryable, id: number) =>
  linkOf(t).where('link.id', '=', id).forUpdate('link').executeTakeFirst()

/** Notes that a link was used. */
export async function markUsed(t: Queryable, id: number): Promise<void> {
  await sql`update shared_link set used_at = now() where id = ${id}`.execute(t)
}

/** Who made a link, and for which client; undefined for one that is not there. */
export const findMade = (db: Queryable, id: number) =>
  db
    .selectFrom('shared_link')
    .select(['user_id as userId', 'client_id as clientId'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A link as whoever opens it meets it. */
export type OpenedLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** The links for a client that work, the last made first: a user's own, with `all` everybody's. */
export const listLinks = (
  db: Queryable,
  { clientId, userId, all }: { clientId: number; userId: number; all: boolean },
): Promise<SharedLink[]> =>
  db
    .selectFrom('shared_link as link')
    .innerJoin('app_user as maker', 'maker.id', 'link.user_id')
    .select([
      'link.id',
      'link.kind',
      'link.opens',
      'link.opens_id as opensId',
      sql<string>`case when link.user_id = ${userId} then '' else ${userName('maker')} end`.as('madeBy'),
      'link.made_at as madeAt',
      'link.ends_at as endsAt',
    ])
    .where('link.client_id', '=', clientId)
    .where(sql<boolean>`(link.user_id = ${userId} or ${all && clientId !== NO_CLIENT})`)
    .where(isLive)
    .orderBy('link.id', 'desc')
    .limit(500)
    .execute()
