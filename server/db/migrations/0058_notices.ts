/**
 * Notices (R380 to R382). `article_wish`: a user wants to be told when an article has a price, or is in stock, for a client
 * (−1 for none); `price_then` and `stock_then` are what it had when the user asked. `list_watch`: a user wants to be told when a
 * price of a saved list changes; `list_watch_price` is the price that was told last of each of its articles, in cents, 0 without
 * one. `notice_mail`: each user's last mail of notices, with what it says until it is sent. `notice_link`: the hashes of the links
 * that end a user's notices.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table article_wish (
    user_id integer not null references app_user (id),
    client_id integer not null,
    article_id integer not null references article (id),
    price_then bigint not null default 0,
    stock_then integer,
    asked_at timestamptz not null default now(),
    primary key (user_id, client_id, article_id)
  )`,
  `create index article_wish_client on article_wish (client_id)`,
  `create index article_wish_article on article_wish (article_id)`,
  `create table list_watch (
    user_id integer not null references app_user (id),
    list_id integer not null references saved_list (id) on delete cascade,
    asked_at timestamptz not null default now(),
    primary key (user_id, list_id)
  )`,
  `create index list_watch_list on list_watch (list_id)`,
  `create table list_watch_price (
    user_id integer not null,
    list_id integer not null,
    article_id integer not null references article (id),
    unit_price bigint not null,
    primary key (user_id, list_id, article_id),
    foreign key (user_id, list_id) references list_watch (user_id, list_id) on delete cascade
  )`,
  `create index list_watch_price_article on list_watch_price (article_id)`,
  `create table notice_mail (
    id integer generated always as identity primary key,
    user_id integer not null unique references app_user (id),
    made_at timestamptz not null,
    sent_at timestamptz,
    content json not null
  )`,
  `create table notice_link (
    hash text primary key,
    user_id integer not null references app_user (id),
    made_at timestamptz not null default now()
  )`,
  `create index notice_link_user on notice_link (user_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
