/** A file that somebody sent as rows: .xlsx, .ods or text. It runs in a thread of the server and in a page. */
import { Unreadable, type ZipLimits, type ZipParts } from './archive-parts.ts'
import { readCsv, type Separator } from './csv.ts'
import { isOds, readOdsSheets } from './ods.ts'
import { separatorOf } from './separators.ts'
import type { SheetBounds, Workbook } from './sheet.ts'
import { decodeAs, decodeText, type TextEncoding } from './text-encoding.ts'
import { readXlsxSheets } from './xlsx-sheets.ts'

/** What is known of a text file; what is not is recognised. */
export interface TextTraits {
  readonly encoding?: TextEncoding | undefined
  readonly separator?: Separator | undefined
  /** Whether a last row without a line break is whole: true unless given. */
  readonly openEnd?: boolean | undefined
}

/** A file to read. */
export interface UploadedSheetTask {
  readonly bytes: Uint8Array
  readonly kind: 'zip' | 'text'
  readonly bounds: SheetBounds
  readonly text?: TextTraits | undefined
}

const ENTRIES = 200
/** Bytes of a text file by which its separator is chosen. */
const HEAD = 128 * 1024
const notAWorkbook = 'No es una planilla de Excel (.xlsx) ni de LibreOffice (.ods)'

const BINARY = 'Las planillas .xlsb no se admiten: ábrala en Excel y guárdela como .xlsx'
const NUMBERS = 'Las planillas de Numbers no se admiten: en Numbers elija Archivo, Exportar a, Excel (.xlsx)'

/** Why an archive is not read, with a way on where another program's workbook is known. */
function otherWorkbook(parts: ZipParts): string {
  if (parts.has('xl/workbook.bin')) return BINARY
  return parts.has('Index/Document.iwa') || parts.has('Index.zip') ? NUMBERS : notAWorkbook
}

/**
 * The sheets of a file.
 * @param openParts unpacks an archive: zip-parts.ts in Node, the browser in a page
 */
export async function readWorkbook(
  { bytes, kind, bounds, text }: UploadedSheetTask,
  openParts: (bytes: Uint8Array, limits: ZipLimits) => Promise<ZipParts>,
): Promise<Workbook> {
  const { maxRows, columns, unpackedBytes, partBytes } = bounds
  if (kind === 'text') return readText(bytes, bounds, text)
  try {
    const parts = await openParts(bytes, { entries: ENTRIES, bytes: unpackedBytes, partBytes })
    if (parts.has('xl/workbook.xml')) return { sheets: await readXlsxSheets(parts, { maxRows, columns }) }
    if (isOds(parts)) return { sheets: await readOdsSheets(parts, { maxRows, columns }) }
    return { sheets: [], problem: otherWorkbook(parts) }
  } catch (error) {
    if (error instanceof Unreadable) return { sheets: [], problem: error.message, tooLarge: error.tooLarge }
    throw error
  }
}

function readText(
  bytes: Uint8Array,
  { maxRows, columns }: SheetBounds,
  { encoding, separator: given, openEnd = true }: TextTraits = {},
): Workbook {
  const head = bytes.subarray(0, HEAD)
  const { separator, said: isDeclared } = separatorOf((encoding ? decodeAs(head, encoding) : decodeText(head)).text)
  const { rows, ...problem } = readCsv(bytes, {
    separator: isDeclared ? separator : (given ?? separator),
    openEnd,
    encoding,
    maxRows: isDeclared ? maxRows + 1 : maxRows,
  })
  const kept = isDeclared ? rows.filter(({ row }) => row > 1) : rows
  for (const row of kept) row.cells.length = Math.min(row.cells.length, columns)
  return { sheets: problem.problem ? [] : [{ name: '', rows: kept }], ...problem }
}
