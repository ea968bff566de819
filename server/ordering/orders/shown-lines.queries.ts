/** SQL of an order that names its lines. */
import { sql } from 'kysely'
import { offers, priceColumns } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { LineToOrder } from './orders.rules.ts'

/** Articles that are in no cart, as lines of a client to order; the caller fills in quantity, note and shown price. */
export function findArticlesToOrder(
  t: Queryable,
  clientId: number,
  articleIds: readonly number[],
): Promise<LineToOrder[]> {
  return t
    .selectFrom(offers(t, clientId))
    .select([
      'articleId',
      'code',
      'description',
      'multiple',
      'unitsPerPack',
      ...priceColumns,
      'listed',
      'bindingStock',
      sql<number>`0`.as('quantity'),
      sql<string>`''`.as('note'),
      sql<number>`0`.as('shownPrice'),
    ])
    .where('articleId', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
}
