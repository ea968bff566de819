/** SQL of what is told (R381): set-based, for some users at a time. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { MOST_WATCHED_LINES } from '../../../contract/notices.ts'
import { type Role, roles, userTypes } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { offersOfLines } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const typesThatReach = (reaches: Role['reaches']) =>
  sql`any(${userTypes.filter((type) => roles[type].reaches === reaches)}::text[])`

/** Whether the user `u` may sign in. */
const isInUse = sql<boolean>`(u.enabled and u.active and u.password_hash <> '')`

/** Whether the user `u` may act for a client that is in use, as access has it (R100): who may not is told none of its prices. */
const mayActFor = (clientId: RawBuilder<unknown>) => sql<boolean>`case
  when u.type = ${typesThatReach('own')} then coalesce(u.client_id, ${NO_CLIENT}) = ${clientId}
    and (${clientId} = ${NO_CLIENT} or exists (select from client c where c.id = ${clientId} and c.active))
  else exists (select from client c where c.id = ${clientId} and c.active
    and (u.type = ${typesThatReach('all')} or c.seller_id = u.seller_id)) end`

/** Days begin and end in Argentina. */
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'America/Argentina/Buenos_Aires')::date`

/** Lets one judge work at a time, until the transaction ends; false when another one does. Who ends notices waits for it. */
export async function isOnlyJudge(t: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('notices')) as taken`.execute(t)
  return rows[0]?.taken === true
}
export const waitForJudge = (t: Transaction<Tables>) =>
  sql`select pg_advisory_xact_lock(hashtext('notices'))`.execute(t)

/** A mail that could not be sent for so long will not be: what it told is told no more. */
const GIVEN_UP_DAYS = 4

/**
 * The next users after one who wait for anything and get a mail today: none was sent to them today, and none is under way. In
 * the order of their ids.
 */
export async function listUsersToTell(
  db: Queryable,
  { after, limit, now }: { after: number; limit: number; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    where u.id > ${after} and ${isInUse}
      and (exists (select from article_wish w where w.user_id = u.id)
        or exists (select from list_watch w where w.user_id = u.id))
      and not exists (select from notice_mail m where m.user_id = u.id and case
        when m.sent_at is null then m.made_at > ${now}::timestamptz - ${GIVEN_UP_DAYS} * interval '1 day'
        else ${dayOf(sql`m.sent_at`)} >= ${dayOf(sql`${now}::timestamptz`)} end)
    order by u.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** An article that somebody waits for and that can be ordered now. */
export interface MetWish {
  readonly userId: number
  readonly clientId: number
  readonly articleId: number
  readonly code: string
  readonly description: string
  /** Cents, now and when the user asked; 0 before: it had none. */
  readonly price: number
  readonly priceThen: number
  /** Null: nobody knows it. */
  readonly stock: number | null
  readonly stockThen: number | null
}

/** What the users wait for and is there now: on sale, with a price for the client, and not out of stock. */
export const listMetWishes = (db: Queryable, userIds: readonly number[]): Promise<MetWish[]> =>
  db
    .selectFrom(
      db
        .selectFrom('article_wish as w')
        .innerJoin('app_user as u', 'u.id', 'w.user_id')
        .innerJoin('article as a', 'a.id', 'w.article_id')
        .select(['w.user_id', 'w.client_id', 'w.article_id', 'w.price_then', 'w.stock_then', 'w.asked_at', 'a.stock'])
        .where('w.user_id', '=', sql<number>`any(${userIds}::int[])`)
        // Most that is waited for has no stock: it needs no price.
        .where(sql<boolean>`a.active and coalesce(a.stock > 0, true)`)
        .where(mayActFor(sql`w.client_id`))
        .as('line'),
    )
    .innerJoinLateral(offersOfLines(db), (join) => join.onTrue())
    .select([
      'line.user_id as userId',
      'line.client_id as clientId',
      'line.article_id as articleId',
      'offer.code',
      'offer.description',
      'offer.unitPrice as price',
      'line.price_then as priceThen',
      'line.stock',
      'line.stock_then as stockThen',
    ])
    .where('offer.sold', '=', true)
    .orderBy('line.user_id')
    .orderBy('line.client_id')
    .orderBy('line.asked_at')
    .orderBy('line.article_id')
    .execute()

/** An article of a watched list whose price is another one now. */
export interface MovedPrice {
  readonly userId: number
  readonly clientId: number
  readonly listId: number
  readonly list: string
  readonly articleId: number
  readonly code: string
  readonly description: string
  /** Cents, 0 without a price. */
  readonly price: number
  readonly priceBefore: number
}

/**
 * The prices of watched lists that are not what the users were told last. Of an article that came into the list since, that is what
 * it cost then. An article that is off sale has no price to tell.
 */
export const listMovedPrices = (db: Queryable, userIds: readonly number[]): Promise<MovedPrice[]> =>
  db
    .selectFrom(
      db
        .selectFrom('list_watch as w')
        .innerJoin('app_user as u', 'u.id', 'w.user_id')
        .innerJoin('saved_list as list', 'list.id', 'w.list_id')
        .innerJoin('saved_list_line as l', 'l.list_id', 'list.id')
        .leftJoin('list_watch_price as told', (join) =>
          join
            .onRef('told.user_id', '=', 'w.user_id')
            .onRef('told.list_id', '=', 'w.list_id')
            .onRef('told.article_id', '=', 'l.article_id'),
        )
        .select([
          'w.user_id',
          'list.client_id',
          'w.list_id',
          'list.name',
          'l.article_id',
          'l.place',
          sql<number>`coalesce(told.unit_price, l.shown_price)`.as('before'),
        ])
        .where('w.user_id', '=', sql<number>`any(${userIds}::int[])`)
        .where('l.place', '<', MOST_WATCHED_LINES)
        .where('list.archived', '=', false)
        // Shared no more, it is another's alone.
        .where(sql<boolean>`(list.user_id = w.user_id or (list.shared and list.client_id <> ${NO_CLIENT}))`)
        .where(mayActFor(sql`list.client_id`))
        .as('line'),
    )
    .innerJoinLateral(offersOfLines(db), (join) => join.onTrue())
    .select([
      'line.user_id as userId',
      'line.client_id as clientId',
      'line.list_id as listId',
      'line.name as list',
      'line.article_id as articleId',
      'offer.code',
      'offer.description',
      'offer.unitPrice as price',
      'line.before as priceBefore',
    ])
    .where('offer.listed', '=', true)
    .whereRef('offer.unitPrice', '<>', 'line.before')
    .orderBy('line.user_id')
    .orderBy('line.list_id')
    .orderBy('line.place')
    .execute()

/** The names of clients, by id. */
export async function listClientNames(db: Queryable, clientIds: readonly number[]): Promise<Map<number, string>> {
  const clients = await db
    .selectFrom('client')
    .select(['id', 'business_name'])
    .where('id', '=', sql<number>`any(${clientIds}::int[])`)
    .execute()
  return new Map(clients.map(({ id, business_name }) => [id, business_name]))
}

/** A wish is done with once it is told. */
export async function deleteWishes(
  t: Queryable,
  told: readonly Pick<MetWish, 'userId' | 'clientId' | 'articleId'>[],
): Promise<void> {
  const column = (key: 'userId' | 'clientId' | 'articleId') => told.map((wish) => wish[key])
  await sql`
    delete from article_wish w using unnest(${column('userId')}::int[], ${column('clientId')}::int[],
      ${column('articleId')}::int[]) as told (user_id, client_id, article_id)
    where w.user_id = told.user_id and w.client_id = told.client_id and w.article_id = told.article_id`.execute(t)
}

/** From now on these prices are those that were told. */
export async function storeToldPrices(
  t: Queryable,
  told: readonly Pick<MovedPrice, 'userId' | 'listId' | 'articleId' | 'price'>[],
): Promise<void> {
  const column = (key: 'userId' | 'listId' | 'articleId' | 'price') => told.map((price) => price[key])
  // A watch that was ended this moment is not there to be told of.
  await sql`
    insert into list_watch_price (user_id, list_id, article_id, unit_price)
    select told.user_id, told.list_id, told.article_id, told.unit_price
    from unnest(${column('userId')}::int[], ${column('listId')}::int[], ${column('articleId')}::int[],
      ${column('price')}::bigint[]) as told (user_id, list_id, article_id, unit_price)
    join list_watch w on w.user_id = told.user_id and w.list_id = told.list_id
    on conflict (user_id, list_id, article_id) do update set unit_price = excluded.unit_price`.execute(t)
}

/** Stores the users' mails, as JSON, in the place of their last ones; answers their ids. */
export async function insertMails(
  t: Queryable,
  mails: readonly { userId: number; content: string }[],
  now: Date,
): Promise<number[]> {
  await t
    .deleteFrom('notice_mail')
    .where('user_id', '=', sql<number>`any(${mails.map(({ userId }) => userId)}::int[])`)
    .execute()
  const rows = await t
    .insertInto('notice_mail')
    .values(mails.map(({ userId, content }) => ({ user_id: userId, made_at: now, content })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A mail that is to be sent; undefined once it was sent, or its user's notices were ended. */
export const findMail = (db: Queryable, id: number) =>
  db
    .selectFrom('notice_mail as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'm.made_at as madeAt', 'm.content', 'u.email', 'u.first_name as name'])
    .where('m.id', '=', id)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst()

/** For which of some clients a user may be told anything. */
export async function listReached(db: Queryable, userId: number, clientIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from app_user u, unnest(${clientIds}::int[]) as asked (id)
    where u.id = ${userId} and ${isInUse} and ${mayActFor(sql`asked.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Notes when a mail was sent, and forgets what it said. */
export async function markSent(db: Queryable, id: number, now: Date): Promise<void> {
  await db.updateTable('notice_mail').set({ sent_at: now, content: '{}' }).where('id', '=', id).execute()
}

export async function deleteMail(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('notice_mail').where('id', '=', id).execute()
}
