/** SQL of the promotions in the office. */
import { type Insertable, sql } from 'kysely'
import type { Coverage, Promotion } from '../../../contract/promotions.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** All promotions: those that run, those ahead, those that are over; of each the one that begins or ended last first. */
export async function listPromotions(db: Queryable, baseList: string): Promise<Promotion[]> {
  const { rows } = await sql<Promotion>`
    select p.id, p.name, p.percent, p.covers, p.begins_at as begins, p.ends_at as ends, p.version, told.state,
      coalesce(b.name, '') as brand, concat_ws(' / ', above.name, c.name) as category,
      (select count(*)::int from promotion_article pa where pa.promotion_id = p.id) as articles,
      case when p.lists is not null then array(
        select case when id = 0 then ${baseList}::text else coalesce(list.name, 'N.º ' || id) end
        from unnest(p.lists) with ordinality asked (id, nth) left join price_list list using (id) order by nth
      ) end as lists
    from promotion p
      cross join lateral (
        select case when p.ends_at <= now() then 'over' when p.begins_at > now() then 'ahead' else 'runs' end as state
      ) told
      left join brand b on b.id = p.brand_id
      left join category c on c.id = p.category_id
      left join category above on above.id = c.parent_id
    order by array_position(array['runs', 'ahead', 'over'], told.state), p.ends_at desc, p.id desc`.execute(db)
  return rows
}

/** A promotion with the branch that it names, its category's own parent beside it. */
export function findPromotion(db: Queryable, id: number) {
  return db
    .selectFrom('promotion as p')
    .leftJoin('category as c', 'c.id', 'p.category_id')
    .select(['p.name', 'p.percent', 'p.covers', 'p.brand_id as brandId', 'p.lists', 'p.version'])
    .select(['p.begins_at as begins', 'p.ends_at as ends', 'c.id as placeId', 'c.parent_id as parentId'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** The articles that a promotion names, by code. */
export function listNamed(db: Queryable, id: number) {
  return db
    .selectFrom('promotion_article as pa')
    .innerJoin('article as a', 'a.id', 'pa.article_id')
    .select(['a.code', 'pa.price'])
    .where('pa.promotion_id', '=', id)
    .orderBy(sql`a.code collate "C"`)
    .execute()
}

/** Articles in use whose code, as codes are compared, is one of these. */
export function listByKeys(db: Queryable, keys: readonly string[]) {
  return db
    .selectFrom('article')
    .select(['id', 'code', 'code_key as key'])
    .where('active', '=', true)
    .where(sql<boolean>`code_key = any(${keys}::text[])`)
    .orderBy('id')
    .execute()
}

/** Articles on sale of a branch. */
export async function listOfBranch(
  db: Queryable,
  { covers, brandId, categoryId }: { covers: Coverage; brandId: number | null; categoryId: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from listing l join article a on a.id = l.article_id and a.active
    where l.active and l.brand_id = ${brandId}
      and (${covers} = 'brand' or ${categoryId}::int in (l.category_id, l.subcategory_id))
    order by a.code collate "C"`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a brand has a category, or a category of its own a subcategory. */
export async function isBranch(
  db: Queryable,
  { brandId, categoryId, subcategoryId }: { brandId: number; categoryId: number | null; subcategoryId: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from brand where id = ${brandId})
      and (${categoryId}::int is null or exists (
        select from category where id = ${categoryId} and brand_id = ${brandId} and parent_id is null))
      and (${subcategoryId}::int is null or exists (
        select from category where id = ${subcategoryId} and parent_id = ${categoryId})) as there`.execute(db)
  return rows[0]?.there === true
}

/** How many of these lists there are. */
export async function countLists(db: Queryable, ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('price_list')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** The moment of the transaction, by the clock that promotions begin and end by. */
export async function readNow(t: Queryable): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(t)
  return rows[0]?.now ?? ''
}

export function insertPromotion(t: Queryable, row: Insertable<Tables['promotion']>) {
  return t.insertInto('promotion').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Counts a change of a promotion's articles as a change of the promotion (R41). */
export async function raiseVersion(t: Queryable, id: number): Promise<void> {
  await sql`update promotion set version = version + 1 where id = ${id}`.execute(t)
}

/** The articles that a promotion names, in place of those before. */
export async function setNamed(
  t: Queryable,
  id: number,
  articles: readonly { id: number; cents: number | null }[],
): Promise<void> {
  await t.deleteFrom('promotion_article').where('promotion_id', '=', id).execute()
  await sql`
    insert into promotion_article (promotion_id, article_id, price)
    select ${id}::int, * from unnest(${articles.map((one) => one.id)}::int[], ${articles.map((one) => one.cents)}::bigint[])
  `.execute(t)
}
