/** SQL for the settings. */
import { type Insertable, sql } from 'kysely'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Setting } from '../../contract/settings.ts'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** All that were ever set, by key. */
export function listSettings(db: Queryable): Promise<(Setting & { version: number })[]> {
  return db.selectFrom('setting').select(['key', 'value', 'aux', 'version']).orderBy('key').execute()
}

/** Keeps everybody else from writing settings until the transaction ends; a row that is not there has no lock of its own. */
export async function lockSettings(t: Queryable): Promise<void> {
  await sql`lock table setting in share row exclusive mode`.execute(t)
}

/** Sets those that are not there yet. */
export async function insertMissing(
  db: Queryable,
  settings: readonly Insertable<Tables['setting']>[],
): Promise<void> {
  await db
    .insertInto('setting')
    .values([...settings])
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Changes a token that is there. */
export function setToken(
  t: Queryable,
  key: SettingKey,
  value: string,
): Promise<{ value: string; version: number }> {
  return t
    .updateTable('setting')
    .set({ value })
    .where('key', '=', key)
    .returning(['value', 'version'])
    .executeTakeFirstOrThrow()
}
