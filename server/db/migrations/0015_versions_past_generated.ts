/**
 * Columns that the database computes are not there yet when a trigger compares a row: every change of a user, also one
 * that changes nothing, raised its version.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  // Without arguments as before; with them, the columns that do not count.
  `create or replace function raise_row_version() returns trigger language plpgsql as $$
    begin
      if (tg_nargs = 0 and new is distinct from old)
        or (tg_nargs > 0 and (to_jsonb(new) - tg_argv) is distinct from (to_jsonb(old) - tg_argv))
      then new.version := old.version + 1; end if;
      return new;
    end $$`,
  `drop trigger app_user_version on app_user`,
  `create trigger app_user_version before update on app_user
    for each row execute function raise_row_version('search_text', 'name_key', 'business_name_key')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
