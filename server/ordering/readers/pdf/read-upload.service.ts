/** Reads a spreadsheet, or a PDF with text, that somebody sent as an order: both come as sheets (R240, R324). */
import type { Asker } from '../../../lib/fair-queue.ts'
import { heavyWork } from '../../../lib/heavy-work.ts'
import { workerUrl } from '../../../lib/worker-url.ts'
import { malformed, Refusal } from '../../../refusal.ts'
import type { NamedSheet, SheetBounds } from '../../../spreadsheets/sheet.ts'
import { readInThread, readUploadedWorkbook, wrongType } from '../../../spreadsheets/uploaded-sheet.ts'

/** The longest price list of a shop takes two seconds. */
const LONGEST_MS = 20_000
/** Programs may write something before the beginning of a PDF, and after its end. */
const AROUND = 2_048
const tooSlow = 'El PDF es demasiado grande'
const CUT = 'El PDF está cortado: le falta el final. Guárdelo o descárguelo de nuevo.'

/**
 * The sheets of a file; a PDF's tables are sheets, and their rows tell page and line.
 * @throws Refusal as `readUploadedWorkbook`, and MALFORMED for a PDF that is a picture, cut, or has a password
 */
export async function readUpload(bytes: Buffer, bounds: SheetBounds, asker: Asker): Promise<NamedSheet[]> {
  if (!bytes.subarray(0, AROUND / 2).includes('%PDF-'))
    return readUploadedWorkbook(bytes, bounds, asker).catch((error: unknown) => {
      throw error instanceof Refusal && error.message === wrongType
        ? new Refusal('WRONG_TYPE', `${wrongType.replace(' o un CSV', ', un CSV')} o un PDF con texto`)
        : error
    })
  if (!bytes.subarray(-AROUND).includes('%%EOF')) throw malformed(CUT)
  const worker = workerUrl(import.meta.url, 'uploaded-pdf-worker')
  const { sheets, problem, tooLarge } = await heavyWork.sheets.run(asker, (signal) =>
    readInThread(worker, { bytes, bounds }, { milliseconds: LONGEST_MS, tooLarge: tooSlow }, signal),
  )
  if (problem !== undefined) throw tooLarge ? new Refusal('TOO_LARGE', problem) : malformed(problem)
  return sheets
}
