/**
 * Lists of prices of the shop's own (R359). The list that the office gave a client stands above that of the ERP, and a feed leaves
 * it alone. A price of null says that from then on the list has none of its own for the article.
 *
 * `price_now` is the moment by which prices are read: now, or the one that a transaction has set (R360). `promoted` is as in
 * 0047_promotions.ts, but by that moment.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table price_list add column version integer not null default 1`,
  `create trigger price_list_version before update on price_list for each row execute function raise_row_version()`,
  `alter table list_price alter column list_price drop not null`,
  `alter table client add column own_list_id integer references price_list (id)`,
  `create function price_now() returns timestamptz language sql stable as $$
    select coalesce(nullif(current_setting('bulto.priced_at', true), '')::timestamptz, now())
  $$`,
  `create or replace function promoted(
    of_article integer, of_brand integer, of_category integer, of_subcategory integer, of_list integer,
    out lower_price bigint, out lower_name text, out greater_percent integer, out greater_name text
  ) language plpgsql stable as $$
    declare moment timestamptz := price_now();
    begin
      if not exists (select from promotion where begins_at <= moment and ends_at > moment) then return; end if;
      select pa.price, p.name into lower_price, lower_name
      from promotion_article pa join promotion p on p.id = pa.promotion_id
      where pa.article_id = of_article and pa.price is not null and p.begins_at <= moment and p.ends_at > moment
        and (p.lists is null or coalesce(of_list, 0) = any (p.lists))
      order by pa.price, p.id limit 1;
      select p.percent, p.name into greater_percent, greater_name
      from promotion p
      where p.percent is not null and p.begins_at <= moment and p.ends_at > moment
        and (p.lists is null or coalesce(of_list, 0) = any (p.lists))
        and case p.covers when 'articles'
          then exists (select from promotion_article pa where pa.promotion_id = p.id and pa.article_id = of_article)
          else p.brand_id = of_brand and (p.covers = 'brand' or p.category_id in (of_category, of_subcategory)) end
      order by p.percent desc, p.id limit 1;
    end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
