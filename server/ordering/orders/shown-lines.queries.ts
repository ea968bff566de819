/** SQL of an order that names its lines. */
import { sql } from 'kysely'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { LineToOrder } from './orders.rules.ts'

/** Articles that are in no cart, as lines to order; the caller fills in quantity, note and shown price. */
export function findArticlesToOrder(t: Queryable, articleIds: readonly number[]): Promise<LineToOrder[]> {
  return t
    .selectFrom(offers(t))
    .select([
      'articleId',
      'code',
      'description',
      'multiple',
      'unitsPerPack',
      'listPrice',
      'discount',
      'steps',
      'listed',
      'bindingStock',
      sql<number>`0`.as('quantity'),
      sql<string>`''`.as('note'),
      sql<number>`0`.as('shownPrice'),
    ])
    .where('articleId', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
}
