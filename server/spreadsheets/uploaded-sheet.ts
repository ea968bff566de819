/** Reading a spreadsheet that somebody sent: its kind by its content, its rows in a thread with bounded memory and time. */
import { Worker } from 'node:worker_threads'
import { malformed, Refusal } from '../refusal.ts'
import { turns } from '../turns.ts'
import { workerUrl } from '../worker-url.ts'
import type { Sheet, SheetBounds, SheetRow } from './sheet.ts'
import type { UploadedSheetAnswer, UploadedSheetTask } from './uploaded-sheet-worker.ts'

const HEAP_MB = 256
/** Threads at once: each may take HEAP_MB and a processor. */
const MAX_THREADS = 2

const wrongType = 'El archivo debe ser una planilla de Excel (.xlsx) o un CSV'
const oldExcel = 'Las planillas .xls no se admiten: ábrala en Excel y guárdela como .xlsx'
const withPassword = 'La planilla está protegida con contraseña'
export const tooLargeToRead = 'La planilla es demasiado grande'

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** The container of .xls, and of a workbook with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')
const UTF16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** What a file is by its first bytes; names and declared types say nothing. */
function kindOf(bytes: Buffer): UploadedSheetTask['kind'] {
  if (startsWith(bytes, ZIP)) return 'xlsx'
  if (startsWith(bytes, OLE)) {
    if (bytes.includes(ENCRYPTED_PART)) throw malformed(withPassword)
    throw new Refusal('WRONG_TYPE', oldExcel)
  }
  const head = bytes.subarray(0, 4096)
  // Many programs call a web page .xls.
  if (/^\s*(<|\{\\rtf)/.test(head.toString('utf8').replace(/^\uFEFF/, '')))
    throw new Refusal('WRONG_TYPE', oldExcel)
  const isText = !head.includes(0) && !head.subarray(0, 5).equals(Buffer.from('%PDF-'))
  // The reader has a clear word for UTF-16.
  if (isText || UTF16.some((mark) => startsWith(bytes, mark))) return 'csv'
  throw new Refusal('WRONG_TYPE', wrongType)
}

const inTurn = turns(MAX_THREADS)

/**
 * The rows of an .xlsx or .csv file.
 *
 * @throws Refusal WRONG_TYPE for other files, TOO_LARGE for what unpacks to too much or has too many rows,
 *   MALFORMED for what is damaged, empty, has a password or formulas
 */
export async function readUploadedSheet(bytes: Buffer, bounds: SheetBounds): Promise<SheetRow[]> {
  const kind = kindOf(bytes)
  if (kind === 'csv' && bytes.length > bounds.csvBytes) throw new Refusal('TOO_LARGE', tooLargeToRead)
  const { rows, problem, tooLarge } = await inTurn(() => readInThread({ bytes, kind, bounds }))
  if (problem !== undefined) throw tooLarge ? new Refusal('TOO_LARGE', problem) : malformed(problem)
  if (rows.length === 0) throw malformed('La planilla está vacía')
  return rows
}

function readInThread(task: UploadedSheetTask): Promise<Sheet> {
  const thread = new Worker(workerUrl(import.meta.url, 'uploaded-sheet-worker'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  let timer: NodeJS.Timeout | undefined
  return new Promise<Sheet>((resolve, reject) => {
    const giveUp = () => reject(new Refusal('TOO_LARGE', tooLargeToRead))
    thread.on('message', (answer: UploadedSheetAnswer) => {
      // Only now: starting a thread is not the file's fault.
      if (answer === 'reading') timer = setTimeout(giveUp, task.bounds.milliseconds)
      else resolve(answer)
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
    )
    thread.once('exit', () =>
      reject(new Error('The thread that reads a spreadsheet ended without an answer')),
    )
  }).finally(() => {
    clearTimeout(timer)
    void thread.terminate()
  })
}
