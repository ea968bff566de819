/** The choice of clients as a subquery, written once for every list that can be narrowed to some clients. */
import type { ExpressionBuilder } from 'kysely'
import { NO_SELLER } from '../../contract/rules.ts'
import { escapeLike } from './like.ts'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'

/** Whose clients: a seller's own; undefined for all, null for a vendedor without a seller, who has none. */
export type SellerScope = number | null | undefined

/** Which clients, active or not; a client must meet every condition. */
export interface ClientChoice {
  readonly scope: SellerScope
  /** Words that a client's search text must hold, each in at least one of its forms. */
  readonly words: readonly (readonly string[])[]
  /** Clients of this seller; NO_SELLER: clients without a seller; undefined: clients of all. */
  readonly sellerId: number | undefined
}

/** Whether a client's search text holds a word. */
export const hasWord = (compare: ExpressionBuilder<Tables, 'client'>, word: string) =>
  compare('search_text', 'like', `%${escapeLike(word)}%`)

/** A query of the ids of the chosen clients. */
export function chosenClients(db: Queryable, { scope, words, sellerId }: ClientChoice) {
  let query = db.selectFrom('client').select('client.id')
  if (scope !== undefined) query = query.where('seller_id', '=', scope)
  if (sellerId === NO_SELLER) query = query.where('seller_id', 'is', null)
  else if (sellerId !== undefined) query = query.where('seller_id', '=', sellerId)
  for (const forms of words) query = query.where((client) => client.or(forms.map((form) => hasWord(client, form))))
  return query
}
