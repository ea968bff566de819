/** The records that the ERP sends, in clean names and units, whatever adapter reads them. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FeedRecords, FeedTable } from './formats.ts'

export { type FeedRecords, type FeedTable, feedTables } from './formats.ts'
export type ListingRecord = FeedRecords['listings']

/** Something wrong with a file, in Spanish for whoever made it. */
export interface FeedProblem {
  /** As a spreadsheet counts, the headings being row 1; null: the file as a whole. */
  row: number | null
  /** The column's heading; null: the row as a whole. */
  column: string | null
  message: string
}

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
  /** Whether the file has every record there is: a record that it lacks is then gone. */
  complete: boolean
  /** Keys of records that the file itself calls gone. */
  gone: readonly number[]
  /** The heading of each field, for messages about a record. */
  headings: Readonly<Record<string, string>>
}

export interface ErpFeed {
  /** The kinds of record this feed brings, in the order of their dependence. */
  readonly tables: readonly FeedTable[]
  /** Reads one file; null: there is none, or nothing in it. Problems of its content are in the answer, not thrown. */
  read<T extends FeedTable>(table: T): Promise<FeedFile<T> | null>
  /** Called in the transaction that takes all of a file. */
  taken?(t: Transaction<Tables>, table: FeedTable): Promise<void>
}

/** The feed as a whole cannot be read; the message is Spanish and meant for the console as it is. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}
