/** What of a feed a person has to confirm before it is taken (R297). Pure. */
import { formatCount as n } from '../../../contract/amounts.ts'
import type { Changes } from './erp-sync.rules.ts'
import type { RowKey, StoredRow } from './erp-sync.types.ts'

/**
 * Why a feed waits, as programs are told it: too much out of use, too many prices moved, a price of ten times, new brands
 * or categories, a shorter file, a file that needs one that waits.
 */
export type GuardCode = 'BAJAS' | 'PRECIOS' | 'DIEZ_VECES' | 'NOMBRES' | 'FILAS' | 'DEPENDE'

export interface Guard {
  code: GuardCode
  /** Spanish, with the figures. */
  message: string
}

/** What the office sets, in percent (contract/setting-keys.ts). */
export interface GuardLimits {
  /** The share of the prices that may move by more than `priceMove`. */
  priceShare: number
  priceMove: number
  /** How much shorter than the last one a file may be. */
  shorter: number
}

/** Losing more than this part of what is in use is taken for a broken feed (R30). */
const MAX_LOSS = 0.2
/** Fewer rows are no sign of a broken feed: a zone less of eight would be 12 percent. */
const FEWEST = 10
const TENFOLD = 10

/** Records that are judged together: those of a file, or the prices of one list. */
export interface Judged {
  /** Under which their changes of a day are noted. */
  kind: string
  /** Whose they are, where the plural does not say it: ' de la lista 12 «Mayorista»'. */
  of: string
  changes: Pick<Changes, 'activeBefore' | 'lost' | 'deactivated'>
  /** Those that are in use and would not be. */
  lostKeys: readonly RowKey[]
  moves: readonly PriceMove[]
  /** Rows of a complete file and of the last one of its kind; null: not complete, or the first. */
  rows: { now: number; last: number } | null
}

export interface GuardedFile extends Omit<Judged, 'kind' | 'lostKeys'> {
  /** As a message calls the records: 'artículos'. */
  plural: string
  /** What changes of the same day, that were taken without asking, put out of use and moved: many small ones count together. */
  today: { lost: number; moved: number }
  limits: GuardLimits
}

/** A price that goes to another one; both above 0, in cents. */
export interface PriceMove {
  /** The list or the client; none for the base list. */
  owner?: number
  articleId: number
  before: number
  after: number
}

/** The prices that go to another one. A price that becomes 0 is one that is lost, and a new one has no past. */
export function priceMoves(changes: Changes, stored: ReadonlyMap<RowKey, StoredRow>): PriceMove[] {
  return changes.changed.flatMap(({ key, columns }) => {
    const before = Number(stored.get(key)?.columns.list_price ?? 0)
    const after = Number(columns.list_price ?? 0)
    return before > 0 && after > 0 ? [{ articleId: Number(key), before, after }] : []
  })
}

const isFar = ({ before, after }: PriceMove, percent: number): boolean =>
  Math.abs(after - before) * 100 > before * percent
const isTenfold = ({ before, after }: PriceMove): boolean => after >= before * TENFOLD || after * TENFOLD <= before

/** How many moves the limits count as far. */
export const farMoves = (moves: readonly PriceMove[], { priceMove }: GuardLimits): number =>
  moves.filter((move) => isFar(move, priceMove)).length

/** Why a file has to wait; empty: it may be taken. A first load, where nothing is in use, never waits. */
export function findGuards({ plural, of, changes, moves, rows, today, limits }: GuardedFile): Guard[] {
  const { activeBefore, lost, deactivated } = changes
  if (activeBefore === 0) return []
  const guards: Guard[] = []
  const inUse = activeBefore + today.lost
  if (lost > 0 && lost + today.lost > inUse * MAX_LOSS) {
    const missing = deactivated.length
    const how = `faltan ${n(missing)}, vienen en 0 o inactivos ${n(lost - missing)}`
    const before = today.lost > 0 ? `; hoy ya salieron ${n(today.lost)}` : ''
    guards.push({
      code: 'BAJAS',
      message: `Dejaría fuera de uso ${n(lost)} de ${n(activeBefore)} ${plural}${of} (${percentOf(lost, activeBefore)} %; ${how}${before})`,
    })
  }
  const tenfold = moves.filter(isTenfold).length
  if (tenfold > 0)
    guards.push({
      code: 'DIEZ_VECES',
      message: `${n(tenfold)} de ${n(activeBefore)} precios${of} cambian diez veces o más`,
    })
  const far = farMoves(moves, limits)
  if (far > 0 && far + today.moved >= FEWEST && (far + today.moved) * 100 > activeBefore * limits.priceShare) {
    const before = today.moved > 0 ? `; hoy ya cambiaron así ${n(today.moved)}` : ''
    guards.push({
      code: 'PRECIOS',
      message: `${n(far)} de ${n(activeBefore)} precios${of} (${percentOf(far, activeBefore)} %) cambian más del ${limits.priceMove} %${before}`,
    })
  }
  if (rows && rows.last - rows.now >= FEWEST && rows.now * 100 < rows.last * (100 - limits.shorter))
    guards.push({
      code: 'FILAS',
      message: `Trae ${n(rows.now)} ${of ? `precios${of} y había` : 'filas y el anterior trajo'} ${n(rows.last)} (${percentOf(rows.last - rows.now, rows.last)} % menos)`,
    })
  return guards
}

const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 100)

/** Why listings wait: names that the shop does not have yet; empty in a shop that has none. */
export function nameGuard(newNames: readonly string[], hasNames: boolean): Guard[] {
  if (newNames.length === 0 || !hasNames) return []
  const few = newNames.slice(0, 5).join(', ')
  const more = newNames.length > 5 ? ` y ${newNames.length - 5} más` : ''
  return [{ code: 'NOMBRES', message: `Haría marcas o categorías nuevas: ${few}${more}` }]
}

/** Examples that are shown; a person who needs more looks into the file. */
export const EXAMPLES = 50

/** The moves that a person should see first: the largest by ratio. */
export function largestMoves(moves: readonly PriceMove[], most: number): PriceMove[] {
  const size = ({ before, after }: PriceMove) => Math.max(after / before, before / after)
  return moves.toSorted((a, b) => size(b) - size(a)).slice(0, most)
}
