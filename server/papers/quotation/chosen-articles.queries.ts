/** SQL of the articles of a quotation. */
import { sql } from 'kysely'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** Chosen articles that are on sale, as a quotation shows them; those without a price have the list price 0. */
export function listChosen(db: Queryable, clientId: number, articleIds: readonly number[]) {
  return db
    .selectFrom(offers(db, clientId))
    .select([
      ...(['offer.articleId', 'offer.code', 'offer.description', 'offer.multiple'] as const),
      ...([
        'offer.unitsPerPack',
        'offer.listPrice',
        'offer.discount',
        'offer.unitPrice',
        'offer.hint',
        'offer.vatRate',
      ] as const),
      sql<(string | null)[]>`array(
        select m.file from media m where m.article_id = "offer"."articleId" order by m.slot
      )`.as('media'),
    ])
    .where(sql<boolean>`"offer"."articleId" = any(${articleIds}::int[])`)
    .where('offer.listed', '=', true)
    .execute()
}
