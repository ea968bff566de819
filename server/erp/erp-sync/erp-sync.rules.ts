/** What an import would change, decided before anything is written. Pure. */
import type { Columns, FeedProblem, IncomingRow, KeyedRow, StoredRow } from './erp-sync.types.ts'

export interface Changes {
  inserted: KeyedRow[]
  changed: KeyedRow[]
  unchanged: number
  /** Active rows from the ERP that the feed no longer has. */
  deactivated: number[]
  /** Rows active before, and how many of those would not be after. */
  activeBefore: number
  lost: number
}

export interface ChangeOptions {
  /** The feed is complete, so that a row it lacks is gone. */
  full: boolean
  /** Keys of records that the feed says are gone. */
  gone?: ReadonlySet<number>
  isActive: (columns: Columns) => boolean
}

/** Compares what is stored with what came in; every incoming row counts once as inserted, changed or unchanged. */
export function planChanges(
  stored: ReadonlyMap<number, StoredRow>,
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
  stored: ReadonlyMap<number, StoredRow>,
  incoming: readonly IncomingRow[],
  heading: string,
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
}

/**
 * Codes are unique among all rows, also those out of use. A code may pass to another id when its holder
 * gets a new one in the same file or is not in a full file any more; then the old holder's code becomes
 * 'CODE~id'. Otherwise the row is refused.
 */
export function moveCodes(
  stored: ReadonlyMap<number, StoredRow>,
  incoming: readonly IncomingRow[],
  { full, gone, heading }: { full: boolean; gone?: ReadonlySet<number>; heading: string },
): CodeMoves {
  const holders = new Map([...stored.values()].map((row) => [row.columns.code, row]))
  const problems: FeedProblem[] = []
  const released: KeyedRow[] = []
  const takers = new Map(incoming.map((row) => [row.key, row]))
  // A refused row keeps its stored code, which another row may have counted on: look again until none is refused.
  for (let refused = -1; refused !== problems.length; ) {
    refused = problems.length
    released.length = 0
    for (const { key, row, columns } of takers.values()) {
      const holder = holders.get(columns.code)
      if (!holder || holder.key === key || takers.has(holder.key)) continue
      if (holder.fromErp && (full || gone?.has(holder.key)))
        released.push({ key: holder.key, columns: { code: `${columns.code}~${holder.key}` } })
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
  return { problems, released }
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
