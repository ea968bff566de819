/**
 * Runs of batches (R350): a program that sends 26,000 rows sends them in many batches, and the shop judges and takes them as
 * one feed. Nothing of a run is live before its end.
 */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { formatCount } from '../../../contract/amounts.ts'
import { MOST_RUN_ROWS, type PushRun, pushTexts } from '../../../contract/erp-push.ts'
import type { KeyHolder } from '../../caller.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { PushedKind } from '../../ports/erp/port.ts'
import { conflict, forbidden, notFound } from '../../refusal.ts'
import { storeRun } from '../erp-sync/erp-runs.queries.ts'
import { findBatch } from './push.queries.ts'
import { type PushParts, pushBatch } from './push.service.ts'
import * as queries from './push-runs.queries.ts'

/** A run that nobody touches for so many milliseconds is dropped. */
const IDLE_MS = 30 * 60_000

/** The name under which the answer to a run's end is kept for a day. No program can send it: it has a blank. */
const endOf = (runId: number): string => `corrida ${runId}`

/**
 * Begins a run of a list.
 * @throws Refusal 404 for a list that is none, 403 without the right to write it, 409 with the id of the run that is open
 */
export function beginRun({ db, wire }: PushParts, key: KeyHolder, list: string): Promise<PushRun> {
  const kind = wire.kinds.find(({ name }) => name === list)
  if (!kind) throw notFound(pushTexts.noList)
  if (!key.rights.includes(`${kind.subject}:escribir`)) throw forbidden()
  return db.tx(async (t, publish) => {
    const run = await queries.insertRun(t, key.id, list)
    if (!run) {
      const open = await queries.findRunOf(t, list)
      throw conflict(pushTexts.runOpen, [{ corrida: open?.id ?? null }])
    }
    await enqueue(t, { kind: 'pushRun', payload: { runId: run.id }, runAt: new Date(Date.now() + IDLE_MS) })
    publish('job')
    return { runId: run.id, list, rows: 0 }
  })
}

/**
 * Keeps a batch for the end of its run. The same rows once more are the same batch: their answer was lost.
 * @throws Refusal 404 for a run that is not open, of another key or another list; 409 for more rows than a run may have
 */
export function addBatch(
  { db }: PushParts,
  key: KeyHolder,
  { name }: PushedKind,
  { runId, rows }: { runId: number; rows: readonly unknown[] },
): Promise<PushRun> {
  const hash = createHash('sha256').update(JSON.stringify(rows)).digest()
  return db.tx(async (t) => {
    const run = await queries.lockRun(t, runId)
    if (run?.keyId !== key.id || run.list !== name) throw notFound(pushTexts.noRun)
    if (run.rowCount + rows.length > MOST_RUN_ROWS) throw conflict(pushTexts.runFull)
    return { runId, list: name, rows: await queries.addToRun(t, { runId, hash, rows }) }
  })
}

/**
 * Takes all rows of a run as one batch, or has them wait whole; the rows are numbered through all batches. The end that is sent
 * again within a day gets the same answer. @throws Refusal as `addBatch`, and as `pushBatch`
 */
export async function endRun(
  parts: PushParts,
  key: KeyHolder,
  runId: number,
  dryRun: boolean,
): Promise<{ answer: string; waits: boolean }> {
  const { db, wire } = parts
  const before = await findBatch(db.kysely, key.id, endOf(runId))
  if (before) return { answer: before.answer, waits: JSON.parse(before.answer).espera !== null }
  const run = await db.tx((t) => queries.lockRun(t, runId))
  const kind = wire.kinds.find(({ name }) => name === run?.list)
  if (run?.keyId !== key.id || !kind) throw notFound(pushTexts.noRun)
  const rows = await queries.readRun(db.kysely, runId)
  const alongside = async (t: Transaction<Tables>) => {
    // A batch that came after the rows were read would be answered as kept, and go with the run.
    const now = await queries.lockRun(t, runId)
    if (now?.rowCount !== rows.length) throw conflict(pushTexts.runChanged)
    await queries.deleteRun(t, runId)
  }
  return pushBatch(parts, key, kind, { rows, dryRun, idempotencyKey: endOf(runId), alongside })
}

/** Drops a run that was left, and tells the office. */
export const pushRunHandler =
  (db: Db, log: Log): Handler<'pushRun'> =>
  ({ runId }) =>
    db.tx(async (t) => {
      const run = await queries.lockRun(t, runId)
      if (!run) return
      const left = Date.parse(run.touchedAt) + IDLE_MS - Date.now()
      if (left > 0) return { againInMs: left }
      await queries.deleteRun(t, runId)
      const text = `${run.list}: ${pushTexts.runDropped(runId, formatCount(run.rowCount))}`
      await storeRun(t, { source: `API: ${run.name}`, complete: false, text })
      log.warn({ run: runId, list: run.list, rows: run.rowCount }, 'run of batches dropped')
    })
