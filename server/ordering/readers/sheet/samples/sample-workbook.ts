/** Workbooks with the parts that spreadsheet programs write: shared texts, formulas, formats, merged and hidden cells. */
import { zip } from '../../../../test/workbook.ts'

/** A cell; an object is a formula or a number in a format of its own. A formula without `value` was never calculated. */
export type Cell = string | number | null | { value?: number; formula?: string; format?: string }
export type Row = readonly Cell[]

export interface Sheet {
  name?: string
  rows: readonly Row[]
  /** Ranges such as A1:F1. */
  merged?: readonly string[]
  /** Columns from 0. */
  hiddenColumns?: readonly number[]
  hidden?: boolean
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const letter = (column: number) => String.fromCharCode(65 + column)
/** The place of a value in a list that grows with each new one. */
function placeIn(list: string[], value: string): number {
  if (!list.includes(value)) list.push(value)
  return list.indexOf(value)
}

function sheetXml({ rows, merged = [], hiddenColumns = [] }: Sheet, texts: string[], formats: string[]): string {
  const cellXml = (cell: Cell, place: string) => {
    if (cell === null) return ''
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${placeIn(texts, cell)}</v></c>`
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    const style = cell.format === undefined ? 0 : placeIn(formats, cell.format) + 1
    const formula = cell.formula === undefined ? '' : `<f>${escaped(cell.formula)}</f>`
    return `<c r="${place}" s="${style}">${formula}${cell.value === undefined ? '' : `<v>${cell.value}</v>`}</c>`
  }
  const rowsXml = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${letter(column)}${at + 1}`)).join('')}</row>`,
  )
  const cols = hiddenColumns.map((at) => `<col min="${at + 1}" max="${at + 1}" width="0" hidden="1" customWidth="1"/>`)
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`)
  return [
    `<worksheet xmlns="${MAIN}">`,
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    `<sheetData>${rowsXml.join('')}</sheetData>`,
    merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : '',
    '</worksheet>',
  ].join('')
}

/** The bytes of a workbook. */
export function xlsx(...sheets: readonly Sheet[]): Buffer<ArrayBuffer> {
  const texts: string[] = []
  const formats: string[] = []
  const pages = sheets.map((sheet) => sheetXml(sheet, texts, formats))
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const relations = pages.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return zip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
        .map(
          ({ name, hidden }, at) =>
            `<sheet name="${escaped(name ?? `Hoja${at + 1}`)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="texts" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats
        .map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`)
        .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${200 + at}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    },
    ...pages.map((data, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, data })),
  ])
}
