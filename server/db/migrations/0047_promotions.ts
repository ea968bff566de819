/**
 * Promotions of the shop's own (R358): a percent off, or a price of each article. One covers the articles that it names, a
 * brand, or a category or subcategory; without its branch it covers nothing. `lists` names the lists whose buyers it is for, 0
 * being the base list; null is all.
 *
 * `promoted` tells what the promotions that run make of an article for who buys by a list. A function, because it is asked in
 * every query of prices: planned with each of them it takes as long as all the rest.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table promotion (
    id integer generated always as identity primary key,
    name text not null,
    percent integer check (percent between 1 and 10000),
    covers text not null check (covers in ('articles', 'brand', 'category')),
    brand_id integer references brand (id) on delete set null,
    category_id integer references category (id) on delete set null,
    lists integer[],
    begins_at timestamptz not null,
    ends_at timestamptz not null check (ends_at >= begins_at),
    version integer not null default 1
  )`,
  `create trigger promotion_version before update on promotion
    for each row execute function raise_row_version()`,
  `create table promotion_article (
    promotion_id integer not null references promotion (id),
    article_id integer not null references article (id),
    price bigint check (price > 0),
    primary key (promotion_id, article_id)
  )`,
  `create index promotion_article_article on promotion_article (article_id)`,
  `create function promoted(
    of_article integer, of_brand integer, of_category integer, of_subcategory integer, of_list integer,
    out lower_price bigint, out lower_name text, out greater_percent integer, out greater_name text
  ) language plpgsql stable as $$
    begin
      if not exists (select from promotion where begins_at <= now() and ends_at > now()) then return; end if;
      select pa.price, p.name into lower_price, lower_name
      from promotion_article pa join promotion p on p.id = pa.promotion_id
      where pa.article_id = of_article and pa.price is not null and p.begins_at <= now() and p.ends_at > now()
        and (p.lists is null or coalesce(of_list, 0) = any (p.lists))
      order by pa.price, p.id limit 1;
      select p.percent, p.name into greater_percent, greater_name
      from promotion p
      where p.percent is not null and p.begins_at <= now() and p.ends_at > now()
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
