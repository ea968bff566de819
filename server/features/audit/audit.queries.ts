/** SQL of the audit log. */
import { type Insertable, sql } from 'kysely'
import type { AuditedEntity } from '../../../contract/audit.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertAudit(t: Queryable, entry: Insertable<Tables['audit']>): Promise<void> {
  await t.insertInto('audit').values(entry).execute()
}

/** Who changed a record last, and when; `by` is '' when the program did. */
export function findLastChange(t: Queryable, entity: AuditedEntity, entityId: string) {
  return t
    .selectFrom('audit as a')
    .leftJoin('app_user as u', 'u.id', 'a.user_id')
    .select(['a.at', sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as('by')])
    .where('a.entity', '=', entity)
    .where('a.entity_id', '=', entityId)
    .orderBy('a.id', 'desc')
    .executeTakeFirst()
}
