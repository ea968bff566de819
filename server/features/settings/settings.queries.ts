/** SQL for the settings. */
import type { Setting } from '../../../contract/settings.ts'
import type { Queryable } from '../../db/open.ts'

/** All settings, by key. */
export function listSettings(db: Queryable): Promise<Setting[]> {
  return db.selectFrom('setting').select(['key', 'value', 'aux']).orderBy('key').execute()
}
