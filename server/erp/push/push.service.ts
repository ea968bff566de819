/** Batches of rows that the ERP's program sends (R294): read as a feed's file, taken row by row, answered once. */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { type BatchAnswer, batchAnswer, pushTexts, type RowAnswer } from '../../../contract/erp-push.ts'
import type { KeyHolder } from '../../caller.ts'
import { type Db, isTwice, type Log } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { turns } from '../../lib/turns.ts'
import { FeedError, type FeedProblem, type RowKey, type RowResult } from '../../ports/erp/erp.ts'
import type { PushedKind, PushWire } from '../../ports/erp/port.ts'
import { conflict, notFound, Refusal } from '../../refusal.ts'
import { storeRun } from '../erp-sync/erp-runs.queries.ts'
import { type FileReport, ImportBusyError, reportText, takeBatch } from '../erp-sync/erp-sync.service.ts'
import { noteSuccess } from '../erp-sync/feed-state.queries.ts'
import { noteReading } from '../erp-sync/feed-state.service.ts'
import { readList as readRecords } from '../erp-sync/read-list.service.ts'
import { findFollower, findWaiting } from '../erp-sync/waiting.queries.ts'
import { findBatch, storeBatch } from './push.queries.ts'

export interface PushParts {
  db: Db
  wire: PushWire
  log: Log
}

export interface Batch {
  rows: readonly unknown[]
  /** Tells what would become of the rows, and changes nothing. */
  dryRun: boolean
  /** The same key with the same rows gets the same answer. */
  idempotencyKey: string | null
  /** Done in the transaction that takes the rows or has them wait; what it throws undoes that. A dry run leaves it out. */
  alongside?: (t: Transaction<Tables>) => Promise<void>
}

/** A dry run's end: what was done is undone. */
class Undone extends Error {
  readonly report: FileReport
  constructor(report: FileReport) {
    super()
    this.report = report
  }
}

/** One batch at a time in each instance: a program that sends several at once waits, and is not refused. */
const inTurn = turns(1)

/**
 * Takes the good rows of a batch in one transaction, and answers row by row, as JSON.
 * @throws Refusal 409 for an Idempotency-Key of another batch and in a demo shop, 503 while another import runs
 */
export async function pushBatch(
  { db, wire, log }: PushParts,
  key: KeyHolder,
  kind: PushedKind,
  { rows, dryRun, idempotencyKey, alongside }: Batch,
): Promise<{ answer: string; waits: boolean }> {
  const once = dryRun ? null : idempotencyKey
  const requestHash = createHash('sha256')
    .update(`${kind.name}\n${JSON.stringify(rows)}`)
    .digest()
  const answered = async (): Promise<{ answer: string; waits: boolean } | undefined> => {
    const before = once === null ? undefined : await findBatch(db.kysely, key.id, once)
    if (before && !before.requestHash.equals(requestHash)) throw conflict(pushTexts.otherBody)
    return before && { answer: before.answer, waits: JSON.parse(before.answer).espera !== null }
  }
  const known = await answered()
  if (known !== undefined) return known
  const file = await wire.read(kind.table, rows)
  const changesListings = key.rights.includes('asignaciones:cambiar')
  const source = `API: ${key.name}`
  try {
    const report = await inTurn(() =>
      takeBatch(db, { ...file, changesListings }, { source, isTrial: dryRun }, async (t, made) => {
        if (dryRun) throw new Undone(made)
        const answer = answerText(made, rows.length, false)
        if (once !== null)
          await storeBatch(t, { key_id: key.id, idempotency_key: once, request_hash: requestHash, answer })
        await alongside?.(t)
        if (made.outcome === 'imported') await noteSuccess(t)
        // Each row is answered to the program; what it was refused, the office sees, too.
        else {
          const text = reportText({ files: [made], complete: false })
          await storeRun(t, { source, complete: false, text })
        }
      }),
    )
    // The office is told of what waits, as of a file.
    if (report.outcome === 'waiting') await noteReading(db, { files: [report] }, log)
    const { inserted, changed, deactivated, refused } = report
    if (inserted + changed + deactivated + refused > 0)
      log.info({ key: key.id, list: kind.name, inserted, changed, deactivated, refused }, 'batch taken')
    return { answer: answerText(report, rows.length, false), waits: report.outcome === 'waiting' }
  } catch (error) {
    if (error instanceof Undone) return { answer: answerText(error.report, rows.length, true), waits: false }
    if (error instanceof ImportBusyError)
      throw new Refusal('OVERLOADED', pushTexts.busy, undefined, { 'retry-after': '5' })
    if (error instanceof FeedError) throw conflict(error.message)
    // The same batch was sent twice at once: the other one was first.
    const other = isTwice(error) ? await answered() : undefined
    if (other !== undefined) return other
    throw error
  }
}

const words: Readonly<Record<RowResult, RowAnswer['result']>> = {
  inserted: 'nuevo',
  changed: 'cambiado',
  unchanged: 'sin cambios',
  deactivated: 'baja',
  kept: 'conservado',
}

const answerText = (report: FileReport, count: number, dryRun: boolean): string =>
  JSON.stringify(z.encode(batchAnswer, answerOf(report, count, dryRun)))

function byRow(problems: readonly FeedProblem[]) {
  const rows = new Map<number | null, Pick<FeedProblem, 'code' | 'column' | 'message'>[]>()
  for (const { row, code, column, message } of problems) {
    const known = rows.get(row) ?? []
    rows.set(row, known)
    known.push({ code, column, message })
  }
  return rows
}

function answerOf(report: FileReport, count: number, dryRun: boolean): BatchAnswer {
  const faults = byRow(report.problems)
  const told = byRow(report.remarks)
  const { inserted, changed, unchanged, deactivated } = report
  const rows = Array.from({ length: count }, (_, index): RowAnswer => {
    const place = index + 1
    const own = faults.get(place)
    const result = report.results?.get(place)
    if (!own && report.outcome === 'waiting') return { place, result: 'en espera' }
    if (result === undefined) return { place, result: 'rechazado', faults: own ?? faults.get(null) ?? [] }
    if (result === 'kept')
      return { place, result: words.kept, faults: [{ code: 'PROPIO', column: null, message: pushTexts.kept }] }
    const remarks = [...(own ?? []), ...(told.get(place) ?? [])]
    return { place, result: words[result], ...(remarks.length > 0 && { remarks }) }
  })
  const refused = rows.filter(({ result }) => result === 'rechazado').length
  const guards = report.guards.map(({ message }) => message)
  return { dryRun, waiting: report.waitingId, guards, inserted, changed, unchanged, deactivated, refused, rows }
}

/** A page of the rows of a list as the shop has them: what came from the ERP, or all listings. */
export async function readList(
  { db, wire }: PushParts,
  { table }: PushedKind,
  { after, limit }: { after?: RowKey | undefined; limit: number },
) {
  const found = await readRecords(db.kysely, table, { after, limit })
  return {
    rows: found.map(({ record }) => wire.write(table, record)),
    next: found.length === limit ? (found.at(-1)?.key ?? null) : null,
  }
}

const states = {
  waiting: 'en espera',
  accepted: 'aceptado',
  taken: 'tomado',
  refused: 'rechazado',
  rejected: 'rechazado',
  replaced: 'reemplazado',
} as const

/** What became of a batch that waited. @throws Refusal 404, also for a list that the key may neither read nor write */
export async function waitingBatch({ db, wire }: PushParts, key: KeyHolder, id: number) {
  const row = await findWaiting(db.kysely, id)
  const kind = wire.kinds.find(({ table }) => table === row?.kind)
  const mayAsk = kind && key.rights.some((right) => right.split(':')[0] === kind.subject)
  if (!row?.head.mayLack || !mayAsk) throw notFound()
  const by = row.state === 'replaced' ? await findFollower(db.kysely, row) : null
  return { id, list: kind.name, state: states[row.state], by }
}
