/** The example file: the columns in their order, filled with what the caller could really import. */
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { formatCuit } from '../../../contract/cuit.ts'

const HEADINGS = ['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación']
const WIDTHS = [16, 18, 20, 10, 12, 40]

export interface ExampleContent {
  /** Digits of a client's CUIT; without one an invented one is shown. */
  cuit: string | undefined
  articles: readonly { code: string; multiple: number }[]
}

/** An .xlsx with one order of two articles. Codes are text cells, so that leading zeros stay. */
export function exampleFile({ cuit = '30712345671', articles }: ExampleContent): Promise<Buffer> {
  const [first, second] = articles
  const rows = [
    [first?.code ?? '00123', first?.multiple ?? 12, 0, 'Precio 0: el del día'],
    [second?.code ?? '00456', second?.multiple ?? 6, 1234.5, 'Otro precio: el acordado'],
  ] as const
  const sheet: SheetData = [
    HEADINGS.map((value) => ({ value, fontWeight: 'bold' })),
    ...rows.map(([code, quantity, price, note]) => [
      { value: formatCuit(cuit), type: String },
      { value: '1', type: String },
      { value: code, type: String, format: '@' },
      { value: Math.max(1, quantity), type: Number },
      { value: price, type: Number, format: '#,##0.00' },
      { value: note, type: String },
    ]),
  ]
  return writeXlsxFile(sheet, { columns: WIDTHS.map((width) => ({ width })), sheet: 'Pedidos' }).toBuffer()
}
