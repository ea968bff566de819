/** The feeds that a guard stopped (R297): they are stored whole, so that accepting needs nothing sent again. */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { type FeedPreview, feedPreview, type WaitingFeed } from '../../../contract/erp.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { type FeedFile, type FeedTable, ImportBusyError, keyOfRecord, type SettledFile } from '../../ports/erp/erp.ts'
import { forgetWaiting } from './feed-state.queries.ts'
import * as queries from './waiting.queries.ts'

type Tx = Transaction<Tables>

const BEING_TAKEN = 'Se está tomando el archivo que alguien aceptó'

/** A file that guards stopped, and under which name it waits. */
export interface Stopped {
  file: FeedFile<FeedTable>
  /** Its name in the list of imports. */
  source: string
  digest: string
  preview: FeedPreview
  cursor?: unknown
}

/**
 * Keeps a stopped file until a person answers; it takes the place of an older one of its kind. The same changes that
 * somebody rejected are told as `rejected`, and do not wait again.
 *
 * @throws ImportBusyError while the older one was accepted and is being taken
 */
export async function keepWaiting(
  t: Tx,
  { file, source, digest, preview, cursor }: Stopped,
): Promise<{ state: 'waiting' | 'rejected'; id: number }> {
  const last = await queries.lockLatest(t, file.table)
  if (last?.state === 'accepted') throw new ImportBusyError(BEING_TAKEN)
  const isSame = last?.digest === digest
  if (isSame && last.state === 'rejected') return { state: 'rejected', id: last.id }
  if (isSame && last.state === 'waiting' && last.source === source) return { state: 'waiting', id: last.id }
  if (last?.state === 'waiting') await queries.setWaitingState(t, last.id, 'replaced')
  const { rows, table, name, problems: _problems, remarks: _remarks, goneRows: _goneRows, ...own } = file
  const head = { ...own, ...(cursor !== undefined && { cursor }) }
  const shown = z.encode(feedPreview, preview)
  const id = await queries.insertWaiting(t, { kind: table, source, file: name, digest, head, shown }, rows)
  return { state: 'waiting', id }
}

/** A waiting feed as the file that it was. */
export async function storedFile(t: Queryable, row: queries.WaitingRow): Promise<FeedFile<FeedTable>> {
  const { cursor: _cursor, ...head } = row.head
  const rows = await queries.readWaitingRows(t, row.id)
  return { ...head, rows, table: row.kind, name: row.file, problems: [] }
}

/**
 * The file of a kind that waits; undefined: none does.
 *
 * @throws ImportBusyError while it was accepted and is being taken
 */
export async function openFile(t: Tx, kind: FeedTable) {
  const row = await queries.lockLatest(t, kind)
  if (row?.state === 'accepted') throw new ImportBusyError(BEING_TAKEN)
  if (row?.state !== 'waiting') return undefined
  return { file: await storedFile(t, row), source: row.source, cursor: row.head.cursor }
}

/**
 * A file with the newer rows of another, but for the newer one's bad rows; `withNew`: also those of records that it does not have. Rows are
 * numbered anew: both files count from one, and what is told of a row of one is not about the other's.
 */
export function joined(file: FeedFile<FeedTable>, newer: FeedFile<FeedTable>, withNew: boolean): FeedFile<FeedTable> {
  const keyOf = ({ record }: { record: object }) => keyOfRecord(file.table, record)
  const rows = new Map(file.rows.map((row) => [keyOf(row), row]))
  const bad = new Set(newer.problems.map((problem) => problem.row))
  const good = newer.rows.filter(({ row }) => !bad.has(row))
  for (const row of good) if (withNew || rows.has(keyOf(row))) rows.set(keyOf(row), row)
  const newGone = new Set<unknown>(newer.gone)
  const newKeys = new Set<unknown>(good.map(keyOf))
  const kept = [...rows.values()].filter((row) => !newGone.has(keyOf(row)))
  const gone = [...file.gone.filter((key) => !newKeys.has(key)), ...newer.gone]
  return {
    ...newer,
    problems: [],
    rows: kept.map((row, at) => ({ ...row, row: at + 1 })),
    rowCount: kept.length,
    complete: file.complete,
    gone: [...new Set(gone)],
    // Listings that the shop has are changed where every key may.
    ...(newer.mayLack && {
      changesListings: newer.changesListings === true && file.changesListings === true,
    }),
  }
}

/**
 * Ends the waiting of a kind of which a newer file was taken. A file that somebody accepted is taken first, unless the newer
 * one was imported by hand.
 *
 * @throws ImportBusyError while the accepted one is being taken
 */
export async function replaceWaiting(
  t: Tx,
  kind: FeedTable,
  { waits, accepted }: { waits?: string; accepted?: number },
): Promise<void> {
  const last = await queries.lockLatest(t, kind)
  if (!last || last.id === accepted) return
  if (last.state === 'accepted' && waits !== undefined) throw new ImportBusyError(BEING_TAKEN)
  if (last.state !== 'waiting' && last.state !== 'accepted') return
  await queries.setWaitingState(t, last.id, 'replaced')
  await forgetWaiting(t, kind)
}

/** The name of the file that waits, by kind. */
export async function waitingKinds(t: Queryable): Promise<ReadonlyMap<FeedTable, string>> {
  return new Map((await queries.listOpen(t)).map(({ kind, file }) => [kind, file]))
}

const previewOfRow = ({ shown }: queries.WaitingRow): FeedPreview =>
  z.decode(feedPreview, shown as z.input<typeof feedPreview>)

/** The feeds that wait, for an admin. */
export async function waitingFeeds(db: Queryable): Promise<WaitingFeed[]> {
  return (await queries.listOpen(db)).map((row) => ({
    id: row.id,
    file: row.file,
    source: row.source,
    at: row.at,
    state: row.state === 'accepted' ? 'aceptado' : 'en espera',
    preview: previewOfRow(row),
  }))
}

/** What became of a file of the folder that waited; `waiting`: nothing yet. */
export async function settledFile(db: Queryable, source: string, file: string): Promise<SettledFile | 'waiting'> {
  const row = await queries.findBySource(db, source, file)
  if (row?.state === 'waiting' || row?.state === 'accepted') return 'waiting'
  const state = row?.state ?? 'replaced'
  const text = `${file}: ${settledWords[state]}.\r\n`
  const json = {
    COMPLETO: state === 'taken' ? 1 : 0,
    MOTIVO: text.trim(),
    ESPERA: row?.id ?? null,
    ARCHIVOS: [],
  }
  return { outcome: state === 'taken' ? 'done' : 'refused', report: { text, json } }
}

const settledWords = {
  taken: 'se importó, después de esperar',
  refused: 'se rechazó al tomarlo; los motivos están en «ERP y tareas»',
  rejected: 'una persona lo rechazó',
  replaced: 'otro archivo más nuevo ocupó su lugar',
} as const

/** Whether a waiting feed only waits for another one, and is decided with it. */
export const onlyDepends = (row: queries.WaitingRow): boolean =>
  previewOfRow(row).guards.every(({ code }) => code === 'DEPENDE')
