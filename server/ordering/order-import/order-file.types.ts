/** Orders of a file or a request, before anybody looked up what their rows mean. */

/** Text, number or truth as the file has it; null is an empty cell. */
export type FileCell = string | number | boolean | null

/** One row of an order: an article and how many of it. */
export interface AskedItem {
  row: number
  code: string
  /** In place of the code. */
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
