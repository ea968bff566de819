/** SQL of articles by their codes and ids. */
import { sql } from 'kysely'
import type { Priced } from '../../../contract/price.ts'
import { offers, priceColumns } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** An article with today's price; `listed`: it is on sale. */
export interface OfferedArticle extends Priced {
  articleId: number
  code: string
  description: string
  alias: string
  multiple: number
  unitsPerPack: number
  /** What an order keeps of its price, as LineToOrder has it. */
  listId: number | null
  bonus: number
  vatRate: number | null
  listed: boolean
  /** Units that may be ordered, null for any number. */
  bindingStock: number | null
  /** The keys (codeKey) of its code and alias, and its EAN; '' for one that it lacks. */
  keys: string[]
}

/** Articles by id, or by the key of their code, alias or EAN, with what they cost a client today, on sale or not. */
export function findOffers(
  db: Queryable,
  clientId: number,
  { ids, keys }: { ids: readonly number[]; keys: readonly string[] },
): Promise<OfferedArticle[]> {
  return db
    .selectFrom(offers(db, clientId))
    .innerJoin('article', 'article.id', 'offer.articleId')
    .select([
      'offer.articleId',
      'offer.code',
      'offer.description',
      'offer.alias',
      'offer.multiple',
      'offer.unitsPerPack',
      ...priceColumns,
      'offer.listed',
      'offer.bindingStock',
      sql<string[]>`array[article.code_key, article.alias_key, article.ean]`.as('keys'),
    ])
    .where(
      sql<boolean>`article.id in (
        select unnest(${ids}::int[])
        union select id from article where code_key = any(${keys}::text[])
        union select id from article where alias_key = any(${keys}::text[]) and alias_key <> ''
        union select id from article where ean = any(${keys}::text[]) and ean <> ''
      )`,
    )
    .orderBy('offer.articleId')
    .execute()
}
