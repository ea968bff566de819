/** SQL of runs of batches that the ERP's program has begun and not ended (R350). */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** Begins a run; undefined while one of the same list is open. */
export const insertRun = (t: Queryable, keyId: number, list: string) =>
  t
    .insertInto('push_run')
    .values({ key_id: keyId, list })
    .onConflict((conflict) => conflict.column('list').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findRunOf = (db: Queryable, list: string) =>
  db.selectFrom('push_run').select('id').where('list', '=', list).executeTakeFirst()

/** An open run, locked until the transaction ends. */
export const lockRun = (t: Queryable, id: number) =>
  t
    .selectFrom('push_run as run')
    .innerJoin('erp_key as key', 'key.id', 'run.key_id')
    .select(['run.key_id as keyId', 'run.list', 'run.row_count as rowCount', 'run.touched_at as touchedAt', 'key.name'])
    .where('run.id', '=', id)
    .forUpdate('run')
    .executeTakeFirst()

/** Stores a batch behind those of a run, unless the run has it; answers the rows that the run has then. */
export async function addToRun(
  t: Queryable,
  { runId, hash, rows }: { runId: number; hash: Buffer; rows: readonly unknown[] },
): Promise<number> {
  const added = await t
    .insertInto('push_run_batch')
    .values({
      run_id: runId,
      number: sql<number>`(select count(*) from push_run_batch where run_id = ${runId}::int)`,
      hash,
      rows: JSON.stringify(rows),
    })
    .onConflict((conflict) => conflict.columns(['run_id', 'hash']).doNothing())
    .returning('number')
    .executeTakeFirst()
  const { row_count } = await t
    .updateTable('push_run')
    .set({ touched_at: new Date(), row_count: sql<number>`row_count + ${added ? rows.length : 0}::int` })
    .where('id', '=', runId)
    .returning('row_count')
    .executeTakeFirstOrThrow()
  return row_count
}

/** The rows of a run, batch after batch as they were first sent. */
export async function readRun(db: Queryable, runId: number): Promise<unknown[]> {
  const batches = await db
    .selectFrom('push_run_batch')
    .select('rows')
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute()
  return batches.flatMap(({ rows }) => rows)
}

export const deleteRun = (t: Queryable, id: number) => t.deleteFrom('push_run').where('id', '=', id).execute()
