/**
 * What an article costs whom (R352): lists of prices that clients have, prices of one client's own, and from when each holds.
 * A price without a beginning has held for ever. A line of an order keeps what its price was made of.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table price_list (
    id integer primary key,
    name text not null,
    active boolean not null default true,
    from_erp boolean not null default true
  )`,
  `create table list_price (
    id text primary key,
    list_id integer not null references price_list (id),
    article_id integer not null references article (id),
    since timestamptz not null default '-infinity',
    list_price bigint not null check (list_price >= 0),
    active boolean not null default true,
    from_erp boolean not null default true,
    unique (list_id, article_id, since)
  )`,
  `create table client_price (
    id text primary key,
    client_id integer not null references client (id),
    article_id integer not null references article (id),
    since timestamptz not null default '-infinity',
    until timestamptz not null default 'infinity',
    list_price bigint not null check (list_price >= 0),
    with_discount boolean not null default false,
    active boolean not null default true,
    from_erp boolean not null default true,
    unique (client_id, article_id, since)
  )`,
  `create index list_price_article on list_price (article_id)`,
  `create index client_price_article on client_price (article_id)`,
  `alter table client add column list_id integer references price_list (id)`,
  `alter table price_step add column list_id integer references price_list (id)`,
  `alter table sales_order_line
    add column list_id integer references price_list (id),
    add column bonus integer not null default 0,
    add column vat_rate integer`,
  `alter table catalogue_version add column priced_at timestamptz not null default now()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
