/** SQL of deleted carts: each deletion is one batch of changes in the audit log. */
import { sql } from 'kysely'
import type { KeptLine } from '../../db/kept-lines.ts'
import type { Queryable } from '../../db/open.ts'

/** The kind of such batches. */
export const DELETED_CARTS = 'carts'

/** Locks a user's last deletion that was not taken back and is at most so many minutes old. */
export function lockLastBatch(t: Queryable, userId: number, minutes: number) {
  return t
    .selectFrom('change_batch')
    .select('id')
    .where('kind', '=', DELETED_CARTS)
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('at', '>', sql<string>`now() - ${minutes} * interval '1 minute'`)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** The lines that a deletion removed. */
export async function listDeletedLines(t: Queryable, batchId: number): Promise<KeptLine[]> {
  const entries = await t
    .selectFrom('audit')
    .select(sql<{ kept: KeptLine[] } | null>`before`.as('before'))
    .where('batch_id', '=', batchId)
    .where('action', '=', 'delete')
    .orderBy('id')
    .execute()
  return entries.flatMap(({ before }) => before?.kept ?? [])
}

export async function markUndone(t: Queryable, batchId: number, userId: number): Promise<void> {
  await t
    .updateTable('change_batch')
    .set({ undone_at: sql`now()`, undone_by: userId })
    .where('id', '=', batchId)
    .execute()
}

/** Codes of articles by their ids. */
export async function findCodes(t: Queryable, articleIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await t
    .selectFrom('article')
    .select(['id', 'code'])
    .where('id', '=', sql<number>`any(${articleIds}::int[])`)
    .execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}
