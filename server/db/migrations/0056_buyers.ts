/**
 * Several buyers of one client (R370 to R372). A buyer without a CUIT has 'sin-cuit-' and the own id in `app_user.cuit`: the version
 * before reads the column as a text that is always there, as it does with the CUIT of an erased account. What a buyer who only
 * prepares orders has sent is a cart put aside with a row of `sent_cart`, so that the version before sees a cart put aside. The list
 * ends with the order; the row stays, so that who comes second hears who confirmed.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table app_user
    add column order_right text not null default 'confirm' check (order_right in ('prepare', 'confirm')),
    add column invited_by integer references app_user (id),
    add column invited_at timestamptz,
    add column ended_at timestamptz`,
  `create table sent_cart (
    list_id integer primary key,
    client_id integer not null,
    user_id integer not null references app_user (id),
    state text not null default 'waiting' check (state in ('waiting', 'returned', 'confirmed')),
    address_id integer not null,
    note text not null default '',
    sent_at timestamptz not null default now(),
    decided_by integer references app_user (id),
    decided_at timestamptz,
    word text not null default '',
    order_id integer unique references sales_order (id)
  )`,
  `create index sent_cart_client on sent_cart (client_id) where state = 'waiting'`,
  `create index sent_cart_user on sent_cart (user_id)`,
  `create index sent_cart_decided on sent_cart (decided_by) where decided_by is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
