/** Reads a spreadsheet that somebody sent: its content tells its kind; a thread with bounded memory and time reads it. */
import type { Asker } from '../lib/fair-queue.ts'
import { heavyWork } from '../lib/heavy-work.ts'
import { Thread } from '../lib/thread.ts'
import { untilAborted } from '../lib/time-limit.ts'
import { workerUrl } from '../lib/worker-url.ts'
import { malformed, Refusal } from '../refusal.ts'
import type { TextTraits, UploadedSheetTask } from './read-workbook.ts'
import type { UploadedSheetAnswer } from './send-workbook.ts'
import type { NamedSheet, SheetBounds, SheetRow, Workbook } from './sheet.ts'
import { utf16Order, utf32Order } from './text-encoding.ts'

const HEAP_MB = 256

export const wrongType = 'El archivo debe ser una planilla de Excel (.xlsx), de LibreOffice (.ods) o un CSV'
const oldExcel = 'Las planillas .xls no se admiten: ábrala en Excel y guárdela como .xlsx'
const flatOds = 'Las planillas .fods no se admiten: ábrala en LibreOffice y guárdela como .ods o .xlsx'
const withPassword = 'La planilla está protegida con contraseña'
const withFormulas = 'La planilla tiene fórmulas: cópiela y péguela como valores en una planilla nueva'
export const tooLargeToRead = 'La planilla es demasiado grande'

const noWorkbook =
  'El archivo no se puede leer: se llama como una planilla de Excel o LibreOffice y no lo es, o está dañado. Ábralo y guárdelo de nuevo'

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** The container of .xls, and of a workbook with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')

/** Control characters that no text has: the file is damaged, or of another kind. */
const isNoText = (byte: number): boolean =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b

/** A file's kind by its first bytes; names and declared types are not trusted. @throws Refusal */
function kindOf(bytes: Buffer): UploadedSheetTask['kind'] {
  if (startsWith(bytes, ZIP)) return 'zip'
  if (startsWith(bytes, OLE)) {
    if (bytes.includes(ENCRYPTED_PART)) throw malformed(withPassword)
    throw new Refusal('WRONG_TYPE', oldExcel)
  }
  const head = bytes.subarray(0, 4096)
  const beginning = head.toString('utf8').replace(/^\uFEFF/, '')
  // Many programs call a web page .xls.
  if (/^\s*(<|\{\\rtf)/.test(beginning))
    throw new Refusal('WRONG_TYPE', beginning.includes('opendocument') ? flatOds : oldExcel)
  const isText = !head.some(isNoText) && !head.subarray(0, 5).equals(Buffer.from('%PDF-'))
  if (isText || utf32Order(bytes) || utf16Order(bytes)) return 'text'
  throw new Refusal('WRONG_TYPE', wrongType)
}

/**
 * All sheets of an .xlsx, .ods or text file. Reading ends when its asker goes away.
 *
 * @throws Refusal WRONG_TYPE for other files, TOO_LARGE for what unpacks to too much or has too many rows,
 *   MALFORMED for what is damaged, empty or has a password
 */
export async function readUploadedWorkbook(
  bytes: Buffer,
  bounds: SheetBounds,
  asker: Asker,
  text?: TextTraits,
): Promise<NamedSheet[]> {
  const kind = kindOf(bytes)
  if (kind === 'text' && bytes.length > bounds.csvBytes) throw new Refusal('TOO_LARGE', tooLargeToRead)
  const { sheets, problem, tooLarge } = await heavyWork.sheets.run(asker, (signal) =>
    readInThread(
      workerUrl(import.meta.url, 'uploaded-sheet-worker'),
      { bytes, kind, bounds, text } satisfies UploadedSheetTask,
      { milliseconds: bounds.milliseconds, tooLarge: tooLargeToRead },
      signal,
    ),
  )
  if (problem !== undefined) throw tooLarge ? new Refusal('TOO_LARGE', problem) : malformed(problem)
  if (sheets.every(({ rows }) => rows.length === 0)) throw malformed('La planilla está vacía')
  return sheets
}

/**
 * Does `work` with a file. Text in a file called .xlsx or .ods is read as text; where nothing is found in it, it is told as
 * unreadable, and not as a list that lacks this or that.
 * @throws Refusal as `work`
 */
export async function readingUpload<Found>(
  { name, bytes }: { name: string; bytes: Buffer },
  work: (bytes: Buffer) => Promise<Found>,
): Promise<Found> {
  try {
    return await work(bytes)
  } catch (error) {
    const isMisnamed = /\.(xlsx|xlsm|ods)$/i.test(name) && !startsWith(bytes, ZIP) && !startsWith(bytes, OLE)
    throw isMisnamed && error instanceof Refusal && error.code === 'MALFORMED' ? malformed(noWorkbook) : error
  }
}

/**
 * The rows of a file's first sheet, for files that the shop gave out and that come back filled in.
 * @throws Refusal as `readUploadedWorkbook`, and MALFORMED for formulas: what they show is whatever the file's author wrote
 */
export async function readUploadedSheet(bytes: Buffer, bounds: SheetBounds, asker: Asker): Promise<SheetRow[]> {
  const [first] = await readUploadedWorkbook(bytes, bounds, asker)
  const rows = first?.rows ?? []
  if (rows.length === 0) throw malformed('La planilla está vacía')
  if (rows.some(({ formulas }) => formulas)) throw malformed(withFormulas)
  const width = rows[0]?.cells.length ?? 0
  for (const { cells } of rows) while (cells.length < width) cells.push(null)
  return rows
}

/**
 * What a thread reads that calls `sendWorkbook`, with bounded memory and time.
 * @throws Refusal TOO_LARGE with these words beyond them
 */
export function readInThread(
  worker: URL,
  task: unknown,
  { milliseconds, tooLarge }: { milliseconds: number; tooLarge: string },
  signal: AbortSignal | undefined,
): Promise<Workbook> {
  const sheets: NamedSheet[] = []
  const thread = new Thread(worker, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  let timer: NodeJS.Timeout | undefined
  const read = new Promise<Workbook>((resolve, reject) => {
    const giveUp = () => reject(new Refusal('TOO_LARGE', tooLarge))
    thread.on('message', (answer: UploadedSheetAnswer) => {
      // The time counts from here: the start of the thread is not the file's fault.
      if (answer === 'reading') timer = setTimeout(giveUp, milliseconds)
      else if ('sheet' in answer) sheets.push({ ...answer.sheet, rows: [] })
      else if ('rows' in answer) sheets.at(-1)?.rows.push(...answer.rows)
      else resolve({ sheets, ...answer.end })
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
    )
    thread.once('exit', () => reject(new Error('The thread that reads a spreadsheet ended without an answer')))
  })
  return untilAborted(read, signal).finally(() => {
    clearTimeout(timer)
    void thread.terminate()
  })
}
