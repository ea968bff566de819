/** A list as a workbook of all its rows: what a list call answers when it is asked for one. */
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../worker-url.ts'

/** How a value stands in its cell: cents as an amount, an ISO instant as its day in Argentina. */
export type CellKind = 'text' | 'count' | 'money' | 'day' | 'yesNo'
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
  readonly columns: readonly SheetColumn<Row>[]
}

/** What the thread is given. */
export interface ListSheetTask {
  readonly name: string
  readonly columns: readonly { heading: string; kind: CellKind; width: number }[]
  readonly rows: readonly (readonly CellValue[])[]
}

const HEAP_MB = 512
let before: Promise<unknown> = Promise.resolve()

/**
 * Makes the .xlsx. Ten thousand rows are a second of work, so a thread does it, one workbook at a time.
 * @throws when the thread fails
 */
export function makeListSheet<Row>(
  { name, columns }: ListSheet<Row>,
  rows: readonly Row[],
): Promise<Uint8Array> {
  const task: ListSheetTask = {
    name,
    columns: columns.map(({ heading, kind, width }) => ({ heading, kind, width })),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  }
  const mine = before.then(() => inThread(task))
  before = mine.catch(() => undefined)
  return mine
}

async function inThread(task: ListSheetTask): Promise<Uint8Array> {
  const thread = new Worker(workerUrl(import.meta.url, 'list-sheet-worker'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('The thread ended without a workbook')))
    })
  } finally {
    await thread.terminate()
  }
}
