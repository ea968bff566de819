/** What a user asks to be told by mail (R380): articles that lack a price or stock, prices of saved lists. */
import type { ResponseOf } from '../../../contract/endpoint.ts'
import {
  type listNotices,
  MOST_WATCHED_LINES,
  MOST_WATCHES,
  MOST_WISHES,
  noticeTexts,
} from '../../../contract/notices.ts'
import { isPrice } from '../../../contract/price.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { conflict, notFound } from '../../refusal.ts'
import { requireClient, type Setting } from '../lines/lines.service.ts'
import { ownerOf, requireList } from '../saved-lists/saved-lists.service.ts'
import * as queries from './notices.queries.ts'

/** Who asks, and for which client. */
export type Asked = Pick<Setting, 'caller' | 'clientId'>

const keyOf = ({ caller, clientId }: Asked) => ({ userId: caller.userId, clientId })

/** What the caller waits for at the client. */
export async function notices(db: Queryable, asked: Asked): Promise<ResponseOf<typeof listNotices>> {
  const key = keyOf(asked)
  return { articles: await queries.listWishes(db, key), lists: await queries.listWatches(db, key) }
}

/**
 * Asks for the notice that an article has a price and is not out of stock; asked again it stays as it is.
 * @throws Refusal 403 for staff without a client, 404 for an article that does not exist, 409 for one that lacks nothing or is
 *   not on sale, and for a wish too many
 */
export function wishArticle(db: Db, asked: Asked, articleId: number): Promise<{ articleId: number }> {
  requireClient(asked.caller, asked.clientId)
  const key = keyOf(asked)
  return db.tx(async (t) => {
    if (await queries.hasWish(t, key, articleId)) return { articleId }
    const offered = await queries.findOffered(t, asked.clientId, articleId)
    if (!offered) throw notFound(noticeTexts.unknown)
    if (!offered.listed) throw conflict(noticeTexts.notSold)
    const { unitPrice: price, stock } = offered
    if (isPrice(price) && (stock === null || stock > 0)) throw conflict(noticeTexts.isThere)
    if ((await queries.countWishes(t, key)) >= MOST_WISHES) throw conflict(noticeTexts.tooManyWishes)
    await queries.insertWish(t, key, { articleId, price, stock })
    return { articleId }
  })
}

/** Takes the wish for an article back. */
export async function unwishArticle(db: Db, asked: Asked, articleId: number): Promise<{ articleId: number }> {
  await queries.deleteWish(db.kysely, keyOf(asked), articleId)
  return { articleId }
}

/**
 * Asks for the notice of each price of a saved list that is not what it is now.
 * @throws Refusal 403 for staff without a client, 404 for a list that the caller does not see, 409 for a cart put aside, a list
 *   that is too long, and a list too many
 */
export function watchList(db: Db, asked: Asked, listId: number): Promise<{ listId: number }> {
  requireClient(asked.caller, asked.clientId)
  const key = keyOf(asked)
  return db.tx(async (t) => {
    const { kind, lineCount } = await requireList(t, listId, ownerOf(asked))
    if (kind !== 'list') throw conflict(noticeTexts.onlyLists)
    if (lineCount > MOST_WATCHED_LINES) throw conflict(noticeTexts.tooLong)
    const watched = await queries.listWatchedIds(t, key.userId)
    if (watched.includes(listId)) return { listId }
    if (watched.length >= MOST_WATCHES) throw conflict(noticeTexts.tooManyWatches)
    await queries.insertWatch(t, key, listId)
    return { listId }
  })
}

/** Ends the notices of a saved list, also of one that is shared no more. */
export async function unwatchList(db: Db, asked: Asked, listId: number): Promise<{ listId: number }> {
  await queries.deleteWatch(db.kysely, keyOf(asked), listId)
  return { listId }
}
