/** The list of imports, and telling the ERP's service what became of what it sent (R297). */
import type { Db } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { type ErpRun, storeRun } from './erp-runs.queries.ts'

/** Stores the report of an import, unless it repeats the last one; with `tellErp` tells the ERP what it stored. */
export async function noteRun(db: Db, { tellErp, ...run }: ErpRun & { tellErp?: boolean }): Promise<void> {
  await db.tx(async (t, publish) => {
    const runId = await storeRun(t, run)
    if (!tellErp || runId === undefined) return
    await enqueue(t, { kind: 'erpReport', payload: { runId } })
    publish('job')
  })
}
