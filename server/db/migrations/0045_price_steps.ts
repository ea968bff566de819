/**
 * Lower prices from a quantity on, as the ERP tells them (R351). A step names an article or a branch of the tree: brand_id is
 * its brand, and category_id the category or subcategory below which it holds, if any. A line of an order keeps in words how its price came about.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table price_step (
    id integer primary key,
    article_id integer references article (id),
    brand text not null default '',
    category text not null default '',
    subcategory text not null default '',
    brand_id integer references brand (id) on delete set null,
    category_id integer references category (id) on delete set null,
    units integer not null check (units > 0),
    percent integer not null check (percent between 0 and 10000),
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `alter table sales_order_line add column price_reason text not null default ''`,
  `create index price_step_article on price_step (article_id)`,
  `create index price_step_brand on price_step (brand_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
