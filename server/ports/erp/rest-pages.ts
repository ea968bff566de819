/** Reading what changed since, page by page, of an ERP that answers slowly, twice, in halves or in any order. */
import * as z from 'zod/mini'
import { nextTurn } from '../../lib/turns.ts'
import { ErpUnreachable, type RestErp } from './rest-client.ts'

/** Where a reading stands: rows after it, by the time of their change and then by id. */
export interface Cursor {
  /** ISO 8601 in UTC, as the ERP wrote it; empty for the beginning. */
  since: string
  after: number
}
export const BEGINNING: Cursor = { since: '', after: 0 }

export type PageRow = Record<string, string | number | boolean | null>

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const page = z.object({
  desde: z.string(),
  despues: z.int(),
  cantidad: z.int(),
  hay_mas: z.boolean(),
  filas: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
})

export interface Reading {
  /** The last state of each row, by the value of its key. */
  rows: Map<number, PageRow>
  /** Where the next reading begins. */
  end: Cursor
}

/**
 * Reads all rows after `from`; null where the ERP has no such list. A page that is not whole (`cantidad`), or the answer to
 * another question (`desde` and `despues` tell which), is asked for again; of a row that comes twice the later change counts.
 *
 * @throws ErpUnreachable
 */
export async function readPages(
  erp: RestErp,
  path: string,
  key: string,
  { from, limit, signal }: { from: Cursor; limit: number; signal?: AbortSignal | undefined },
): Promise<Reading | null> {
  const rows = new Map<number, PageRow>()
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
    if (!answer.more) return { rows, end: at }
    await nextTurn()
  }
}

function judge(json: unknown, asked: Cursor, key: string, path: string) {
  const wrong = (why: string): never => {
    throw new ErpUnreachable(`El ERP respondió mal a ${path}: ${why}`)
  }
  const parsed = page.safeParse(json)
  if (!parsed.success)
    return wrong(`falta o está mal ${parsed.error.issues[0]?.path.join('.') || 'la página'}`)
  const { desde, despues, cantidad, hay_mas: more, filas } = parsed.data
  if (desde !== asked.since || despues !== asked.after) return wrong('es la página de otro pedido')
  if (filas.length !== cantidad) return wrong(`anuncia ${cantidad} filas y trae ${filas.length}`)
  const rows = filas.map((row) => {
    const { ACTUALIZADO: since, [key]: after } = row
    if (typeof since !== 'string' || !INSTANT.test(since))
      return wrong(`«${since}» en ACTUALIZADO debe ser como 2026-11-21T13:05:00Z`)
    if (typeof after !== 'number' || !Number.isSafeInteger(after))
      return wrong(`«${after}» en ${key} debe ser un número`)
    return { row, place: { since, after } }
  })
  if (more && !rows.some(({ place }) => isBefore(asked, place))) return wrong('dice que hay más y no avanza')
  return { rows, more }
}

/** Instants are compared as text once their fractions are as long. */
const sortable = (since: string): string => {
  const [whole = '', fraction = ''] = since.replace('Z', '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}`
}
function isBefore(one: Cursor, other: Cursor): boolean {
  const [a, b] = [sortable(one.since), sortable(other.since)]
  return a === b ? one.after < other.after : a < b
}

/** How far back a later reading begins: a change may be committed after later ones. */
const OVERLAP_MS = 10 * 60_000

/** Where a reading begins that follows one which ended at `end`. */
export function overlapping({ since }: Cursor): Cursor {
  return since === ''
    ? BEGINNING
    : { since: new Date(Date.parse(since) - OVERLAP_MS).toISOString(), after: 0 }
}
