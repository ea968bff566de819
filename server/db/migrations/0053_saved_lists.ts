/**
 * Saved lists and carts put aside (R368, R369): named sets of lines of a user for a client, −1 for none. A shared one is of all
 * who order for the client. `shown_price` is what a unit cost when the list was saved, in cents, 0 without a price.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table saved_list (
    id integer generated always as identity primary key,
    user_id integer not null references app_user (id),
    client_id integer not null,
    kind text not null check (kind in ('list', 'aside')),
    name text not null,
    shared boolean not null default false,
    archived boolean not null default false,
    changed_at timestamptz not null default now(),
    version integer not null default 1
  )`,
  `create index saved_list_client on saved_list (client_id, user_id)`,
  `create index saved_list_user on saved_list (user_id)`,
  `create trigger saved_list_version before update on saved_list
    for each row execute function raise_row_version()`,
  `create table saved_list_line (
    list_id integer not null references saved_list (id) on delete cascade,
    place integer not null,
    article_id integer not null references article (id),
    quantity integer not null check (quantity > 0),
    note text not null default '',
    shown_price bigint not null default 0,
    primary key (list_id, article_id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
