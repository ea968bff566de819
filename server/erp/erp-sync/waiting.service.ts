/** The feeds that a guard stopped (R297): they are stored whole, so that accepting needs nothing sent again. */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { type FeedPreview, feedPreview, type WaitingFeed } from '../../../contract/erp.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { type FeedFile, type FeedTable, ImportBusyError, type SettledFile } from '../../ports/erp/erp.ts'
import { targets } from './erp-sync.targets.ts'
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
  const { rows, table, name, problems: _problems, goneRows: _goneRows, ...own } = file
  const head = { ...own, ...(cursor !== undefined && { cursor }) }
  const shown = z.encode(feedPreview, preview)
  const id = await queries.insertWaiting(t, { kind: table, source, file: name, digest, head, shown }, rows)
  return { state: 'waiting', id }
}

/** Where rows stand that came with earlier batches: beyond any place of a batch's own. */
const EARLIER = 1_000_000

/**
 * A batch with the rows of the batches of its kind that wait. Its own rows count where both name a record: so prices that
 * are put right need nobody's answer.
 */
export async function joinWaiting(t: Tx, file: FeedFile<FeedTable>): Promise<FeedFile<FeedTable>> {
  const last = await queries.lockLatest(t, file.table)
  if (last?.state === 'accepted') throw new ImportBusyError(BEING_TAKEN)
  if (last?.state !== 'waiting' || !last.head.mayLack) return file
  const earlier = await storedFile(t, last)
  const field = file.table === 'listings' ? 'articleCode' : targets[file.table].keyField
  const keyOf = ({ record }: { record: object }) =>
    (record as Record<string, number | string>)[field] as number | string
  const [own, gone] = [new Set<number | string>(file.rows.map(keyOf)), new Set(file.gone)]
  const kept = earlier.rows.filter((row) => !own.has(keyOf(row)) && !gone.has(keyOf(row) as number))
  return {
    ...file,
    rows: [...file.rows, ...kept.map((row, at) => ({ ...row, row: EARLIER + at }))],
    rowCount: file.rowCount + kept.length,
    gone: [...new Set([...file.gone, ...earlier.gone.filter((key) => !own.has(key))])],
    changesListings: file.changesListings === true && earlier.changesListings === true,
  }
}

/** A waiting feed as the file that it was. */
export async function storedFile(t: Queryable, row: queries.WaitingRow): Promise<FeedFile<FeedTable>> {
  const { cursor: _cursor, ...head } = row.head
  const rows = await queries.readWaitingRows(t, row.id)
  return { ...head, rows, table: row.kind, name: row.file, problems: [] }
}

/**
 * Ends the waiting of a kind, of which a newer file was taken. One that somebody accepted comes first, but before an import
 * by hand.
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
  if (last.state === 'waiting' || last.state === 'accepted')
    await queries.setWaitingState(t, last.id, 'replaced')
}

/** The kinds of which a file waits. */
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
export async function settledFile(
  db: Queryable,
  source: string,
  file: string,
): Promise<SettledFile | 'waiting'> {
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
