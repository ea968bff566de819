/** The records that the ERP sends, in clean names and units, whatever adapter reads them. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FeedRecords, FeedTable, PastTable, RowKey } from './formats.ts'
import type { StoredCursor } from './rest-cursor.queries.ts'

export {
  checkRecord,
  type FeedRecords,
  type FeedTable,
  feedTables,
  formatOf,
  isNews,
  isPast,
  joinedKey,
  keyOfRecord,
  keyParts,
  type NewsTable,
  type PastTable,
  type RowKey,
} from './formats.ts'
export { cursorStore, type StoredCursor } from './rest-cursor.queries.ts'
export type ListingRecord = FeedRecords['listings']

/**
 * What kind of fault it is, for programs: the file as a whole, a column that is missing or twice, a row that is damaged, a
 * cell that cannot be read, a rule about several cells, a key that is there twice, a record that does not exist, a record
 * of the shop's own, a code that another record has, changes that a person rejected; and of what is told and taken: a code
 * that is another one's but for its writing, an article that goes on under a new id.
 */
export type ProblemCode =
  | 'ARCHIVO'
  | 'COLUMNA'
  | 'FILA'
  | 'CELDA'
  | 'REGLA'
  | 'REPETIDO'
  | 'NO_EXISTE'
  | 'PROPIO'
  | 'CODIGO_USADO'
  | 'RECHAZADO'
  | 'CODIGO_PARECIDO'
  | 'OTRO_ID'

/** Something wrong with a file, in Spanish for whoever made it. */
export interface FeedProblem {
  code: ProblemCode
  /** As a spreadsheet counts, the headings being row 1; null: the file as a whole. */
  row: number | null
  /** The column's heading; null: the row as a whole. */
  column: string | null
  message: string
}

/** What became of a row that was taken; `kept`: the shop's own listing, which differs and stays. */
export type RowResult = 'inserted' | 'changed' | 'unchanged' | 'deactivated' | 'kept'

export interface FeedRow<R> {
  row: number
  record: R
}

/** A file as it was read: its good rows, and what was wrong with the others. */
export interface FeedFile<T extends FeedTable> {
  table: T
  /** As it is called in the feed, e.g. 'precios.csv'. */
  name: string
  rows: FeedRow<FeedRecords[T]>[]
  /** Rows with data, good or bad, without the headings. */
  rowCount: number
  problems: FeedProblem[]
  /** What is told of rows that are good: cells that are written otherwise, codes that are nearly another's (R30). */
  remarks?: readonly FeedProblem[]
  /** Whether the file has every record there is: a record that it lacks is then gone. */
  complete: boolean
  /** Keys of records that the file itself calls gone. */
  gone: readonly RowKey[]
  /** By their place, the rows that call a record gone; only where each row is answered. */
  goneRows?: ReadonlyMap<number, RowKey>
  /** Rows may lack columns that a file must have: what they would set stays, and only a new record needs them (R294). */
  mayLack?: boolean
  /** Listings that the shop has already are changed, too. */
  changesListings?: boolean
  /** The fields that also a new record need not have. */
  optionalFields?: readonly string[]
  /**
   * Of lines of orders of the past, in a file that has all lines of the orders it names: the orders that were begun by
   * the parts before this one; whoever takes a part adds its orders. Absent where rows come one by one.
   */
  wholeOrders?: Set<number>
  /** Of a part of a file: how much of the file was read with it, above 0 to 1. */
  share?: number
  /** The heading of each field, for messages about a record. */
  headings: Readonly<Record<string, string>>
}

export interface ErpFeed {
  /** The kinds of record this feed brings, in the order of their dependence. */
  readonly tables: readonly FeedTable[]
  /** Reads one file; null: there is none, or nothing in it. Problems of its content are in the answer, not thrown. */
  read<T extends FeedTable>(table: T): Promise<FeedFile<T> | null>
  /**
   * Reads a file of which there may be millions of rows in parts, each as a file of its own, so that memory does not grow with it;
   * none where there is no such file. Each part is taken before the next one is read. Without this `read` answers them, too.
   */
  readParts?(table: PastTable): AsyncIterable<FeedFile<PastTable>>
  /** Called in the transaction that takes all of a file. */
  taken?(t: Transaction<Tables>, table: FeedTable): Promise<void>
  /** How far the list was read with the file that `read` answered: what `taken` stores, for a file that is taken later. */
  cursorOf?(table: FeedTable): StoredCursor | undefined
}

/** What became of files that were not taken, by name; 'refused': of all of them. */
export type BatchOutcome = ReadonlyMap<string, 'refused' | 'waiting'> | 'refused'
/** A report for people (informe.txt) and for programs (informe.json). */
export interface BatchReport {
  text: string
  json: unknown
}

/** What became of a file that waited for a person. */
export interface SettledFile {
  outcome: 'done' | 'refused'
  report: BatchReport
}

/** Another import is running on the same database; the message is Spanish. */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError'
}

/** The feed as a whole cannot be read; the message is Spanish and meant for the console as it is. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/** No file of a folder has the name of one of the feed. */
export class NoFeedFile extends FeedError {}
