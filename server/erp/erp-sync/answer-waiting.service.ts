/** A person's answer to a feed that waits (R297): accepted, it is taken by a job, on whichever instance runs it. */
import type { Transaction } from 'kysely'
import { noSuchWaiting, waitsForAnother } from '../../../contract/erp.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { cursorStore, type ErpFeed, ImportBusyError, type StoredCursor } from '../../ports/erp/erp.ts'
import { conflict, notFound } from '../../refusal.ts'
import { noteRun } from './erp-runs.service.ts'
import { type ImportReport, importFeed, reportJson, reportText } from './erp-sync.service.ts'
import { forgetWaiting } from './feed-state.queries.ts'
import { noteReading } from './feed-state.service.ts'
import * as queries from './waiting.queries.ts'
import { onlyDepends, storedFile } from './waiting.service.ts'

const BUSY_MS = 5_000
/** Tries after which an accepted feed that cannot be taken waits again, so that the next one is not kept out. */
const TRIES = 5

/**
 * Accepts a feed that waits; a job takes it. Audited.
 *
 * @throws Refusal 404 when there is none, 409 when it waits no more or is decided with another one
 */
export async function acceptWaiting(db: Db, caller: Caller, id: number): Promise<boolean> {
  await db.tx(async (t, publish) => {
    const row = await lockOpen(t, id)
    if (onlyDepends(row)) throw conflict(waitsForAnother)
    await queries.setWaitingState(t, id, 'accepted', caller.userId)
    await auditAnswer(t, caller, row, 'accept')
    await enqueue(t, { kind: 'erpWaiting', payload: { waitingId: id } })
    publish('job')
  })
  return true
}

/**
 * Rejects a feed that waits: the shop stays as it is, and the same changes are not taken when they come again. Audited.
 *
 * @throws Refusal 404 when there is none, 409 when it waits no more
 */
export async function rejectWaiting(db: Db, caller: Caller, id: number): Promise<boolean> {
  const row = await db.tx(async (t, publish) => {
    const open = await lockOpen(t, id)
    await queries.setWaitingState(t, id, 'rejected', caller.userId)
    await auditAnswer(t, caller, open, 'reject')
    await forgetWaiting(t, open.kind)
    // What waits for this one is decided by the job.
    await enqueue(t, { kind: 'erpWaiting', payload: { waitingId: id } })
    publish('job')
    return open
  })
  const text = `${row.file}: una persona lo rechazó; la tienda sigue con lo que tenía.\r\n`
  const json = { COMPLETO: 0, MOTIVO: text.trim(), ESPERA: id, ARCHIVOS: [] }
  await noteRun(db, { source: row.source, complete: false, text, json, tellErp: isOfService(row) })
  return true
}

async function lockOpen(t: Transaction<Tables>, id: number): Promise<queries.WaitingRow> {
  const row = await queries.lockWaiting(t, id)
  if (!row) throw notFound(noSuchWaiting)
  if (row.state !== 'waiting') throw conflict(noSuchWaiting)
  return row
}

const auditAnswer = (
  t: Transaction<Tables>,
  { userId }: Caller,
  { id, file, source }: queries.WaitingRow,
  action: 'accept' | 'reject',
) => audit(t, { userId, action, entity: 'feed', entityId: id, after: { file, source } })

/** Only a service's list has a cursor. */
const isOfService = ({ head }: queries.WaitingRow): boolean => head.cursor !== undefined

/** Makes the handler of the job that follows an answer: takes an accepted feed, then tries those that depended on it. */
export function erpWaitingHandler(db: Db, log: Log): Handler<'erpWaiting'> {
  return async ({ waitingId }, { attempt }) => {
    const row = await queries.findWaiting(db.kysely, waitingId)
    // Rejected; or taken by an earlier try, or replaced by an import by hand.
    if (row?.state !== 'accepted') {
      await retryDependent(db, log)
      return undefined
    }
    let report: ImportReport
    try {
      report = await importFeed(db, storedFeed(db, row), { force: true, accepted: waitingId })
    } catch (error) {
      if (error instanceof ImportBusyError) return { againInMs: BUSY_MS }
      if (attempt < TRIES) throw error
      await db.tx((t) => queries.setWaitingState(t, waitingId, 'waiting'))
      throw new PermanentFailure(error instanceof Error ? error.message : String(error))
    }
    if (!report.complete) await db.tx((t) => queries.setWaitingState(t, waitingId, 'refused'))
    await noteAnswered(db, row, report, 'Lo aceptó una persona.', log)
    await retryDependent(db, log)
    return undefined
  }
}

/** Tries again the feeds that only waited for another feed, once that is answered or taken. */
export async function retryDependent(db: Db, log: Log): Promise<void> {
  for (const row of await queries.listOpen(db.kysely)) {
    if (row.state !== 'waiting' || !onlyDepends(row)) continue
    const report = await importFeed(db, storedFeed(db, row), { waits: row.source })
    const [file] = report.files
    if (file?.outcome === 'waiting' && file.waitingId === row.id) continue
    if (file?.outcome === 'refused') await db.tx((t) => queries.setWaitingState(t, row.id, 'refused'))
    await noteAnswered(db, row, report, 'Esperaba a otro archivo.', log)
  }
}

async function noteAnswered(db: Db, row: queries.WaitingRow, report: ImportReport, why: string, log: Log) {
  const text = `${why}\r\n${reportText(report)}`
  const json = { ...reportJson(report), ESPERA: row.id }
  await noteRun(db, { source: row.source, complete: report.complete, text, json, tellErp: isOfService(row) })
  await noteReading(db, report, log)
}

/** A stored file as a feed; once it is taken, its state and how far its list was read are stored with it. */
const storedFeed = (db: Db, row: queries.WaitingRow): ErpFeed => ({
  tables: [row.kind],
  read: async () => (await storedFile(db.kysely, row)) as never,
  cursorOf: () => row.head.cursor as StoredCursor | undefined,
  taken: async (t) => {
    if (row.head.cursor) await cursorStore(t).store(t, row.head.cursor as StoredCursor)
    await queries.setWaitingState(t, row.id, 'taken')
  },
})
