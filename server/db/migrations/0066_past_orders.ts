/**
 * Orders of the past (R397): what clients ordered before the shop was there, or beside it, as the ERP tells it. They stand in tables of
 * their own, so that nothing which hands over, mails, counts or limits orders can take them for the shop's. `id` is the ERP's key. A
 * row with `shop_order_id` is an order that the shop itself gave to the ERP: it is kept to be known again, without lines, and is
 * shown nowhere. A line names its article by code: it is history also where the shop has no such article.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table past_order (
    id integer primary key,
    client_id integer not null,
    at timestamptz not null,
    number text not null default '',
    state text not null default '',
    total bigint,
    shop_order_id integer,
    line_count integer not null default 0,
    lines_total bigint,
    changed_at timestamptz not null default now()
  )`,
  `create index past_order_client on past_order (client_id, at desc, id desc)`,
  `create table past_order_line (
    past_id integer not null references past_order (id) on delete cascade,
    line integer not null,
    code text not null,
    description text not null default '',
    quantity integer not null,
    unit_price bigint,
    primary key (past_id, line)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
