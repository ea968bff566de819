/** The sheet that a client fills in for its branches: what it usually takes down, the branches across (R379). */
import type { SheetData } from 'write-excel-file/node'
import { writeWorkbook } from '../../spreadsheets/printed-workbook.ts'

const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE' } as const
/** Empty rows whose cells for codes are text cells, so that typed codes keep their zeros. */
const PREPARED_ROWS = 300
const WIDTHS = { code: 16, description: 40, branch: 14 } as const

interface TemplateContent {
  /** Headings by which the reader knows the branches again. */
  readonly branches: readonly string[]
  readonly articles: readonly { readonly code: string; readonly description: string }[]
}

export function branchTemplateFile(shopName: string, { branches, articles }: TemplateContent): Promise<Buffer> {
  const text = { type: String, format: '@' } as const
  const empty = branches.map(() => null)
  const data = [
    ['Código', 'Descripción', ...branches].map((value) => ({ value, type: String, ...HEADING })),
    ...articles.map(({ code, description }) => [
      { value: code, ...text },
      { value: description, type: String },
      ...empty,
    ]),
    ...Array.from({ length: PREPARED_ROWS }, () => [text, null, ...empty]),
  ] as SheetData
  const widths = [WIDTHS.code, WIDTHS.description, ...branches.map(() => WIDTHS.branch)]
  return writeWorkbook(
    [{ name: 'Sucursales', data, widths, headingRow: 1, stickyColumns: 1, lastPrintedRow: articles.length + 1 }],
    { title: 'Pedido por sucursales', author: shopName },
  )
}
