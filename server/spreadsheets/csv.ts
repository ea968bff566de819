/** CSV as ERPs write it: `;` between the cells, quotes where needed, a line break after every row. */
import { type Sheet, type SheetRow, tooManyRows } from './sheet.ts'
import { decodeAs, decodePieces, type TextEncoding } from './text-encoding.ts'

const CUT_IN_QUOTES = 'Las comillas que se abren en esta fila no se cierran: el archivo parece cortado'
const CUT_AT_END =
  'El archivo parece cortado: la última fila no termina con un salto de línea. Si está completa, agregue un salto de línea al final'
/** As wide as a sheet of Excel; a wider row was made to fill the memory. */
const MAX_CELLS = 16_384
const TOO_WIDE = 'La planilla tiene una fila con demasiadas columnas'
const UNREADABLE = 'La fila tiene un carácter ilegible: el archivo está dañado o cortado'
const TEXT_AFTER_QUOTES =
  'Hay texto después de las comillas de cierre; las comillas dentro de un texto se escriben dobles ("")'

export interface CsvOptions {
  separator?: Separator
  /** Takes a last row without a line break as whole: files made by hand, which somebody looks through. */
  openEnd?: boolean
  /** A file with more rows, blank ones not counted, is refused. */
  maxRows?: number
  /** Recognised where it is not given. */
  encoding?: TextEncoding | undefined
}

/**
 * Reads a whole file. Line breaks are LF, CRLF or CR; a cell in quotes may hold any of them, and the row
 * is still one row. A last row without a line break is marked as damaged: cut inside its last cell it would
 * look whole, with a price of a tenth.
 */
export function readCsv(bytes: Uint8Array, { maxRows = Number.POSITIVE_INFINITY, ...options }: CsvOptions = {}): Sheet {
  const rows: SheetRow[] = []
  for (const { line, problem } of csvRows(bytes, options)) {
    if (problem !== undefined) return { rows: [], problem, tooLarge: true }
    if (rows.length === maxRows) return { rows: [], problem: tooManyRows(maxRows), tooLarge: true }
    rows.push(line)
  }
  return { rows }
}

type ReadRow =
  | { readonly line: SheetRow; readonly share: number; readonly problem: undefined }
  | { readonly line: undefined; readonly share: number; readonly problem: string }

/** A row that is longer, in characters, than any that is read in pieces: its quotes are never closed. */
const LONGEST_ROW = 16 * 2 ** 20
const TOO_LONG = 'La planilla tiene una fila demasiado larga: puede que le falten comillas de cierre'

/**
 * The rows of a file one by one, as `readCsv` reads them. `share` is how much of the file was read with the row; a problem of the
 * whole file is the last that comes.
 *
 * @param pieceBytes how much of the file is decoded at once, so that the text of a large one is never in memory whole
 */
export function* csvRows(
  bytes: Uint8Array,
  { separator = ';', openEnd = false, encoding }: Omit<CsvOptions, 'maxRows'> = {},
  pieceBytes = Number.POSITIVE_INFINITY,
): Generator<ReadRow> {
  let [text, at, row, damaged] = ['', 0, 1, false]
  const pieces = encoding ? [{ ...decodeAs(bytes, encoding), read: bytes.length }] : decodePieces(bytes, pieceBytes)
  for (const piece of pieces) {
    const isLast = piece.read === bytes.length
    text = text.slice(at) + piece.text
    at = 0
    damaged ||= piece.damaged
    for (; at < text.length; row++) {
      // What reaches the end of a piece may go on in the next one.
      const reaches = (end: number) => !isLast && end >= text.length
      // Blank lines are skipped here, so that millions of them cost little.
      if (text[at] === '\n' || text[at] === '\r') {
        if (reaches(at + 1)) break
        at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
        continue
      }
      const record = readRecord(text, at, separator, openEnd)
      if (record.damage === TOO_WIDE) return yield { line: undefined, share: 1, problem: TOO_WIDE }
      if (reaches(record.end)) {
        if (text.length - at > LONGEST_ROW) return yield { line: undefined, share: 1, problem: TOO_LONG }
        break
      }
      at = record.end
      const { cells } = record
      const damage = damaged && cells.some((cell) => cell.includes('\ufffd')) ? UNREADABLE : record.damage
      if (!damage && cells.every((cell) => cell.trim() === '')) continue
      const share = Math.max(0, piece.read - (text.length - at)) / bytes.length
      yield { line: { row, cells, damage }, share, problem: undefined }
    }
  }
}

/** A row as `readCsv` reads it: numbers with a comma, a text in quotes only where it needs them, CRLF at the end. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(';')}\r\n`

function csvCell(value: string | number | null): string {
  const text = typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '')
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

interface CsvRecord {
  cells: string[]
  /** Where the next record begins. */
  end: number
  damage?: string
}

const END_OF_CELL = { ';': /[;\r\n]/g, ',': /[,\r\n]/g, '\t': /[\t\r\n]/g, '|': /[|\r\n]/g } as const
export type Separator = keyof typeof END_OF_CELL

function readRecord(text: string, start: number, separator: Separator, openEnd: boolean): CsvRecord {
  const cells: string[] = []
  let damage: string | undefined
  let at = start
  for (;;) {
    let cell = ''
    if (text[at] === '"') {
      const quoted = readQuoted(text, at)
      if (quoted === null) return { cells, end: text.length, damage: CUT_IN_QUOTES }
      cell = quoted.cell
      at = quoted.end
      if (!isEndOfCell(text[at], separator)) damage ??= TEXT_AFTER_QUOTES
    }
    const end = findEndOfCell(text, at, separator)
    if (cells.length === MAX_CELLS) return { cells, end, damage: TOO_WIDE }
    cells.push(cell + text.slice(at, end))
    if (end === text.length) return { cells, end, damage: damage ?? (openEnd ? undefined : CUT_AT_END) }
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at++
    return { cells, end: at, damage }
  }
}

/** The cell in quotes that begins at a place, and the place after its closing quote; null: never closed. */
function readQuoted(text: string, start: number): { cell: string; end: number } | null {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return null
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    from = quote + 2
  }
}

function findEndOfCell(text: string, from: number, separator: Separator): number {
  const end = END_OF_CELL[separator]
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

const isEndOfCell = (character: string | undefined, separator: Separator) =>
  character === undefined || character === separator || character === '\r' || character === '\n'
