/** SQL for the settings. */
import type { Setting } from '../../../contract/settings.ts'
import type { Queryable } from '../../db/open.ts'

/** All settings, by key. */
export function listSettings(db: Queryable): Promise<Setting[]> {
  return db.selectFrom('setting').select(['key', 'value', 'aux']).orderBy('key').execute()
}

/** Sets a setting; answers what it was, undefined when it is new. */
export async function upsertSetting(t: Queryable, setting: Setting): Promise<Setting | undefined> {
  const before = await t
    .selectFrom('setting')
    .select(['key', 'value', 'aux'])
    .where('key', '=', setting.key)
    .forUpdate()
    .executeTakeFirst()
  const { value, aux } = setting
  await t
    .insertInto('setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, aux }))
    .execute()
  return before
}
