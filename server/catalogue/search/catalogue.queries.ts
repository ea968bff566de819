/** SQL of the catalogue: the rows that a snapshot is built from. */
import { sql } from 'kysely'
import { NEW_DAYS } from '../../../contract/rules.ts'
import { articleColumnsFor, listingColumns, selectedSql } from '../../db/article-columns.ts'
import type { Queryable } from '../../db/open.ts'
import { baseTerms, pricedSql } from '../../db/price.ts'
import { soldBySql } from '../../db/sold-by.ts'

/** Whether an article on sale has a VAT rate. */
export async function hasVatRates(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from article join listing on listing.article_id = article.id
    where article.active and listing.active and article.vat_rate is not null) as has`.execute(db)
  return rows[0]?.has ?? false
}

const { multiple: _multiple, ...shownColumns } = articleColumnsFor('shop')
const article = sql.raw(selectedSql('a', shownColumns))
const { discount: _ofSteps, ...ownColumns } = listingColumns
const listing = sql.raw(selectedSql('l', ownColumns))
const named = { article: 'a', listing: 'l', price: 'p' }

/** A piece of the catalogue as the JSON text the rebuild takes, and the last article id in it. */
export interface ItemsPiece {
  json: string
  lastId: number
}

/**
 * Up to `limit` articles on sale with an id above `after`, as the JSON text of an array of CatalogueItem:
 * the database writes it, so the event loop only passes it on. Undefined when there are none left.
 */
export async function readItems(db: Queryable, after: number, limit: number): Promise<ItemsPiece | undefined> {
  const { rows } = await sql<{ json: string | null; lastId: number | null }>`
    select json_agg(item)::text as json, max(item."articleId") as "lastId"
    from (
      select a.id as "articleId", l.id as "listingId", ${article}, ${listing},
        ${soldBySql({ article: 'a', brand: 'b' })} as multiple,
        case when l.created_at > now() - ${`${NEW_DAYS} days`}::interval
          then to_char(l.created_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD') end as "listedOn",
        coalesce(b.name, '') as brand, coalesce(c.name, '') as category, coalesce(s.name, '') as subcategory,
        coalesce(b.position, 0) as "brandPosition", coalesce(c.position, 0) as "categoryPosition",
        coalesce(s.position, 0) as "subcategoryPosition", priced."listPrice", priced.discount, priced.steps, m.media
      from listing l
      join article a on a.id = l.article_id
      left join price p on p.article_id = a.id
      cross join lateral ${pricedSql(named, baseTerms)} priced
      left join brand b on b.id = l.brand_id
      left join category c on c.id = l.category_id
      left join category s on s.id = l.subcategory_id
      left join lateral (
        select json_build_array(
          max(file) filter (where slot = 1), max(file) filter (where slot = 2), max(file) filter (where slot = 3),
          max(file) filter (where slot = 4), max(file) filter (where slot = 5)
        ) as media
        from media where media.article_id = a.id
      ) m on true
      where l.article_id > ${after} and l.active and a.active
      order by l.article_id
      limit ${limit}
    ) item`.execute(db)
  const [piece] = rows
  return piece?.json && piece.lastId !== null ? { json: piece.json, lastId: piece.lastId } : undefined
}

/** Brands in their order. */
export function listBrands(db: Queryable) {
  return db.selectFrom('brand').select(['id', 'name', 'position']).orderBy('position').orderBy('id').execute()
}

/** Categories and subcategories, each brand's in their order. */
export function listCategories(db: Queryable) {
  return db
    .selectFrom('category')
    .select(['id', 'brand_id as brandId', 'parent_id as parentId', 'name', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}
