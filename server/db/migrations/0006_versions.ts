/** Versions of records that two people may edit (R41), and changes of many rows at once that belong together. */
import { type Kysely, sql } from 'kysely'

/** What is edited on a form of the administration. */
const EDITED = ['app_user', 'listing', 'brand', 'category', 'setting', 'slide']

const statements = [
  // By the database, so that no way of changing a row can forget it.
  `create function raise_row_version() returns trigger language plpgsql as $$
    begin
      if new is distinct from old then new.version := old.version + 1; end if;
      return new;
    end $$`,
  ...EDITED.flatMap((table) => [
    `alter table ${table} add column version integer not null default 1`,
    `create trigger ${table}_version before update on ${table}
      for each row execute function raise_row_version()`,
  ]),
  `create table change_batch (
    id integer generated always as identity primary key,
    at timestamptz not null default now(),
    user_id integer not null references app_user (id),
    kind text not null,
    row_count integer not null,
    undone_at timestamptz,
    undone_by integer references app_user (id)
  )`,
  `alter table audit add column batch_id integer references change_batch (id)`,
  `create index audit_batch on audit (batch_id) where batch_id is not null`,
  `create index audit_at on audit (at desc, id desc)`,
  `create index audit_user on audit (user_id, id desc)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
