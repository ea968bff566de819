/** SQL of articles that can't be ordered, as they are described (R374). */
import { sql } from 'kysely'
import { offers, priceColumns } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** Articles by id, on sale or not, with where they stand in the tree and what they would cost a client today. */
export const listDescribed = (db: Queryable, clientId: number, ids: readonly number[]) =>
  db
    .selectFrom(offers(db, clientId))
    .innerJoin('article', 'article.id', 'offer.articleId')
    .leftJoin('brand', 'brand.id', 'offer.brandId')
    .leftJoin('category', 'category.id', 'offer.categoryId')
    .leftJoin('category as subcategory', 'subcategory.id', 'offer.subcategoryId')
    .select([
      ...(['offer.articleId', 'offer.code', 'offer.description', 'article.licence', 'offer.unitsPerPack'] as const),
      ...priceColumns,
      sql<string>`coalesce(brand.name, '')`.as('brand'),
      sql<string>`coalesce(category.name, '')`.as('category'),
      sql<string>`coalesce(subcategory.name, '')`.as('subcategory'),
    ])
    .where('offer.articleId', 'in', ids)
    .execute()

/** A client's decisions about articles, and the office's (`clientId` null). */
export const listDecisions = (db: Queryable, clientId: number, ids: readonly number[]) =>
  db
    .selectFrom('substitute')
    .select(['article_id as articleId', 'substitute_id as substituteId', 'client_id as clientId'])
    .where(sql<boolean>`article_id = any(${ids}::int[])`)
    .where((is) => is.or([is('client_id', '=', clientId), is('client_id', 'is', null)]))
    .execute()

/** Whose decision: a client's, or the office's for all. */
interface WhichDecision {
  readonly clientId: number | null
  readonly articleId: number
}

const isThis = ({ clientId, articleId }: WhichDecision) =>
  sql<boolean>`article_id = ${articleId} and client_id is not distinct from ${clientId}::int`

/** A decision, locked for a change; undefined for none. */
export const lockDecision = (t: Queryable, which: WhichDecision) =>
  t
    .selectFrom('substitute')
    .select(['id', 'client_id', 'article_id', 'substitute_id'])
    .where(isThis(which))
    .forUpdate()
    .executeTakeFirst()

/** Stores a decision in place of the one before; answers its id. */
export async function storeDecision(
  t: Queryable,
  { clientId, articleId, substituteId, userId }: WhichDecision & { substituteId: number | null; userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into substitute (client_id, article_id, substitute_id, decided_by)
    values (${clientId}::int, ${articleId}, ${substituteId}::int, ${userId})
    on conflict (article_id, coalesce(client_id, 0)) do update
      set substitute_id = excluded.substitute_id, decided_by = excluded.decided_by, decided_at = now()
    returning id`.execute(t)
  return (rows[0] as { id: number }).id
}

export const deleteDecision = (t: Queryable, which: WhichDecision) =>
  t.deleteFrom('substitute').where(isThis(which)).execute()

/** An article of any kind by its id, with its code as it was sold. */
export const findArticle = (db: Queryable, id: number) =>
  db
    .selectFrom(offers(db, 'base'))
    .select(['offer.articleId', 'offer.code', 'offer.description'])
    .where('offer.articleId', '=', id)
    .executeTakeFirst()
