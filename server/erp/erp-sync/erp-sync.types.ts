/** Types that the parts of an import share. */
import type { Tables } from '../../db/tables.ts'
import type { FeedTable, ListingRecord, NewsTable, PastTable, RowKey } from '../../ports/erp/erp.ts'

export type { FeedFile, FeedProblem, FeedTable, NewsTable, RowKey } from '../../ports/erp/erp.ts'

export type Scalar = string | number | boolean | null
/** Values by the database's column names. */
export type Columns = Record<string, Scalar>
export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'date' | 'timestamptz'
export type ErpTable =
  | 'seller'
  | 'zone'
  | 'carrier'
  | 'vat_condition'
  | 'client'
  | 'client_address'
  | 'article'
  | 'price'
  | 'price_step'
  | 'price_list'
  | 'list_price'
  | 'client_price'

/** Records of which the ERP is the only owner; listings are the shop's and are fed otherwise. */
export type OwnedByErp = Exclude<FeedTable, 'listings' | NewsTable | PastTable>

export interface Reference<R> {
  field: keyof R & string
  table: ErpTable
  /** The kind of record it names. */
  kind: FeedTable
  /** How a message calls it: 'El cliente 7 no existe'. */
  noun: string
}

/** A column of the database, its type there, and what stands there for null where it holds none. */
type StoredIn<N extends ErpTable> = readonly [column: keyof Tables[N] & string, type: ColumnType, empty?: Scalar]

/**
 * Where records of one kind are stored. Every field of a record but its key must name its column: what is read of a feed
 * and not stored does not compile.
 */
export interface Target<R, N extends ErpTable = ErpTable, K extends keyof R = keyof R> {
  readonly table: N
  /** `type`: integer where it says none. */
  readonly key: { readonly field: K & string; readonly column: keyof Tables[N] & string; readonly type?: 'text' }
  readonly stores: { readonly [F in Exclude<keyof R, K>]-?: StoredIn<N> }
  /** Columns that are made of a record rather than read. */
  readonly made?: {
    readonly types: { readonly [C in keyof Tables[N] & string]?: ColumnType }
    columnsOf(record: R): { readonly [C in keyof Tables[N] & string]?: Scalar }
  }
  /** What a row that the feed no longer has is set to; it is never deleted. */
  readonly whenMissing: Columns
  readonly isActive: (stored: Columns) => boolean
  /** The field whose values the database keeps unique besides the key. */
  readonly uniqueField?: keyof R & string
  readonly references: readonly Reference<R>[]
  /** Whether the catalogue shows it; of a table that it does not show, the columns that its prices depend on. */
  readonly inCatalogue: boolean | readonly (keyof Tables[N] & string)[]
  /** How a message calls several of them. */
  readonly plural: string
}

/** A target whose kind of record does not matter any more: how its records become rows. */
export interface Storing {
  readonly table: ErpTable
  readonly key: string
  readonly keyType: 'integer' | 'text'
  readonly keyField: string
  readonly types: Readonly<Record<string, ColumnType>>
  /** By field of a record, the column that stores it. */
  readonly columnOf: Readonly<Record<string, string>>
  toRow(record: object): KeyedRow
  /** The fields of a stored row but its key. */
  toRecord(columns: Columns): Record<string, Scalar>
  readonly whenMissing: Columns
  readonly isActive: (stored: Columns) => boolean
  readonly uniqueField?: string
  readonly references: readonly Reference<Record<string, unknown>>[]
  readonly inCatalogue: boolean | readonly string[]
  readonly plural: string
}

export interface StoredRow {
  key: RowKey
  columns: Columns
  /** False: the shop made it, and no feed touches it. */
  fromErp: boolean
}

export interface IncomingRow {
  row: number
  key: RowKey
  columns: Columns
}

export interface KeyedRow {
  key: RowKey
  columns: Columns
}

/** A listing as it is stored: its place as ids, and all else that a feed says of it. */
export interface NewListing extends Omit<ListingRecord, Named> {
  article_id: number
  brand_id: number | null
  category_id: number | null
  subcategory_id: number | null
}
/** What a feed says by names, which are stored as ids. */
type Named = 'articleCode' | 'brand' | 'category' | 'subcategory'
