/** A list as a workbook of all its rows, which a list call answers when it is asked for one. */
import { makeDocument } from '../lib/document-thread.ts'
import type { Asker } from '../lib/fair-queue.ts'
import { workerUrl } from '../lib/worker-url.ts'

/** How a value stands in its cell: cents as an amount, hundredths of a percent as 5,5, an instant as its day in Argentina. */
export type CellKind = 'text' | 'count' | 'money' | 'percent' | 'day' | 'yesNo'
export type CellValue = string | number | boolean | null

export interface SheetColumn<Row> {
  readonly heading: string
  readonly kind: CellKind
  /** In characters. */
  readonly width: number
  readonly value: (row: Row) => CellValue
}

export interface ListSheet<Row> {
  /** The file's name before its ending; also the sheet's. */
  readonly name: string
  /** What the list is called, in the workbook's properties and in the foot of its pages. */
  readonly title: string
  readonly columns: readonly SheetColumn<Row>[]
}

/** The thread's input. */
export interface ListSheetTask {
  readonly name: string
  readonly title: string
  readonly shopName: string
  readonly columns: readonly { heading: string; kind: CellKind; width: number }[]
  readonly rows: readonly (readonly CellValue[])[]
}

/**
 * Makes the .xlsx in a thread, because ten thousand rows are a second of work. `read` is called when a thread is free.
 * @throws when the thread fails, and what `read` throws
 */
export function makeListSheet<Row>(
  { name, title, columns }: ListSheet<Row>,
  shopName: string,
  asker: Asker,
  read: () => Promise<readonly Row[]>,
): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'list-sheet-worker'), asker, async () => {
    const rows = await read()
    return {
      name,
      title,
      shopName,
      columns: columns.map(({ heading, kind, width }) => ({ heading, kind, width })),
      rows: rows.map((row) => columns.map(({ value }) => value(row))),
    } satisfies ListSheetTask
  })
}
