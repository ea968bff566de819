/** The example file: the columns with a sample order. Its order number is refused, so that it never becomes an order (R241). */
import type { SheetData } from 'write-excel-file/node'
import { formatCuit } from '../../../contract/cuit.ts'
import { EXAMPLE_NUMBER } from '../../../contract/order-import.ts'
import { writeWorkbook } from '../../spreadsheets/printed-workbook.ts'

const HEADINGS = [
  ...['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación'],
  ...['Importe', 'Total:'],
]
const WIDTHS = [16, 18, 20, 10, 12, 40, 14, 8, 16]
/** Empty rows whose CUIT, number and code cells are text cells, so that typed codes keep their zeros. */
const PREPARED_ROWS = 1_000
const MONEY = '#,##0.00'
const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE' } as const

export interface ExampleContent {
  /** Digits of a client's CUIT; without one an invented one is shown. */
  cuit: string | undefined
  articles: readonly { code: string; multiple: number }[]
}

/** An .xlsx with one order of two articles. CUITs, numbers and codes are text cells, so that leading zeros stay. */
export function exampleFile(shopName: string, { cuit = '30712345671', articles }: ExampleContent): Promise<Buffer> {
  const [first, second] = articles
  const rows = [
    [first?.code ?? '00123', first?.multiple ?? 12, 0, 'Precio 0: el del día'],
    [second?.code ?? '00456', second?.multiple ?? 6, 1234.5, 'Otro precio: el acordado'],
  ] as const
  const last = rows.length + PREPARED_ROWS + 1
  const text = { type: String, format: '@' } as const
  /** The amount of a row with an agreed price. */
  const amount = (row: number) =>
    ({ value: `IF(E${row}>0,D${row}*E${row},"")`, type: 'Formula', format: MONEY }) as const
  const sheet = [
    [
      ...HEADINGS.map((value) => ({ value, ...HEADING })),
      // The total stands in the row of headings, which stays in view above a thousand rows.
      { value: `SUM(G2:G${last})`, type: 'Formula', format: MONEY, ...HEADING },
    ],
    ...rows.map(([code, quantity, price, note], at) => [
      { value: formatCuit(cuit), ...text },
      { value: EXAMPLE_NUMBER, ...text },
      { value: code, ...text },
      { value: Math.max(1, quantity), type: Number },
      { value: price, type: Number, format: MONEY },
      { value: note, type: String },
      amount(at + 2),
    ]),
    ...Array.from({ length: PREPARED_ROWS }, (_, at) => [
      text,
      text,
      text,
      null,
      null,
      null,
      amount(at + rows.length + 2),
    ]),
  ] as SheetData
  return writeWorkbook(
    [{ name: 'Pedidos', data: sheet, widths: WIDTHS, headingRow: 1, lastPrintedRow: rows.length + 1 }],
    { title: 'Ejemplo de pedidos', author: shopName },
  )
}
