/** The sheet of a list of the shop's own as it comes back, and the text of its clients (R359): pure. */
import { BULK_MAX_ROWS } from '../../../contract/bulk-edit.ts'
import { ownListTexts } from '../../../contract/own-lists.ts'
import type { ProblemRow } from '../../catalogue/bulk-edit/bulk-edit.types.ts'
import type { SheetLine } from '../../catalogue/bulk-edit/read-sheet.rules.ts'
import { dropTwice, type Read } from '../../catalogue/bulk-edit/read-values.rules.ts'
import { foldText } from '../../lib/search-text.ts'
import { isBlank, readNumber } from '../../spreadsheets/numbers.rules.ts'
import { LINE_END } from '../../spreadsheets/pasted-lines.rules.ts'

export const CODE_HEADING = 'Código'
export const PRICE_HEADING = 'Precio en la lista'
/** The largest amount of whole cents that a price is, far from where they stop being exact. */
const MOST_CENTS = 1_000_000_000_000

type Cell = SheetLine['cells'][number]

/** A row of the sheet; `cents` is null where the list is to have no price of its own. */
export interface SheetPrice {
  readonly line: number
  readonly code: string
  readonly values: { readonly cents: number | null }
}

/** Reads all rows below the headings, each as a price or as a problem; or tells the one problem of the whole sheet. */
export function readListSheet([head, ...lines]: readonly SheetLine[]):
  | { rows: SheetPrice[]; problems: ProblemRow[] }
  | { problem: string } {
  if (lines.length > BULK_MAX_ROWS) return { problem: ownListTexts.tooManyRows }
  const headings = (head?.cells ?? []).map((cell) => foldText(textOf(cell)))
  const [codeAt, priceAt] = [CODE_HEADING, PRICE_HEADING].map((heading) => placesOf(headings, foldText(heading)))
  if (codeAt?.length === 0 || priceAt?.length === 0) return { problem: ownListTexts.noColumns }
  if (codeAt?.length !== 1 || priceAt?.length !== 1) return { problem: ownListTexts.twoColumns }
  const rows: SheetPrice[] = []
  const problems: ProblemRow[] = []
  for (const { row: line, cells, damage } of lines) {
    const code = textOf(cells[codeAt[0] ?? -1])
    const refuse = (reason: string) => problems.push({ line, code, outcome: 'notUnderstood', reason })
    const price = readPrice(cells[priceAt[0] ?? -1] ?? null)
    if (damage !== undefined) refuse(damage)
    else if (!code) refuse('Falta el código')
    else if ('problem' in price) refuse(price.problem)
    else rows.push({ line, code, values: { cents: price.value } })
  }
  const once = dropTwice(rows)
  return { rows: once.rows, problems: [...problems, ...once.problems] }
}

const placesOf = (headings: readonly string[], heading: string): number[] =>
  headings.flatMap((found, place) => (found === heading ? [place] : []))

/** A price as a cell has it, in cents; null for an empty one. */
function readPrice(cell: Cell): Read<number | null> {
  if (isBlank(cell)) return { value: null }
  const amount = readNumber(cell) ?? Number.NaN
  const cents = Math.round(amount * 100)
  const isPrice = cents > 0 && cents <= MOST_CENTS && Math.abs(amount * 100 - cents) < 1e-3
  return isPrice ? { value: cents } : { problem: ownListTexts.price }
}

/** The codes that a text of clients names, one in each line; what stands after a tab is their name and is not read. */
export const codesOfClients = (text: string): string[] => [
  ...new Set(text.split(LINE_END).flatMap((line) => line.split('\t')[0]?.trim() || [])),
]

/** The text of a list's clients as the form shows it. */
export const clientsAsTyped = (clients: readonly { code: string; name: string }[]): string =>
  clients.map(({ code, name }) => `${code}\t${name}`).join('\n')

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim())
