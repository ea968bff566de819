/** What the parts of an import tell each other. */
import type { FeedTable } from '../../ports/erp/erp.ts'

export type { FeedProblem } from '../../ports/erp/erp.ts'

export type Scalar = string | number | boolean | null
/** Values by the database's column names. */
export type Columns = Record<string, Scalar>
export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean'
export type ErpTable =
  | 'seller'
  | 'zone'
  | 'carrier'
  | 'vat_condition'
  | 'client'
  | 'client_address'
  | 'article'
  | 'price'

/** Records of which the ERP is the only owner; listings are the shop's and are fed otherwise. */
export type OwnedByErp = Exclude<FeedTable, 'listings'>

export interface Reference<R> {
  field: keyof R & string
  table: ErpTable
  /** The kind of record it names. */
  kind: FeedTable
  /** How a message calls it: 'El cliente 7 no existe'. */
  noun: string
}

export interface Target<R> {
  readonly table: ErpTable
  readonly key: string
  readonly keyOf: (record: R) => number
  readonly types: Readonly<Record<string, ColumnType>>
  readonly toColumns: (record: R) => Columns
  /** What a row that the feed no longer has is set to; it is never deleted. */
  readonly whenMissing: Columns
  readonly isActive: (stored: Columns) => boolean
  /** The field whose values the database keeps unique besides the key. */
  readonly uniqueField?: keyof R & string
  readonly references: readonly Reference<R>[]
  /** Whether the catalogue shows it. */
  readonly inCatalogue: boolean
  /** How a message calls several of them. */
  readonly plural: string
}

export interface StoredRow {
  key: number
  columns: Columns
  /** False: the shop made it, and no feed touches it. */
  fromErp: boolean
}

export interface IncomingRow {
  row: number
  key: number
  columns: Columns
}

export interface KeyedRow {
  key: number
  columns: Columns
}
