/** Reads the changes since a cursor, page by page, from an ERP that answers slowly, twice, in part or in any order. */
import * as z from 'zod/mini'
import { nextTurn } from '../../lib/turns.ts'
import { CellRefused } from './decimal.ts'
import type { RowKey } from './erp.ts'
import { ErpUnreachable, type RestErp } from './rest-client.ts'

/** How far a reading came: rows are ordered by the time of their change and then by id. */
export interface Cursor {
  /** ISO 8601 in UTC, as the ERP wrote it; empty for the beginning. */
  since: string
  after: RowKey
}
export const BEGINNING: Cursor = { since: '', after: 0 }

export type PageRow = Record<string, string | number | boolean | null>

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const page = z.object({
  desde: z.string(),
  despues: z.union([z.int(), z.string()]),
  cantidad: z.int(),
  hay_mas: z.boolean(),
  filas: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
})

export interface Reading {
  /** The last state of each row, by the value of its key. */
  rows: Map<RowKey, PageRow>
  /** Where the next reading begins. */
  end: Cursor
  /** Whether it ended before the last row, because it had `most`. */
  more: boolean
}

/**
 * Reads all rows after `from`; null where the ERP has no such list. A page is asked for again when it is not whole
 * (`cantidad`) or answers another question (`desde` and `despues`). Of a row that comes twice the later change counts.
 *
 * @param most rows after which it ends, with the page that brings them; none unless given
 * @param key the heading of the ids, or what makes a row's key and throws CellRefused
 * @throws ErpUnreachable
 */
export async function readPages(
  erp: RestErp,
  path: string,
  key: string | ((row: PageRow) => RowKey),
  {
    from,
    limit,
    most = Number.POSITIVE_INFINITY,
    signal,
  }: { from: Cursor; limit: number; most?: number; signal?: AbortSignal | undefined },
): Promise<Reading | null> {
  const rows = new Map<RowKey, PageRow>()
  let at = from
  for (;;) {
    const asked = at
    const query = { desde: asked.since, despues: String(asked.after), limite: String(limit) }
    const read = (json: unknown) => judge(json, asked, key, path)
    const answer = await erp.get(path, query, read, signal)
    if (!answer) return null
    for (const { row, place } of answer.rows) {
      const known = rows.get(place.after)
      if (!known || !isBefore(place, { since: String(known.ACTUALIZADO), after: place.after }))
        rows.set(place.after, row)
      if (isBefore(at, place)) at = place
    }
    if (!answer.more || rows.size >= most) return { rows, end: at, more: answer.more }
    await nextTurn()
  }
}

function judge(json: unknown, asked: Cursor, key: string | ((row: PageRow) => RowKey), path: string) {
  const wrong = (why: string): never => {
    throw new ErpUnreachable(`El ERP respondió mal a ${path}: ${why}`)
  }
  const parsed = page.safeParse(json)
  if (!parsed.success) return wrong(`falta o está mal ${parsed.error.issues[0]?.path.join('.') || 'la página'}`)
  const { desde, despues, cantidad, hay_mas: more, filas } = parsed.data
  if (desde !== asked.since || despues !== asked.after) return wrong('es la página de otro pedido')
  if (filas.length !== cantidad) return wrong(`anuncia ${cantidad} filas y trae ${filas.length}`)
  const idIn = (row: PageRow, heading: string) => {
    const id = row[heading]
    return typeof id === 'number' && Number.isSafeInteger(id) ? id : wrong(`«${id}» en ${heading} debe ser un número`)
  }
  const madeOf = (row: PageRow, make: (row: PageRow) => RowKey) => {
    try {
      return make(row)
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error
      return wrong(`en la clave de una fila: ${error.message}`)
    }
  }
  const rows = filas.map((row) => {
    const since = row.ACTUALIZADO
    if (typeof since !== 'string' || !INSTANT.test(since))
      return wrong(`«${since}» en ACTUALIZADO debe ser como 2026-11-21T13:05:00Z`)
    return { row, place: { since, after: typeof key === 'string' ? idIn(row, key) : madeOf(row, key) } }
  })
  if (more && !rows.some(({ place }) => isBefore(asked, place))) return wrong('dice que hay más y no avanza')
  return { rows, more }
}

/** An instant with nine digits of fraction, so that instants can be compared as text. */
const sortable = (since: string): string => {
  const [whole = '', fraction = ''] = since.replace('Z', '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}`
}
function isBefore(a: Cursor, b: Cursor): boolean {
  const [instantA, instantB] = [sortable(a.since), sortable(b.since)]
  return instantA === instantB ? isLess(a.after, b.after) : instantA < instantB
}

/** Keys that are made of several columns are in the order of these: numbers as numbers, and then beginnings, none first. */
function isLess(a: RowKey, b: RowKey): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  const [partsA, partsB] = [String(a).split('/'), String(b).split('/')]
  const longer = partsA.length > partsB.length ? partsA : partsB
  const at = longer.findIndex((_, place) => partsA[place] !== partsB[place])
  const [partA = '', partB = ''] = [partsA[at], partsB[at]]
  const [idA, idB] = [Number(partA), Number(partB)]
  return Number.isNaN(idA) || Number.isNaN(idB) ? partA < partB : idA < idB
}

/** How far back the next reading begins: the ERP may commit a change after one with a later time. */
const OVERLAP_MS = 10 * 60_000

/** The cursor from which the next reading begins, after one that ended at the given cursor. */
export function overlapping({ since }: Cursor): Cursor {
  return since === '' ? BEGINNING : { since: new Date(Date.parse(since) - OVERLAP_MS).toISOString(), after: 0 }
}
