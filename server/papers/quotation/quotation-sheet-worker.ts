/** The thread that writes a quotation as a workbook: real numbers, and a total that follows them. */
import { workerData } from 'node:worker_threads'
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'
import { lineAmount } from '../../../contract/rules.ts'
import { sendDocument } from '../../lib/document-thread.ts'
import { NOT_SOLD, QUOTATION_TITLE, type Quotation, type QuotationLine } from './quotation.types.ts'

const MONEY = '#,##0.00'
const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE' } as const
const text = (value: string) => ({ value, type: String })
const money = (cents: number) => ({ value: cents / 100, type: Number, format: MONEY }) as const

/** Writes the workbook. Without prices it has no amounts and no total. */
function makeSheet(quotation: Quotation): Promise<Buffer> {
  const { lines, withPrices, client, cuit, date, shopName, total } = quotation
  const top: SheetData = [
    [{ ...text(`${shopName} · ${QUOTATION_TITLE}`), fontWeight: 'bold', fontSize: 14 }],
    [text([client, cuit && `CUIT ${cuit}`].filter(Boolean).join(' · '))],
    [text(date)],
    [],
  ]
  const prices = withPrices ? ['Precio unitario', 'Subtotal'] : []
  const headings = ['Código', 'Descripción', 'Cantidad', ...prices, 'Observación']
  const firstRow = top.length + 2
  const rows: SheetData = [
    ...top,
    headings.map((value) => ({ value, ...HEADING })),
    ...lines.map((line) => [
      { ...text(line.code), format: '@' },
      { ...text(line.description), wrap: true },
      { value: line.quantity, type: Number },
      ...(withPrices ? amounts(line) : []),
      { ...text(noteOf(line)), wrap: true },
    ]),
  ]
  if (withPrices && lines.length > 0) {
    const formula = `SUM(E${firstRow}:E${firstRow + lines.length - 1})`
    rows.push([
      { ...text('Total'), ...HEADING },
      HEADING,
      HEADING,
      HEADING,
      { value: formula, type: 'Formula', format: MONEY, ...HEADING },
      HEADING,
    ] as SheetData[number])
  }
  const widths = [18, 48, 10, ...(withPrices ? [16, 16] : []), 40]
  return writeXlsxFile(
    rows,
    {
      sheet: QUOTATION_TITLE,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: firstRow - 1,
      orientation: 'landscape',
    },
    { fontFamily: 'Arial', fontSize: 10, features: [withResult(total)] },
  ).toBuffer()
}

function amounts({ unitPrice, quantity }: QuotationLine): Cell[] {
  return unitPrice === null ? [null, null] : [money(unitPrice), money(lineAmount(unitPrice, quantity))]
}

const noteOf = ({ note, unitPrice }: QuotationLine): string =>
  [unitPrice === null && NOT_SOLD, note].filter(Boolean).join('. ')

/** Stores the formula's result with it, because previews on phones and in mails don't calculate. */
const withResult = (total: number) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string) => xml.replace('</f>', `</f><v>${total / 100}</v>`),
      },
    },
  },
})

sendDocument(await makeSheet(workerData as Quotation))
