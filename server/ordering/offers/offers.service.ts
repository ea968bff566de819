/** A seller sends an order to be accepted by link, and sees what became of it (R387). */
import type { Transaction } from 'kysely'
import { clientNotFound } from '../../../contract/clients.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { type makeOffer as makeCall, offerTexts, type SentOffer } from '../../../contract/offers.ts'
import { addressRefused, NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { hasPrice } from '../../../contract/price.ts'
import { savedListTexts } from '../../../contract/saved-lists.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict, notFound, wrongField } from '../../refusal.ts'
import { requireClient } from '../lines/lines.service.ts'
import { makeLink } from '../links/links.service.ts'
import { findClientsForOrders, lockCartLines } from '../orders/orders.queries.ts'
import { findArticlesToOrder } from '../orders/shown-lines.queries.ts'
import { listListLines } from '../saved-lists/saved-lists.queries.ts'
import { ownerOf, requireList } from '../saved-lists/saved-lists.service.ts'
import * as queries from './offers.queries.ts'
import { linesToKeep } from './offers.rules.ts'

type Made = ResponseOf<typeof makeCall>

interface ToOffer {
  readonly caller: Caller
  readonly clientId: number
  /** An address of the client's, PICKUP or NO_ADDRESS. */
  readonly addressId: number
  readonly note: string
  /** The last day on which it may be accepted, yyyy-mm-dd. */
  readonly lastDay: string
}

/**
 * Answers whether the shop's prices hold VAT.
 * @throws Refusal 400 for an address that an order for the client could not have, 404 for a client that is not there
 */
async function requireAddress(t: Queryable, clientId: number, addressId: number): Promise<{ withVat: boolean }> {
  const [client] = await findClientsForOrders(t, [clientId])
  if (!client) throw notFound(clientNotFound)
  const fits =
    addressId === PICKUP ||
    (addressId === NO_ADDRESS ? client.addresses.length === 0 : client.addresses.some(({ id }) => id === addressId))
  if (!fits) throw wrongField('addressId', addressRefused)
  return { withVat: client.pricesWithVat }
}

/** Stores lines as an offer, and makes its link. @throws Refusal 409 where an article is not sold, or for a link too many */
async function storeOffer(
  t: Transaction<Tables>,
  { caller, clientId, addressId, note, lastDay }: ToOffer,
  lines: readonly { readonly articleId: number; readonly quantity: number; readonly note: string }[],
  of: { readonly listId: number | null; readonly quotation: number | null },
): Promise<Made> {
  const { withVat } = await requireAddress(t, clientId, addressId)
  const ids = lines.map(({ articleId }) => articleId)
  const articles = new Map((await findArticlesToOrder(t, clientId, ids)).map((line) => [line.articleId, line]))
  const sold = lines.flatMap((line) => {
    const article = articles.get(line.articleId)
    return article?.listed && hasPrice(article) ? [{ ...line, article }] : []
  })
  if (sold.length < lines.length) throw conflict(offerTexts.notSold)
  const offerId = await queries.insertOffer(t, {
    ...{ client_id: clientId, user_id: caller.userId, list_id: of.listId, quotation: of.quotation },
    ...{ address_id: addressId, note: note.trim() },
    lines: JSON.stringify(linesToKeep(sold, { isQuoted: of.quotation !== null, withVat })),
  })
  const link = { kind: 'accept', opens: 'offer', opensId: offerId, clientId, userId: caller.userId, lastDay } as const
  const { id, key, endsAt } = await makeLink(t, link)
  return { id, key, until: endsAt, quotation: of.quotation }
}

/**
 * Makes the link by which a client accepts a cart that was put aside, at the prices of the day on which it does. The link keeps the
 * lines as they are now; the list stays until the order is made, and whoever takes it up or deletes it withdraws the link.
 * @throws Refusal 400 for an address or a day that does not fit, 403 for no client, 404 for a list that is not there, 409 for one
 *   that is empty, was sent to be confirmed or is no cart put aside, for articles that are not sold, and for a link too many
 */
export function makeOffer(db: Db, caller: Caller, given: BodyOf<typeof makeCall>): Promise<Made> {
  const { clientId, listId } = given
  requireClient(caller, clientId)
  return db.tx(async (t) => {
    const list = await requireList(t, listId, ownerOf({ caller, clientId }))
    if (list.kind !== 'aside' || list.sent) throw conflict(offerTexts.onlyAside)
    const lines = await listListLines(t, listId)
    if (lines.length === 0) throw conflict(savedListTexts.empty)
    return storeOffer(t, { ...given, caller }, lines, { listId, quotation: null })
  })
}

/**
 * Makes the link by which a client accepts the caller's cart as a quotation, whose prices hold to its last day. The cart stays.
 * @param quotation its number
 * @throws Refusal as `makeOffer`
 */
export async function offerCart(t: Transaction<Tables>, given: ToOffer, quotation: number): Promise<Made> {
  const { caller, clientId } = given
  requireClient(caller, clientId)
  const lines = await lockCartLines(t, { userId: caller.userId, clientId })
  if (lines.length === 0) throw conflict(savedListTexts.emptyCart)
  return storeOffer(t, given, lines, { listId: null, quotation })
}

/** What was sent to a client, with what it answered. */
export const offers = (db: Queryable, clientId: number): Promise<SentOffer[]> => queries.listOffers(db, clientId)
