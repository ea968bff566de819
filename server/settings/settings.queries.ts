/** SQL for the settings. */
import { type Insertable, sql } from 'kysely'
import { isEmail } from '../../contract/email.ts'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Setting } from '../../contract/settings.ts'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** All settings that were ever set, by key. */
export function listSettings(db: Queryable): Promise<(Setting & { version: number })[]> {
  return db.selectFrom('setting').select(['key', 'value', 'aux', 'version']).orderBy('key').execute()
}

/** The ids of the lists of prices in use. */
export async function listIds(db: Queryable): Promise<number[]> {
  const lists = await db.selectFrom('price_list').select('id').where('active', '=', true).execute()
  return lists.map(({ id }) => id)
}

/** The addresses of the office that new orders and registrations are mailed to (R311), each once. */
export async function findOfficeMails(db: Queryable): Promise<string[]> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'NOTIF_PED').executeTakeFirst()
  return [...new Set((row?.value ?? '').split(/[;,\s]+/).filter(isEmail))]
}

/** Locks the table against other writers until the transaction ends; a setting without a row could not be locked alone. */
export async function lockSettings(t: Queryable): Promise<void> {
  await sql`lock table setting in share row exclusive mode`.execute(t)
}

/** Inserts the settings that have no row yet; stored ones stay. */
export async function insertMissing(db: Queryable, settings: readonly Insertable<Tables['setting']>[]): Promise<void> {
  await db
    .insertInto('setting')
    .values([...settings])
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Changes a stored token; throws when there is none. */
export function setToken(t: Queryable, key: SettingKey, value: string): Promise<{ value: string; version: number }> {
  return t
    .updateTable('setting')
    .set({ value })
    .where('key', '=', key)
    .returning(['value', 'version'])
    .executeTakeFirstOrThrow()
}
