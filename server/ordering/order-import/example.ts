/** The example file: the columns, filled as an order is; its own number is refused, so that it never becomes one (R241). */
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { formatCuit } from '../../../contract/cuit.ts'
import { EXAMPLE_NUMBER } from '../../../contract/order-import.ts'

const HEADINGS = [
  ...['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación'],
  ...['Importe', 'Total:'],
]
const WIDTHS = [16, 18, 20, 10, 12, 40, 14, 8, 16]
/** Rows whose codes stay text whatever is typed into them. */
const PREPARED_ROWS = 1_000
const MONEY = '#,##0.00'
const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE' } as const

export interface ExampleContent {
  /** Digits of a client's CUIT; without one an invented one is shown. */
  cuit: string | undefined
  articles: readonly { code: string; multiple: number }[]
}

/** An .xlsx with one order of two articles. CUITs, numbers and codes are text cells, so that leading zeros stay. */
export function exampleFile({ cuit = '30712345671', articles }: ExampleContent): Promise<Buffer> {
  const [first, second] = articles
  const rows = [
    [first?.code ?? '00123', first?.multiple ?? 12, 0, 'Precio 0: el del día'],
    [second?.code ?? '00456', second?.multiple ?? 6, 1234.5, 'Otro precio: el acordado'],
  ] as const
  const last = rows.length + PREPARED_ROWS + 1
  const text = { type: String, format: '@' } as const
  /** What a row comes to, where it has an agreed price. */
  const amount = (row: number) =>
    ({ value: `IF(E${row}>0,D${row}*E${row},"")`, type: 'Formula', format: MONEY }) as const
  const sheet = [
    [
      ...HEADINGS.map((value) => ({ value, ...HEADING })),
      // Beside the headings, which stay in view above a thousand rows.
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
  return writeXlsxFile(sheet, {
    columns: WIDTHS.map((width) => ({ width })),
    sheet: 'Pedidos',
    stickyRowsCount: 1,
  }).toBuffer()
}
