/**
 * How every workbook of the shop is written: for a screen, and for paper as it leaves the printer without anybody
 * setting it up (R313). The library knows neither page set-up nor filters nor properties, so they are added to its
 * XML here, by its own hooks, and nowhere else.
 */
import writeXlsxFile, { type Cell, type Sheet, type SheetData } from 'write-excel-file/node'
import { heightOfLines, type Letters, linesWithin, ONE_LINE, textWidth } from './text-fit.rules.ts'

type Feature = NonNullable<NonNullable<Parameters<typeof writeXlsxFile>[1]>['features']>[number]

export interface PrintedSheet {
  /** At most 31 signs, without : \ / ? * [ ]; also what the foot of a page says. */
  readonly name: string
  readonly data: SheetData
  /** Of the columns, in characters. */
  readonly widths: readonly number[]
  /**
   * The row of the headings, from 1: it stands on each printed page, and stays in view with what is above it where that
   * is little.
   */
  readonly headingRow?: number
  /** How many first columns stay in view. */
  readonly stickyColumns?: number
  /** The last row and column of the list under its headings, which gets a filter; what is outside is never hidden by it. */
  readonly filtered?: { readonly lastRow: number; readonly lastColumn?: number }
  /** The last row that is printed; without it all that hold something. For rows that a client may fill in. */
  readonly lastPrintedRow?: number
  readonly images?: Sheet<Buffer>['images']
  /** What its one formula comes to, stored with it, because previews on phones and in mails don't calculate. */
  readonly formulaResult?: number
}

export interface WorkbookProperties {
  readonly title: string
  /** The shop's name. */
  readonly author: string
}

/** Characters of 10 points that an upright A4 page takes without becoming small. */
const UPRIGHT_WIDTH = 100
/** Rows that stay in view at most: a dozen of them leave a small screen no room for the list. */
const MOST_STICKY_ROWS = 3
const FONT_SIZE = 10

/**
 * Writes the workbook: each sheet one page wide on A4 (across where its columns need it), page numbers and names in the
 * foot, headings on each page. A text that is longer than its column takes more lines, and its row the height of them;
 * above and below the list it takes the empty columns beside it first. Nothing is printed outside of the columns.
 */
export function writeWorkbook(sheets: readonly PrintedSheet[], properties: WorkbookProperties): Promise<Buffer> {
  return writeXlsxFile(
    sheets.map((sheet) => ({
      sheet: sheet.name,
      data: fitted(sheet, apart(sheet)),
      images: sheet.images,
      columns: sheet.widths.map((width) => ({ width })),
      stickyRowsCount: (sheet.headingRow ?? 0) <= MOST_STICKY_ROWS ? sheet.headingRow : undefined,
      stickyColumnsCount: sheet.stickyColumns,
    })),
    { fontFamily: 'Arial', fontSize: FONT_SIZE, features: [setUpFor(sheets, properties)] },
  ).toBuffer()
}

interface CellProperties {
  value?: unknown
  type?: unknown
  align?: string
  indent?: number
  fontSize?: number
  fontWeight?: string
  height?: number
  alignVertical?: string
}
/** The properties of a cell; undefined for a bare value and for an empty cell. */
const propertiesOf = (cell: Cell | undefined): CellProperties | undefined =>
  typeof cell === 'object' && cell !== null && !(cell instanceof Date) ? (cell as CellProperties) : undefined

/** A cell as an object; an empty one has no value. */
const asObject = (cell: Cell | undefined): CellProperties =>
  propertiesOf(cell) ?? (cell === null || cell === undefined ? {} : { value: cell })

/** Points of a column's width that its text has: a character is 7 pixels, of which 96 are an inch, and 5 are its border. */
const roomIn = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0) * 5.25 - 4
/** Points of one step of a cell's indent. */
const INDENT = 7

/** The rows, with texts wrapped that do not fit, and the height that they need (R313). */
function fitted({ widths, headingRow = 1, filtered }: PrintedSheet, data: SheetData): SheetData {
  return data.map((row, at) => {
    const isInList = at >= headingRow - 1 && at < (filtered?.lastRow ?? data.length)
    return fittedRow(row, widths, isInList)
  })
}

function fittedRow(row: SheetData[number], widths: readonly number[], isInList: boolean): SheetData[number] {
  const cells = row.map(asObject)
  const wraps = new Map<number, { columnSpan: number; height: number }>()
  for (const [column, { value, type, ...look }] of cells.entries()) {
    if (typeof value !== 'string' || type === 'Formula') continue
    const letters: Letters = { size: look.fontSize ?? FONT_SIZE, isBold: look.fontWeight === 'bold' }
    const columnSpan = isInList ? 1 : emptyFrom(cells, column, widths.length)
    const room = roomIn(widths.slice(column, column + columnSpan)) - (look.indent ?? 0) * INDENT
    // Outside of the list a short text runs on over the empty cells beside it.
    if (!/[\r\n]/.test(value) && textWidth(value, letters) <= room) continue
    wraps.set(column, { columnSpan, height: heightOfLines(linesWithin(value, room, letters), letters.size) })
  }
  const height = Math.max(
    0,
    ...cells.map((cell) => cell.height ?? 0),
    ...[...wraps.values()].map((wrap) => wrap.height),
  )
  if (wraps.size === 0 || height <= ONE_LINE) return spanned(row, cells, wraps)
  const high = cells.map((cell) => (cell.value === undefined ? cell : { alignVertical: 'top', ...cell }))
  // A row is as high as its first cell says.
  return spanned(row, [{ ...high[0], height }, ...high.slice(1)], wraps)
}

/** The row with its wrapped cells; as it was where none is. */
function spanned(
  row: SheetData[number],
  cells: readonly CellProperties[],
  wraps: ReadonlyMap<number, { columnSpan: number }>,
): SheetData[number] {
  if (wraps.size === 0) return row
  return cells.map((cell, column): Cell => {
    const wrap = wraps.get(column)
    if (wrap) return { ...cell, wrap: true, ...(wrap.columnSpan > 1 && { columnSpan: wrap.columnSpan }) } as Cell
    return Object.keys(cell).length > 0 ? (cell as Cell) : null
  })
}

/** How many columns there are from a cell to the next that holds something. */
function emptyFrom(cells: readonly CellProperties[], column: number, columns: number): number {
  let end = column + 1
  while (end < columns && Object.keys(cells[end] ?? {}).length === 0) end++
  return end - column
}

/** The rows, with a little room before texts beside a column of numbers: otherwise '1.950,00Surtir colores' is printed. */
function apart({ data, headingRow }: PrintedSheet): SheetData {
  if (headingRow === undefined) return data
  const [above, list] = [data.slice(0, headingRow - 1), data.slice(headingRow - 1)]
  const isNumbers = (list[0] ?? []).map((cell) => propertiesOf(cell)?.align === 'right')
  const isApart = isNumbers.map((numbers, column) => !numbers && isNumbers[column - 1] === true)
  if (!isApart.includes(true)) return data
  const roomy = (cell: Cell, column: number): Cell =>
    isApart[column] && propertiesOf(cell) ? ({ ...(cell as object), align: 'left', indent: 1 } as Cell) : cell
  return [...above, ...list.map((row) => row.map(roomy))]
}

/** The letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? columnLetters(Math.floor((column - 1) / 26)) + letter : letter
}

function setUpFor(sheets: readonly PrintedSheet[], properties: WorkbookProperties): Feature {
  const core = 'docProps/core.xml'
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _options, { sheetIndex }) => {
            const sheet = sheets[sheetIndex]
            return sheet ? withSetUp(xml, sheet, properties) : xml
          },
        },
        'xl/workbook.xml': {
          // A replacement by a function, because `$` in a text is a sign of a pattern's.
          transform: (xml) =>
            xml.replace('<definedNames/>', () => `<definedNames>${definedNames(sheets)}</definedNames>`),
        },
        '[Content_Types].xml': {
          insert: () =>
            `<Override PartName="/${core}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
        },
        '_rels/.rels': {
          insert: () =>
            `<Relationship Id="rId-properties" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${core}"/>`,
        },
      },
      write: { files: () => ({ [core]: coreProperties(properties) }) },
    },
  }
}

/** The order of the elements of a sheet is fixed; texts stand in a part of their own, so no text is mistaken for one. */
function withSetUp(xml: string, sheet: PrintedSheet, properties: WorkbookProperties): string {
  const { filtered, headingRow = 1, formulaResult } = sheet
  const filter = filtered
    ? `<autoFilter ref="A${headingRow}:${columnLetters(filtered.lastColumn ?? sheet.widths.length)}${filtered.lastRow}"/>`
    : ''
  return xml
    .replace(/<worksheet [^<>]*>/, (tag) => `${tag}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`)
    .replace('</f>', (end) => (formulaResult === undefined ? end : `${end}<v>${formulaResult}</v>`))
    .replace('</sheetData>', () => `</sheetData>${filter}`)
    .replace('<drawing ', () => `${pageSetUp(sheet, properties)}<drawing `)
}

/** Margins in inches. Zero pages high is: as many as it takes. */
function pageSetUp({ name, widths }: PrintedSheet, { title, author }: WorkbookProperties): string {
  const orientation = widths.reduce((sum, width) => sum + width, 0) > UPRIGHT_WIDTH ? 'landscape' : 'portrait'
  const about = [author, title, name].filter((text, at, all) => text !== '' && all.indexOf(text) === at)
  // In a foot `&` begins a code, and is itself written twice.
  const foot = `&L${about.join(' · ').replaceAll('&', '&&')}&RPágina &P de &N`
  return (
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.65" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>` +
    `<headerFooter><oddFooter>${escaped(foot)}</oddFooter></headerFooter>`
  )
}

function definedNames(sheets: readonly PrintedSheet[]): string {
  const all = sheets.flatMap(({ name, data, widths, headingRow, filtered, lastPrintedRow }, at) => {
    const place = `'${name.replaceAll("'", "''")}'!`
    const cells = (first: number, column: number, last: number) =>
      `${place}$A$${first}:$${columnLetters(column)}$${last}`
    const named = (builtIn: string, ref: string, hidden = '') =>
      `<definedName name="_xlnm.${builtIn}" localSheetId="${at}"${hidden}>${escaped(ref)}</definedName>`
    return [
      // Excel looks for the filter's range under this name when somebody sorts by it.
      filtered &&
        named(
          '_FilterDatabase',
          cells(headingRow ?? 1, filtered.lastColumn ?? widths.length, filtered.lastRow),
          ' hidden="1"',
        ),
      named('Print_Area', cells(1, widths.length, lastPrintedRow ?? data.length)),
      headingRow && named('Print_Titles', `${place}$${headingRow}:$${headingRow}`),
    ].filter(Boolean)
  })
  return all.join('')
}

function coreProperties({ title, author }: WorkbookProperties): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator><dc:language>es-AR</dc:language>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${new Date().toISOString()}</dcterms:created></cp:coreProperties>`
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
