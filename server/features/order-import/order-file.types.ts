/** Rows of an order file, as read and before anybody looked up what they mean. */

/** Text, number or truth as the file has it; null is an empty cell. */
export type FileCell = string | number | boolean | null

export interface FileRow {
  /** As a spreadsheet counts: the first row is 1. */
  row: number
  cells: readonly FileCell[]
  /** Why the row can't be read, in Spanish. */
  damage?: string
}

/** One row of an order: an article and how many of it. */
export interface AskedItem {
  row: number
  code: string
  quantity: FileCell
  price: FileCell
  note: string
}

export interface AskedOrder {
  /** Digits. */
  cuit: string
  number: string
  items: AskedItem[]
}

/** An article with what it costs today; `listed` says whether it is on sale at all. */
export interface ImportArticle {
  articleId: number
  code: string
  description: string
  alias: string
  multiple: number
  unitsPerPack: number
  /** Cents. */
  listPrice: number
  /** Hundredths of a percent. */
  discount: number
  listed: boolean
  bindingStock: number | null
}
