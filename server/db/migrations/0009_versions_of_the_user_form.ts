/** What stands on the form of a user and in other tables counts for its versions, too (R41): client and addresses. */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table client add column version integer not null default 1`,
  `create trigger client_version before update on client
    for each row execute function raise_row_version()`,
  `create function raise_version_of_user() returns trigger language plpgsql as $$
    begin
      update app_user set version = version + 1 where id = new.user_id;
      return null;
    end $$`,
  `create trigger user_address_added after insert on user_address
    for each row execute function raise_version_of_user()`,
  `create trigger user_address_changed after update on user_address
    for each row when (old is distinct from new) execute function raise_version_of_user()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
