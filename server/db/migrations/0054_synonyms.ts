/**
 * Other words for what is searched (R377): who searches for `words` is also shown what `meaning` finds. `key` is both as they
 * are compared, without case and accents.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table synonym (
        id integer generated always as identity primary key,
        words text not null,
        meaning text not null,
        key text not null unique
      )`,
    )
    .execute(db)
}
