/** Clients as staff looks for them (R106: a vendedor loads the own ones, others all). */
import {
  CLIENT_MATCHES,
  type Client,
  type ClientForOrders,
  type FoundClient,
  type PendingCart,
} from '../../../contract/clients.ts'
import { saleLineOf } from '../../../contract/orders.ts'
import { type Caller, scopeOf } from '../../caller.ts'
import type { ClientChoice } from '../../db/chosen-clients.ts'
import type { Queryable } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import {
  findClients,
  findSellerOfUser,
  listClients,
  listClientsWithAddresses,
  listPendingCarts,
} from './clients.queries.ts'
import { wordForms } from './clients.rules.ts'

/** The seller that a user is; without a user, the one that the caller is. Null when the user is no seller. */
async function sellerOf(db: Queryable, caller: Caller, userId: number | undefined): Promise<number | null> {
  if (userId === undefined || userId === caller.userId) return caller.sellerId
  return (await findSellerOfUser(db, userId))?.seller_id ?? null
}

/** The active clients of the seller that a user is. */
export async function sellersClients(db: Queryable, caller: Caller, userId?: number): Promise<Client[]> {
  return listClients(db, await sellerOf(db, caller, userId))
}

/** The clients a caller may see, each with all that an order for it needs: a device without signal has them then (R226). */
export async function clientsForOrders(db: Queryable, caller: Caller): Promise<ClientForOrders[]> {
  const rows = await listClientsWithAddresses(db, scopeOf(caller))
  return rows.map((row) => ({ ...row, line: saleLineOf(row.condition) }))
}

/** The waiting carts of the clients of the seller that a user is. */
export async function sellersCarts(db: Queryable, caller: Caller, userId?: number): Promise<PendingCart[]> {
  return listPendingCarts(db, await sellerOf(db, caller, userId))
}

/** The waiting carts of the clients a caller may see: all, to a vendedor those of the own clients (R100). */
export const waitingCarts = (db: Queryable, caller: Caller): Promise<PendingCart[]> =>
  listPendingCarts(db, scopeOf(caller))

/** A page of CLIENT_MATCHES clients that match the typed text; without text, of all clients: the recent ones, then by name. */
export async function searchClients(
  db: Queryable,
  caller: Caller,
  { text, page, recent }: { text: string; page: number; recent: readonly number[] },
): Promise<FoundClient[]> {
  const folded = foldText(text)
  const words = wordForms(folded)
  // A text of signs alone finds nobody.
  if (words.length === 0 && text.trim() !== '') return []
  const range = { limit: CLIENT_MATCHES, offset: page * CLIENT_MATCHES }
  return findClients(db, scopeOf(caller), words, folded, { ...range, recent, userId: caller.userId })
}

/**
 * Chooses the clients, active or not, that the caller may see, that the text finds and that belong to the seller.
 * Undefined stands for all clients: the caller may see all and asked for none. 'nobody' for a text of signs alone.
 */
export function clientsFor(
  caller: Caller,
  { text, sellerId }: { text: string; sellerId: number | undefined },
): ClientChoice | 'nobody' | undefined {
  const scope = scopeOf(caller)
  const words = wordForms(foldText(text))
  if (words.length === 0 && text.trim() !== '') return 'nobody'
  return words.length === 0 && scope === undefined && sellerId === undefined ? undefined : { scope, words, sellerId }
}
