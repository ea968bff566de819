/** The thread that writes a list as a workbook: numbers and days as such, text as text whatever it begins with. */
import type { Cell, SheetData } from 'write-excel-file/node'
import { serveDocuments } from '../lib/document-thread.ts'
import type { CellKind, CellValue, ListSheetTask } from './list-sheet.ts'
import { writeWorkbook } from './printed-workbook.ts'

const dayInArgentina = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' })

/** A cell typed as text is never read as a formula, so nothing a client wrote is ever computed. */
const cells: Record<CellKind, (value: CellValue) => Cell> = {
  text: (value) => ({ value: String(value), type: String, format: '@' }),
  count: (value) => ({ value: Number(value), type: Number }),
  money: (value) => ({ value: Number(value) / 100, type: Number, format: '#,##0.00' }),
  percent: (value) => ({ value: Number(value) / 100, type: Number, format: '0.00' }),
  // Excel knows no time zones: its day is the one in Argentina.
  day: (value) => ({
    value: new Date(`${dayInArgentina.format(new Date(String(value)))}T00:00:00Z`),
    type: Date,
    format: 'dd/mm/yyyy',
  }),
  yesNo: (value) => ({ value: value ? 'Sí' : 'No', type: String }),
}

const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE', type: String, wrap: true } as const
/** The kinds whose cells stand at the right, and with them their heading. */
const AT_THE_RIGHT: readonly CellKind[] = ['count', 'money', 'percent', 'day']

function makeSheet({ name, title, shopName, columns, rows }: ListSheetTask): Promise<Buffer> {
  const data: SheetData = [
    columns.map(({ heading, kind }) => ({
      value: heading,
      ...HEADING,
      align: AT_THE_RIGHT.includes(kind) ? ('right' as const) : undefined,
    })),
    ...rows.map((row) =>
      columns.map(({ kind }, at) => {
        const value = row[at] ?? null
        return value === null || value === '' ? null : cells[kind](value)
      }),
    ),
  ]
  const sheet = { name, data, widths: columns.map(({ width }) => width) }
  return writeWorkbook([{ ...sheet, headingRow: 1, filtered: { lastRow: data.length } }], {
    title,
    author: shopName,
  })
}

serveDocuments(makeSheet)
