/**
 * Orders that a seller sends to be accepted by link (R387), as the link's own copy: `lines` is JSON of articles, quantities, notes and
 * what they cost then. With the number of a quotation its prices hold. `list_id` is the cart put aside that it was made of, which
 * ends with the order. The row stays with the order, which says by it that the client accepted it.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table offer (
    id integer generated always as identity primary key,
    client_id integer not null,
    user_id integer not null references app_user (id),
    list_id integer,
    quotation integer,
    address_id integer not null,
    note text not null default '',
    lines text not null,
    state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
    decided_at timestamptz,
    word text not null default '',
    order_id integer unique references sales_order (id)
  )`,
  `create index offer_client on offer (client_id)`,
  `create index offer_user on offer (user_id)`,
  `create index offer_list on offer (list_id) where list_id is not null`,
  `create index shared_link_opens on shared_link (opens, opens_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
