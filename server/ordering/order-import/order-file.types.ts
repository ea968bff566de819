/** Orders of a file or a request, before their rows are looked up. */

/** A cell's text, number or boolean as the file has it; null for an empty cell. */
export type FileCell = string | number | boolean | null

/** One row of an order: an article and how many of it. */
export interface AskedItem {
  row: number
  code: string
  /** The article's id; where it is given, the code is not looked up. */
  articleId?: number | undefined
  quantity: FileCell
  price: FileCell
  note: string
  /** Whether a quantity that looks like a slip is asked about (R34). */
  ask?: boolean | undefined
}

export interface AskedOrder<Row> {
  /** Digits. */
  cuit: string
  number: string
  rows: Row[]
}
