/** SQL of the audit log. */
import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertAudit(t: Queryable, entry: Insertable<Tables['audit']>): Promise<void> {
  await t.insertInto('audit').values(entry).execute()
}
