/** A bulk edit once it is read, from a choice, a text or a file. */
import type { BulkField, BulkOutcome } from '../../../contract/bulk-edit.ts'

/** Columns of a listing that a bulk edit may set, with their types in the database. */
export const BULK_COLUMNS = {
  brand_id: 'integer',
  category_id: 'integer',
  subcategory_id: 'integer',
  position: 'integer',
  discount: 'integer',
  promo: 'boolean',
  future: 'boolean',
  hint: 'text',
  active: 'boolean',
} as const
export type BulkColumn = keyof typeof BULK_COLUMNS
export const allColumns = Object.keys(BULK_COLUMNS) as BulkColumn[]

/** The contract's name of each column. */
export const fieldOf = {
  brand_id: 'brand',
  category_id: 'category',
  subcategory_id: 'subcategory',
  position: 'position',
  discount: 'discount',
  promo: 'promo',
  future: 'future',
  hint: 'hint',
  active: 'active',
} as const satisfies Record<BulkColumn, BulkField>

/** Values as the database has them: ids, hundredths of a percent. */
export type Values = Partial<Record<BulkColumn, string | number | boolean | null>>

/** One row of a text or file, understood. */
export interface WantedRow {
  /** From 1. */
  line: number
  code: string
  /** The version its listing had when it was exported; null when the row does not tell it. */
  read_version: number | null
  values: Values
}

/** A row that never reaches the database: it was not understood, or its code stands in another row too. */
export interface ProblemRow {
  line: number
  code: string
  outcome: Extract<BulkOutcome, 'notUnderstood' | 'twice'>
  reason: string
}

/** A text or file as read: every row of it is in one of the two lists. */
export interface Reading {
  /** The columns that the rows give values for. */
  columns: readonly BulkColumn[]
  rows: readonly WantedRow[]
  problems: readonly ProblemRow[]
}
