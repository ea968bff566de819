/** SQL of the audit log. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AuditedEntity } from '../../contract/audit.ts'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Audited records that are one row: its table, and the column whose value is their id in the log. */
const RECORDS = {
  user: ['app_user', 'id'],
  'user-address': ['user_address', 'id'],
  product: ['listing', 'article_id'],
  brand: ['brand', 'id'],
  category: ['category', 'id'],
  setting: ['setting', 'key'],
  slide: ['slide', 'slot'],
  webhook: ['webhook', 'id'],
  'erp-key': ['erp_key', 'id'],
  promotion: ['promotion', 'id'],
  'price-list': ['price_list', 'id'],
  'order-rule': ['order_rule', 'id'],
  'saved-list': ['saved_list', 'id'],
  'client-address': ['client_address', 'id'],
  link: ['shared_link', 'id'],
} as const satisfies Partial<Record<AuditedEntity, readonly [table: keyof Tables, key: string]>>
export type RecordEntity = keyof typeof RECORDS
type TableOf<E extends RecordEntity> = Tables[(typeof RECORDS)[E][0]]
/** The stored row of an audited record. */
export type RecordRow<E extends RecordEntity> = Selectable<TableOf<E>>
export type RecordChanges<E extends RecordEntity> = Updateable<TableOf<E>>

/** The row of a record, locked for a change. */
export async function lockRow<E extends RecordEntity>(
  t: Queryable,
  entity: E,
  id: number | string,
): Promise<RecordRow<E> | undefined> {
  const [table, key] = RECORDS[entity]
  const { rows } = await sql<
    RecordRow<E>
  >`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`.execute(t)
  return rows[0]
}

/** Changes the row of a record; answers it as it is then. */
export async function updateRow<E extends RecordEntity>(
  t: Queryable,
  entity: E,
  id: number | string,
  changes: RecordChanges<E>,
): Promise<RecordRow<E>> {
  const [table, key] = RECORDS[entity]
  const columns = Object.entries(changes).filter(([, value]) => value !== undefined)
  const set = sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  const { rows } = await sql<
    RecordRow<E>
  >`update ${sql.table(table)} set ${set} where ${sql.ref(key)} = ${id} returning *`.execute(t)
  return rows[0] as RecordRow<E>
}

export async function insertAudit(t: Queryable, entry: Insertable<Tables['audit']>): Promise<void> {
  await t.insertInto('audit').values(entry).execute()
}

/** Rows of one statement: far from the number of values that a statement may carry. */
const CHUNK = 1000

/** Stores many entries, CHUNK in each statement. */
export async function insertAudits(t: Queryable, entries: readonly Insertable<Tables['audit']>[]): Promise<void> {
  for (let from = 0; from < entries.length; from += CHUNK)
    await t
      .insertInto('audit')
      .values(entries.slice(from, from + CHUNK))
      .execute()
}

/** A change of many rows that belong together; answers its id. */
export async function insertBatch(
  t: Queryable,
  batch: Pick<Insertable<Tables['change_batch']>, 'user_id' | 'kind' | 'row_count'>,
): Promise<number> {
  const { id } = await t.insertInto('change_batch').values(batch).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Who last changed one of these columns of any of these records, and when. */
export function findLastChangeAmong(
  t: Queryable,
  entity: AuditedEntity,
  entityIds: readonly string[],
  columns: readonly string[],
) {
  const hasColumn = (side: 'before' | 'after') => sql<boolean>`jsonb_exists_any(a.${sql.ref(side)}, ${columns}::text[])`
  return lastChange(t)
    .where('a.entity', '=', entity)
    .where(sql<boolean>`a.entity_id = any(${entityIds}::text[])`)
    .where((or) => or.or([hasColumn('before'), hasColumn('after')]))
    .executeTakeFirst()
}

/** Who changed a record last, and when; `by` is '' when the program did. A user's addresses stand on the user's form. */
export function findLastChange(t: Queryable, entity: AuditedEntity, entityId: string) {
  return lastChange(t)
    .where((is) => {
      const own = is.and([is('a.entity', '=', entity), is('a.entity_id', '=', entityId)])
      if (entity !== 'user') return own
      const addresses = is
        .selectFrom('user_address')
        .select(sql<string>`id::text`.as('id'))
        .where('user_id', '=', Number(entityId))
      return is.or([own, is.and([is('a.entity', '=', 'user-address'), is('a.entity_id', 'in', addresses)])])
    })
    .executeTakeFirst()
}

const lastChange = (t: Queryable) =>
  t
    .selectFrom('audit as a')
    .leftJoin('app_user as u', 'u.id', 'a.user_id')
    .select(['a.at', sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as('by')])
    .orderBy('a.id', 'desc')
    .limit(1)
