/**
 * What became of an order after it was sent (R304): the states, dispatches, news of lines and papers that the ERP or the
 * office told. They are a set: `erp_id` is the ERP's own key of each, so that what comes twice is stored once. The present
 * state stands in the order's row, made anew of the set whenever that changes, for lists and filters.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table order_event (
    id integer generated always as identity primary key,
    erp_id integer unique,
    order_id integer not null references sales_order (id) on delete cascade,
    at timestamptz not null,
    state text not null,
    text text not null default '',
    source text not null check (source in ('erp', 'office')),
    user_id integer references app_user (id),
    batch_id bigint,
    carrier text not null default '',
    guide text not null default '',
    packages integer,
    reason text not null default '',
    stored_at timestamptz not null default now()
  )`,
  `create index order_event_order on order_event (order_id)`,
  `create index order_event_batch on order_event (batch_id) where batch_id is not null`,
  `create table order_dispatch (
    id integer generated always as identity primary key,
    erp_id integer not null unique,
    order_id integer not null references sales_order (id) on delete cascade,
    article_id integer not null,
    at timestamptz not null,
    quantity integer not null,
    note text not null default '',
    carrier text not null default '',
    guide text not null default '',
    packages integer
  )`,
  `create index order_dispatch_order on order_dispatch (order_id, article_id)`,
  // The last one of an article in an order counts.
  `create table order_line_news (
    id integer generated always as identity primary key,
    erp_id integer not null unique,
    order_id integer not null references sales_order (id) on delete cascade,
    article_id integer not null,
    at timestamptz not null,
    accepted integer,
    reason text not null default '',
    replaced_by integer
  )`,
  `create index order_line_news_order on order_line_news (order_id, article_id)`,
  `create table order_paper (
    id integer generated always as identity primary key,
    erp_id integer not null unique,
    order_id integer not null references sales_order (id) on delete cascade,
    kind text not null,
    number text not null,
    day date not null,
    amount bigint,
    link text not null default '',
    file text not null default ''
  )`,
  `create index order_paper_order on order_paper (order_id)`,
  `alter table sales_order
    add column course_state text not null default 'received',
    add column course_text text not null default '',
    add column course_at timestamptz,
    add column course_version integer not null default 0,
    add column pending_units integer not null default 0`,
  `update sales_order set course_at = coalesce(case when erp_state in ('accepted', 'rejected') then erp_answered_at end, created_at),
    course_state = case erp_state when 'accepted' then 'accepted' when 'rejected' then 'refused' else 'received' end`,
  `create index sales_order_course on sales_order (course_state, id)`,
  `create index sales_order_pending on sales_order (id) where pending_units > 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
