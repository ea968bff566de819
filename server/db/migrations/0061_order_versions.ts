/**
 * Versions of an order that was changed before anybody took it (R383). `sales_order` and `sales_order_line` always hold the last one, so
 * the version before reads it as it reads any order; the earlier ones are kept here as they were.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table sales_order
    add column version integer not null default 1,
    add column changed_at timestamptz,
    add column changed_by integer references app_user (id),
    add column change_key text`,
  `create table order_version (
    order_id integer not null references sales_order (id) on delete cascade,
    version integer not null,
    made_at timestamptz not null default now(),
    made_by integer not null references app_user (id),
    change_key text,
    note text not null,
    total bigint not null,
    primary key (order_id, version)
  )`,
  `create table order_version_line (
    order_id integer not null references sales_order (id) on delete cascade,
    version integer not null,
    nth integer not null,
    article_id integer not null references article (id),
    code text not null,
    description text not null,
    list_price bigint not null,
    discount integer not null,
    unit_price bigint not null,
    price_reason text not null,
    quantity integer not null,
    note text not null,
    primary key (order_id, version, nth),
    foreign key (order_id, version) references order_version (order_id, version) on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
