/** Where a row stands in a file that somebody sent: its number in a sheet, its page and line in a PDF (R240, R324). */

/** Above the rows of any spreadsheet; times the most pages it stays below 2³¹. */
const PAGE = 10_000_000
/** Pages of the longest PDF that is read. */
export const PDF_MAX_PAGES = 200

/** The number of a row of a PDF: its page, from 1, and its line in the page's tables; 0 are their headings. */
export const rowOfPage = (page: number, line: number): number => page * PAGE + line

/** Whether a row is one of a PDF. */
export const isOfPage = (row: number): boolean => row >= PAGE

/** 'fila 12', or 'pág. 2, renglón 14': both stand behind 'la'. */
export function rowName(row: number): string {
  if (!isOfPage(row)) return `fila ${row}`
  const line = row % PAGE
  return line === 0 ? `primera fila de la pág. ${row / PAGE}` : `pág. ${Math.floor(row / PAGE)}, renglón ${line}`
}

/** Where a sheet's rows stand: 'hoja «Lunes»', or the pages of a PDF, which its table is called by; both stand behind 'la'. */
export const sheetName = (name: string, row: number, hidden = false): string =>
  isOfPage(row) ? name : `hoja ${hidden ? 'oculta ' : ''}«${name}»`

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())
/** The same at the beginning of a sentence. */
export const rowTitle = (row: number): string => capital(rowName(row))
export const sheetTitle = (name: string, row: number): string => capital(sheetName(name, row))
