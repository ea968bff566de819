/** SQL of the staff's articles: which ones match, in which order, and what is shown of them. */
import { type RawBuilder, sql } from 'kysely'
import type { ListingFilter, ListingOrder } from '../../../contract/product-manager.ts'
import { UNASSIGNED_BRAND, WITHOUT_CATEGORY } from '../../../contract/rules.ts'
import {
  articleColumnsFor,
  type FieldValues,
  listingColumns,
  selectedOrAbsentSql,
  selectedSql,
} from '../../db/article-columns.ts'
import { escapeLike } from '../../db/like.ts'
import type { Queryable } from '../../db/open.ts'
import { priceSql } from '../../db/price.ts'

/** What a text asks for: the articles of some codes alone, or those that have each of some words. */
export type TextCondition = { readonly keys: readonly string[] } | { readonly words: readonly string[] } | undefined

/** A filter with its text read. */
export interface ListingConditions extends Omit<ListingFilter, 'text'> {
  readonly text: TextCondition
}

/** Those of the given code keys that an article has as its code or alias. */
export async function existingKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select code_key as key from article where code_key = any(${keys}::text[])
    union
    select alias_key from article where alias_key <> '' and alias_key = any(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

const price = priceSql(sql`p.list_price`, sql`l.discount`)
const unpriced = sql`(${price} > 0) is not true`
const code = sql`a.code collate "C"`
/** The catalogue's order: an article without a brand (category, subcategory) comes after those that have one. */
const place = sql`b.position, c.position, s.position, l.position, ${code}, a.id`
/** The article's id ends every order (R5). Articles without a price come last in both price orders (R6). */
const orders: Record<ListingOrder, RawBuilder<unknown>> = {
  default: place,
  priceAsc: sql`${unpriced}, ${price}, ${place}`,
  priceDesc: sql`${unpriced}, ${price} desc, ${place}`,
  codeAsc: sql`${code}, a.id`,
  codeDesc: sql`${code} desc, a.id`,
}

/** Every article with what the shop says of it; joins that an order does not need cost nothing. */
const everything = sql`article a
  left join listing l on l.article_id = a.id
  left join price p on p.article_id = a.id
  left join brand b on b.id = l.brand_id
  left join category c on c.id = l.category_id
  left join category s on s.id = l.subcategory_id`

function conditionOf({ text, brandId, categoryId, subcategoryId, active }: ListingConditions) {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (text && 'keys' in text) {
    conditions.push(sql`(a.code_key = any(${text.keys}::text[])
      or (a.alias_key <> '' and a.alias_key = any(${text.keys}::text[])))`)
  } else {
    for (const word of text?.words ?? []) conditions.push(sql`a.search_text like ${`%${escapeLike(word)}%`}`)
  }
  if (brandId === UNASSIGNED_BRAND) conditions.push(sql`l.brand_id is null`)
  else if (brandId !== undefined) conditions.push(sql`l.brand_id = ${brandId}`)
  if (categoryId === WITHOUT_CATEGORY) conditions.push(sql`l.id is not null and l.category_id is null`)
  else if (categoryId !== undefined) conditions.push(sql`l.category_id = ${categoryId}`)
  if (subcategoryId !== undefined) conditions.push(sql`l.subcategory_id = ${subcategoryId}`)
  if (active !== undefined) {
    // An article that is not listed yet is not switched off either: the ERP alone says whether it is active.
    const onSale = brandId === UNASSIGNED_BRAND ? sql`a.active and l.active is not false` : sql`a.active and l.active`
    conditions.push(active ? onSale : sql`(${onSale}) is not true`)
  }
  return sql.join(conditions, sql` and `)
}

/** Ids of all articles that match, in their order. */
export async function listArticleIds(db: Queryable, conditions: ListingConditions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ${everything} where ${conditionOf(conditions)} order by ${orders[conditions.order]}`.execute(db)
  return rows.map(({ id }) => id)
}

const shownColumns = articleColumnsFor('office')

/** An article as stored, with its listing, if it has one. Prices are cents. */
export interface ManagedRow extends FieldValues<typeof shownColumns>, FieldValues<typeof listingColumns> {
  articleId: number
  listingId: number | null
  listPrice: number
  active: boolean
  inErp: boolean
  version: number
  brand: string | null
  category: string | null
  subcategory: string | null
  /** The files of the five slots. */
  media: readonly (string | null)[] | null
  /** How many match in all. */
  total: number
}

const article = sql.raw(selectedSql('a', shownColumns))
const listing = sql.raw(selectedOrAbsentSql('l', listingColumns))

/** The rows of the articles in `chosen`, a select of `id`; each carries `total`. */
const rowsOf = (chosen: RawBuilder<unknown>, total: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ManagedRow>`
  select a.id as "articleId", l.id as "listingId", ${article}, ${listing},
    coalesce(p.list_price, 0) as "listPrice", coalesce(l.active, false) as active, a.active as "inErp",
    coalesce(l.version, 0) as version, b.name as brand, c.name as category, s.name as subcategory,
    (select json_agg(m.file order by series.nr) from generate_series(1, 5) as series(nr)
      left join media m on m.article_id = a.id and m.slot = series.nr) as media,
    ${total} as total
  from (${chosen}) chosen
  join ${everything} on a.id = chosen.id
  order by ${order}`

/** Articles that match, each with the number of all that do; without `page` all of them. */
export async function listManaged(
  db: Queryable,
  conditions: ListingConditions,
  page?: { limit: number; offset: number },
): Promise<ManagedRow[]> {
  const order = orders[conditions.order]
  const matching = sql`from ${everything} where ${conditionOf(conditions)}`
  // The page is cut from ids alone: only its own rows are read in full. The total is a query of its own, which needs
  // neither order nor joins. With a count beside each row, all rows that match would have to be kept and sorted.
  const chosen = sql`select a.id ${matching} order by ${order}
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`
  return (await rowsOf(chosen, sql`(select count(*)::int ${matching})`, order).execute(db)).rows
}

/** One article, or undefined. */
export async function findManaged(db: Queryable, articleId: number): Promise<ManagedRow | undefined> {
  const { rows } = await rowsOf(sql`select ${articleId}::integer as id`, sql`1`, sql`a.id`).execute(db)
  return rows[0]
}
