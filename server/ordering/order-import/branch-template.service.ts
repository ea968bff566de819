/** The sheet that a client fills in for its branches: what it usually takes down, the branches across (R379). */
import type { SheetData } from 'write-excel-file/node'
import { addressInWords } from '../../../contract/address-text.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { writeWorkbook } from '../../spreadsheets/printed-workbook.ts'
import { listOftenTaken } from './branch-orders.queries.ts'
import { branchesOf } from './branch-review.service.ts'

const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE' } as const
/** Empty rows whose cells for codes are text cells, so that typed codes keep their zeros. */
const PREPARED_ROWS = 300
const WIDTHS = { code: 16, description: 40, branch: 14 } as const

/** Articles of the template. */
const USUAL = 200

/**
 * The template of a client: a column for each branch, and what the client orders most often.
 * @throws Refusal as `branchesOf`
 */
export async function branchTemplate(
  db: Queryable,
  caller: Caller,
  clientId: number,
  shopName: string,
): Promise<Buffer> {
  const branches = await branchesOf(db, caller, clientId)
  const names = branches.map(({ name }) => name)
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return templateFile(shopName, {
    // A name that two branches have does not tell them apart; the id does.
    branches: branches.map(({ id, name, ...address }) =>
      name === '' ? addressInWords(address) : isShared(name) ? String(id) : name,
    ),
    articles: await listOftenTaken(db, clientId, USUAL),
  })
}

interface TemplateContent {
  /** Headings by which the reader knows the branches again. */
  readonly branches: readonly string[]
  readonly articles: readonly { readonly code: string; readonly description: string }[]
}

function templateFile(shopName: string, { branches, articles }: TemplateContent): Promise<Buffer> {
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
