/** What an import would change, decided before anything is written. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { Columns, FeedProblem, IncomingRow, KeyedRow, RowKey, StoredRow } from './erp-sync.types.ts'

export interface Changes {
  inserted: KeyedRow[]
  changed: KeyedRow[]
  unchanged: number
  /** Active rows from the ERP that the feed no longer has. */
  deactivated: RowKey[]
  /** Rows active before, and how many of those would not be after. */
  activeBefore: number
  lost: number
}

export interface ChangeOptions {
  /** The feed is complete, so that a row it lacks is gone. */
  full: boolean
  /** Keys of records that the feed says are gone. */
  gone?: ReadonlySet<RowKey>
  isActive: (columns: Columns) => boolean
}

/** Compares what is stored with what came in; every incoming row counts once as inserted, changed or unchanged. */
export function planChanges(
  stored: ReadonlyMap<RowKey, StoredRow>,
  incoming: readonly IncomingRow[],
  { full, gone, isActive }: ChangeOptions,
): Changes {
  const changes: Changes = {
    inserted: [],
    changed: [],
    unchanged: 0,
    deactivated: [],
    activeBefore: 0,
    lost: 0,
  }
  const after = new Map(incoming.map(({ key, columns }) => [key, columns]))
  for (const [key, columns] of after) {
    const before = stored.get(key)
    if (!before) changes.inserted.push({ key, columns })
    else if (sameColumns(before.columns, columns)) changes.unchanged++
    else changes.changed.push({ key, columns })
  }
  for (const { key, columns, fromErp } of stored.values()) {
    if (!fromErp || !isActive(columns)) continue
    changes.activeBefore++
    const next = after.get(key)
    const missing = !next && (full || gone?.has(key) === true)
    if (missing) changes.deactivated.push(key)
    if (next ? !isActive({ ...columns, ...next }) : missing) changes.lost++
  }
  return changes
}

function sameColumns(before: Columns, after: Columns): boolean {
  return Object.entries(after).every(([name, value]) => before[name] === value)
}

/** Refuses rows whose id belongs to a row that the shop made. */
export function refuseOwnRows(
  stored: ReadonlyMap<RowKey, StoredRow>,
  incoming: readonly IncomingRow[],
  heading: string | null,
): FeedProblem[] {
  return incoming
    .filter(({ key }) => stored.get(key)?.fromErp === false)
    .map(({ row, key }) => {
      return {
        code: 'PROPIO',
        row,
        column: heading,
        message: `«${key}» es de un registro propio de la tienda, que no vino del ERP`,
      }
    })
}

/** Codes of stored rows that other rows take over. */
export interface CodeMoves {
  problems: FeedProblem[]
  /** Rows that the feed no longer has, whose code went to another row: their new codes. */
  released: KeyedRow[]
  /** The same of rows that the feed ends and that, naming no code, would keep theirs. */
  ended: ReadonlyMap<RowKey, string>
}

/**
 * Codes are unique among all rows, also those out of use. A code may pass to another id when its holder
 * gets a new one in the same file or is not in a full file any more; then the old holder's code becomes
 * 'CODE~id'. Otherwise the row is refused.
 */
export function moveCodes(
  stored: ReadonlyMap<RowKey, StoredRow>,
  incoming: readonly IncomingRow[],
  { full, gone, isActive, heading }: ChangeOptions & { heading: string },
): CodeMoves {
  const holders = new Map([...stored.values()].map((row) => [row.columns.code, row]))
  const problems: FeedProblem[] = []
  const released: KeyedRow[] = []
  const ended = new Map<RowKey, string>()
  const takers = new Map(incoming.map((row) => [row.key, row]))
  // A refused row keeps its stored code, which another row may have counted on: look again until none is refused.
  for (let refused = -1; refused !== problems.length; ) {
    refused = problems.length
    released.length = 0
    ended.clear()
    for (const { key, row, columns } of takers.values()) {
      const holder = holders.get(columns.code)
      if (!holder || holder.key === key) continue
      const next = takers.get(holder.key)
      if (next && next.columns.code !== columns.code) continue
      const code = `${columns.code}~${holder.key}`
      if (next && !isActive(next.columns)) ended.set(holder.key, code)
      else if (!next && holder.fromErp && (full || gone?.has(holder.key)))
        released.push({ key: holder.key, columns: { code } })
      else {
        takers.delete(key)
        problems.push({
          code: 'CODIGO_USADO',
          row,
          column: heading,
          message: `«${columns.code}» ya es el código de otro registro (ID ${holder.key})`,
        })
      }
    }
  }
  return { problems, released, ended }
}

/** A record that goes on under another id: the old one ends in the feed that brings its code with the new one. */
export interface Succession {
  from: number
  to: number
  row: number
}

/** Rows that were not in use and bring the code of one that was, and that the same feed puts out of use. */
export function findSuccessions(
  stored: ReadonlyMap<RowKey, StoredRow>,
  incoming: readonly IncomingRow[],
  { full, gone, isActive }: ChangeOptions,
): Succession[] {
  const inUse = [...stored.values()].filter(({ columns, fromErp }) => fromErp && isActive(columns))
  const holders = new Map(inUse.map(({ key, columns }) => [columns.code, key]))
  const after = new Map(incoming.map(({ key, columns }) => [key, columns]))
  const ends = (key: RowKey): boolean => {
    const next = after.get(key)
    return next ? !isActive({ ...stored.get(key)?.columns, ...next }) : full || gone?.has(key) === true
  }
  return incoming.flatMap(({ key: to, row, columns }) => {
    const from = holders.get(columns.code)
    const wasInUse = isActive(stored.get(to)?.columns ?? {})
    return from === undefined || wasInUse || !isActive(columns) || !ends(from)
      ? []
      : [{ from: Number(from), to: Number(to), row }]
  })
}

/** Codes in use that are one code when case, dashes, dots and blanks are left aside (R38), told of their incoming rows. */
export function tellLikeCodes(
  stored: ReadonlyMap<RowKey, StoredRow>,
  incoming: readonly IncomingRow[],
  { full, gone, isActive, heading }: ChangeOptions & { heading: string },
): FeedProblem[] {
  const after = new Map(incoming.map(({ key, columns }) => [key, columns]))
  const holders = new Map<string, { key: RowKey; code: string }>()
  const keyOf = (columns: Columns) => codeKey(fold(String(columns.code ?? '')))
  for (const { key, columns } of stored.values()) {
    const stays = !after.has(key) && !full && !gone?.has(key) && isActive(columns)
    if (stays) holders.set(keyOf(columns), { key, code: String(columns.code) })
  }
  return incoming.flatMap(({ key, row, columns }) => {
    const code = String(columns.code)
    const other = holders.get(keyOf(columns))
    if (!isActive(columns)) return []
    if (!other) holders.set(keyOf(columns), { key, code })
    // A batch of stocks brings each code as it is stored: it was told when it came.
    const isNoNews = !other || (!full && stored.get(key)?.columns.code === code)
    const message = `«${code}» y «${other?.code}» (ID ${other?.key}) son el mismo código, salvo mayúsculas, guiones, puntos o espacios`
    return isNoNews ? [] : [{ code: 'CODIGO_PARECIDO', row, column: heading, message }]
  })
}

/** Rows of new records that lack a column which a file must have; `isStored`: what they lack stays as it is. */
export function lackingColumns(
  { rows, headings, optionalFields = [] }: BatchOfRows,
  isStored: (record: object) => boolean,
): FeedProblem[] {
  const required = Object.entries(headings).filter(([field]) => !optionalFields.includes(field))
  return rows.flatMap(({ row, record }) =>
    isStored(record)
      ? []
      : required
          .filter(([field]) => !(field in record))
          .map(([, column]) => ({
            code: 'COLUMNA' as const,
            row,
            column,
            message: `Es un registro nuevo y falta ${column}`,
          })),
  )
}
interface BatchOfRows {
  readonly rows: readonly { row: number; record: object }[]
  readonly headings: Readonly<Record<string, string>>
  readonly optionalFields?: readonly string[]
}
