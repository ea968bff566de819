/** The sheet of a list of the shop's own as it comes back, and the text of its clients (R359): pure. */
import { BULK_MAX_ROWS } from '../../../contract/bulk-edit.ts'
import { ownListTexts } from '../../../contract/own-lists.ts'
import type { ProblemRow } from '../../catalogue/bulk-edit/bulk-edit.types.ts'
import type { SheetLine } from '../../catalogue/bulk-edit/read-sheet.rules.ts'
import { dropTwice, type Read } from '../../catalogue/bulk-edit/read-values.rules.ts'
import { foldText } from '../../lib/search-text.ts'
import { isBlank, MOST_CENTS, readNumber, shownCents, wholeCents } from '../../spreadsheets/numbers.rules.ts'
import { LINE_END } from '../../spreadsheets/pasted-lines.rules.ts'

export const CODE_HEADING = 'Código'
export const PRICE_HEADING = 'Precio en la lista'

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
  const [codeAt, priceAt] = [headings.indexOf(foldText(CODE_HEADING)), headings.indexOf(foldText(PRICE_HEADING))]
  if (codeAt < 0 || priceAt < 0) return { problem: ownListTexts.noColumns }
  const isTwice = [codeAt, priceAt].some((at) => headings.lastIndexOf(headings[at] ?? '') !== at)
  if (isTwice) return { problem: ownListTexts.twoColumns }
  const rows: SheetPrice[] = []
  const problems: ProblemRow[] = []
  for (const { row: line, cells, formulas, damage } of lines) {
    const code = textOf(cells[codeAt])
    const refuse = (reason: string) => problems.push({ line, code, outcome: 'notUnderstood', reason })
    const price = readPrice(cells[priceAt] ?? null, formulas?.includes(priceAt) ?? false)
    if (damage !== undefined) refuse(damage)
    else if (!code) refuse('Falta el código')
    else if ('problem' in price) refuse(price.problem)
    else rows.push({ line, code, values: { cents: price.value } })
  }
  const once = dropTwice(rows)
  return { rows: once.rows, problems: [...problems, ...once.problems] }
}

/**
 * A price as a cell has it, in cents; null for an empty one. A number of a workbook is what its cell shows (=C2*1,125); in a text a
 * third decimal may be a point of thousands.
 */
function readPrice(cell: Cell, isFormula: boolean): Read<number | null> {
  // A program that writes a formula without its result leaves no empty cell: nobody took that price away.
  if (isBlank(cell)) return isFormula ? { problem: ownListTexts.noResult } : { value: null }
  const amount = readNumber(cell)
  const cents = amount === null ? null : typeof cell === 'number' ? shownCents(amount) : wholeCents(amount)
  return cents !== null && cents > 0 && cents <= MOST_CENTS ? { value: cents } : { problem: ownListTexts.price }
}

/** The codes that a text of clients names, one in each line; what stands after a tab is their name and is not read. */
export const codesOfClients = (text: string): string[] => [
  ...new Set(text.split(LINE_END).flatMap((line) => line.split('\t')[0]?.trim() || [])),
]

/** The text of a list's clients as the form shows it. */
export const clientsAsTyped = (clients: readonly { code: string; name: string }[]): string =>
  clients.map(({ code, name }) => `${code}\t${name}`).join('\n')

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim())
