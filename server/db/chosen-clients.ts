/** Clients as a part of another query, written once for every list that is narrowed by them. */
import type { ExpressionBuilder } from 'kysely'
import { NO_SELLER } from '../../contract/rules.ts'
import { escapeLike } from './like.ts'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'

/** Whose clients: a seller's own; undefined for all, null for a vendedor without a seller, who has none. */
export type SellerScope = number | null | undefined

/** Which clients, active or not: everything that is given narrows. */
export interface ClientChoice {
  readonly scope: SellerScope
  /** Each in one of its forms. */
  readonly words: readonly (readonly string[])[]
  /** Of this seller; NO_SELLER: of none. */
  readonly sellerId: number | undefined
}

export const hasWord = (is: ExpressionBuilder<Tables, 'client'>, word: string) =>
  is('search_text', 'like', `%${escapeLike(word)}%`)

/** The ids of clients. */
export function chosenClients(db: Queryable, { scope, words, sellerId }: ClientChoice) {
  let query = db.selectFrom('client').select('client.id')
  if (scope !== undefined) query = query.where('seller_id', '=', scope)
  if (sellerId === NO_SELLER) query = query.where('seller_id', 'is', null)
  else if (sellerId !== undefined) query = query.where('seller_id', '=', sellerId)
  for (const forms of words) query = query.where((is) => is.or(forms.map((form) => hasWord(is, form))))
  return query
}
