/** A PDF before its tables are found. Lengths are in points, from the upper left corner of a page that is read upright. */

/** No letter of any text: a font that does not say which letters its drawings are. */
export const NO_LETTER = /[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu

/** A text that stands together, no blank in it wider than one between words. */
export interface Piece {
  readonly x0: number
  readonly x1: number
  /** The line that its letters stand on. */
  readonly y: number
  readonly size: number
  readonly text: string
}

export interface Line {
  readonly y: number
  readonly size: number
  readonly pieces: readonly Piece[]
}

/** A table as a sheet has it; the numbers of its rows are places in the PDF (`contract/row-place.ts`). */
export interface PdfTable {
  name: string
  rows: PdfRow[]
}
export interface PdfRow {
  row: number
  cells: (string | null)[]
  /** Why the row has to be confirmed, for the user. */
  damage?: string
}

export interface Page {
  /** From 1. */
  readonly page: number
  readonly lines: readonly Line[]
}
