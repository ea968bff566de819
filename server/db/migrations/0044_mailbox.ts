/** The mailbox (R326): how far it was read, the mails, and which client an address was chosen for. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table mailbox (
    account text primary key,
    -- IMAP's UIDVALIDITY: with another one all numbers of mails are new.
    validity text not null default '',
    last_uid bigint not null default 0,
    read_at timestamptz,
    failing_since timestamptz,
    failures integer not null default 0,
    fault text not null default ''
  )`,
  `create table received_mail (
    id integer generated always as identity primary key,
    -- Hash of Message-ID and contents: some mails have no id, some repeat that of another.
    key text not null unique,
    received_at timestamptz not null default now(),
    sent_at timestamptz,
    message_id text not null,
    thread text not null,
    sender text not null,
    sender_name text not null,
    subject text not null,
    text text not null,
    quoted text not null,
    files jsonb not null,
    remarks jsonb not null,
    -- The mail itself, a stored file; empty for one that was too large.
    file text not null,
    client_id integer references client (id) on delete set null,
    taken_by integer references app_user (id),
    -- Since when rows of it are in the cart of whoever took it.
    carted_at timestamptz,
    reason text not null default '',
    order_id integer references sales_order (id),
    answered_at timestamptz
  )`,
  `create index received_mail_sender on received_mail (sender)`,
  `create index received_mail_client on received_mail (client_id)`,
  `create table mail_sender (
    address text primary key,
    client_id integer not null references client (id) on delete cascade,
    chosen_by integer references app_user (id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
