/** A reviewed sheet of branches on the screen: its articles, what is changed, and the orders to send (R379). Pure. */
import * as z from 'zod/mini'
import {
  type Branch,
  type BranchReview,
  type MadeBranchOrder,
  type makeBranchOrders,
  type RefusedBranch,
  refusedBranch,
} from '../../../../contract/branch-orders.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { missingTo } from '../../../../contract/order-amounts.ts'
import type { ChangedLine } from '../../../../contract/orders.ts'
import type { ReviewArticle } from '../../../../contract/review.ts'
import { formatMoney } from '../../../lib/format.ts'
import {
  bareRow,
  isOpen,
  linesOf,
  type OpenRow,
  openRow,
  type ReadyLine,
  totalOfLines,
  withQuantity,
} from '../../../shop/review/review-rows.ts'
import { vatOfLines } from '../../../shop/vat/vat-of-lines.ts'

/** What one branch asks for of an article. */
export interface BranchCell {
  readonly addressId: number
  readonly row: OpenRow
}
/** An article of the sheet. */
export interface ArticleRow {
  readonly id: number
  readonly text: string
  /** What is asked about the article, once for all branches; '' where the article is certain. */
  readonly asked: string
  readonly cells: readonly BranchCell[]
}

/** A sheet under review, as this tab keeps it. */
export interface BranchPlan {
  readonly fileName: string | null
  /** Idempotency key of the sending. */
  readonly key: string
  readonly branches: readonly Branch[]
  readonly said: readonly string[]
  readonly refusal: string
  readonly least: number | null
  readonly rows: readonly ArticleRow[]
  readonly note: string
  /** Branches that nothing is ordered for now. */
  readonly leftOut: readonly number[]
  /** Why a branch's order is made below its least amount, by address (R363). */
  readonly reasons: Readonly<Record<number, string>>
  /** Why the last sending was refused, by address. */
  readonly refused: Readonly<Record<number, string>>
  /** The orders that were made; null while none are. */
  readonly made: readonly MadeBranchOrder[] | null
}

export const NO_PLAN: BranchPlan = {
  ...{ fileName: null, key: '', branches: [], said: [], refusal: '', least: null, rows: [], note: '' },
  ...{ leftOut: [], reasons: {}, refused: {}, made: null },
}

export function planOf(fileName: string, key: string, review: BranchReview): BranchPlan {
  const { branches, said, refusal, least } = review
  let id = 0
  return {
    ...NO_PLAN,
    ...{ fileName, key, branches, said, refusal, least },
    rows: review.rows.map(({ text, asked, cells }, at) => ({
      ...{ id: at, text, asked },
      cells: cells.map(({ addressId, row }) => ({ addressId, row: openRow(++id, row) })),
    })),
  }
}

/** A branch as it is named beside others: its name, else its address. */
export const nameOfBranch = ({ name, place }: Branch): string => name || place

export const rowsOf = (plan: BranchPlan): OpenRow[] => plan.rows.flatMap(({ cells }) => cells.map(({ row }) => row))

/** Rows that wait for an answer, of the branches that order. */
export const openRows = ({ rows, leftOut }: BranchPlan): OpenRow[] =>
  rows.flatMap(({ cells }) =>
    cells.flatMap(({ addressId, row }) => (!leftOut.includes(addressId) && isOpen(row) ? [row] : [])),
  )

/** The article that a row orders; null while one of its cells has none. */
export function articleOf({ cells }: ArticleRow): ReviewArticle | null {
  const active = cells.filter(({ row }) => !row.discarded)
  const [first] = active.length > 0 ? active : cells
  return active.every(({ row }) => row.article !== null) ? (first?.row.article ?? null) : null
}

/** Changes the cells whose rows have these ids. */
export function withCells(plan: BranchPlan, ids: readonly number[], to: (row: OpenRow) => OpenRow): BranchPlan {
  const changed = new Set(ids)
  return {
    ...plan,
    rows: plan.rows.map((article) =>
      article.cells.some(({ row }) => changed.has(row.id))
        ? {
            ...article,
            cells: article.cells.map((cell) => (changed.has(cell.row.id) ? { ...cell, row: to(cell.row) } : cell)),
          }
        : article,
    ),
  }
}

/** An empty box, or zero, orders nothing; anything else is wanted again. */
const withText = (row: OpenRow, typed: string): OpenRow => ({
  ...withQuantity(row, typed),
  discarded: /^[0.,\s]*$/.test(typed),
})

/** What is typed for a branch in an article's row, whether the sheet had a quantity there or not. */
export function withTyped(plan: BranchPlan, articleRow: ArticleRow, addressId: number, typed: string): BranchPlan {
  const [first, ...others] = articleRow.cells.filter((cell) => cell.addressId === addressId)
  if (first) {
    // A second cell of the same branch was another row of the sheet: what is typed stands for both.
    const changed = withCells(plan, [first.row.id], (row) => withText(row, typed))
    const ids = others.map(({ row }) => row.id)
    return ids.length === 0 ? changed : withCells(changed, ids, (row) => ({ ...row, discarded: true }))
  }
  const article = articleOf(articleRow)
  if (!article) return plan
  const id = Math.max(0, ...rowsOf(plan).map((row) => row.id)) + 1
  const added = withText({ ...openRow(id, { ...bareRow, text: articleRow.text, articles: [article] }) }, typed)
  return {
    ...plan,
    rows: plan.rows.map((row) =>
      row.id === articleRow.id ? { ...row, cells: [...row.cells, { addressId, row: added }] } : row,
    ),
  }
}

/** The lines that a branch orders. */
export const linesOfBranch = ({ rows }: BranchPlan, addressId: number): ReadyLine[] =>
  linesOf(rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell.addressId === addressId ? [cell.row] : []))))

/** The order of one branch as it would be made. */
export interface BranchOrder {
  readonly branch: Branch
  readonly lines: readonly ReadyLine[]
  readonly units: number
  /** Cents, as the prices are. */
  readonly total: number
  /** Cents with VAT; null where nothing is said of it. */
  readonly final: number | null
  /** Cents that it lacks for its least amount; 0 for none. */
  readonly missing: number
  readonly isLeftOut: boolean
}

/** @param pricesWithVat null where nothing is said of VAT */
export function ordersOf(plan: BranchPlan, pricesWithVat: boolean | null): BranchOrder[] {
  return plan.branches.map((branch) => {
    const lines = linesOfBranch(plan, branch.addressId)
    const total = totalOfLines(lines)
    const rated = lines.map(({ article: { vatRate }, unitPrice, quantity }) => ({ vatRate, unitPrice, quantity }))
    return {
      ...{ branch, lines, total },
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      final: vatOfLines(rated, pricesWithVat)?.sums.final ?? null,
      missing: lines.length > 0 ? missingTo(plan.least, total) : 0,
      isLeftOut: plan.leftOut.includes(branch.addressId),
    }
  })
}

/** The orders that the button makes. */
export const plannedOrders = (orders: readonly BranchOrder[]): BranchOrder[] =>
  orders.filter(({ lines, isLeftOut }) => lines.length > 0 && !isLeftOut)

export const bodyOf = (
  clientId: number,
  { note, reasons }: BranchPlan,
  orders: readonly BranchOrder[],
): BodyOf<typeof makeBranchOrders> => ({
  ...{ clientId, note: note.trim() },
  orders: orders.map(({ branch: { addressId }, lines, missing }) => ({
    addressId,
    lines: lines.map(({ article: { articleId }, quantity, unitPrice, note: lineNote, confirmed }) => ({
      ...{ articleId, quantity, unitPrice, ask: !confirmed },
      note: lineNote,
    })),
    ...(missing > 0 && reasons[addressId]?.trim() && { ruleReason: reasons[addressId].trim() }),
  })),
})

/** What the server told of orders that it refused; empty for another failure. */
export const refusedOf = (details: readonly unknown[]): RefusedBranch[] =>
  details.flatMap((detail) => {
    const read = z.safeDecode(refusedBranch, detail as never)
    return read.success ? [read.data] : []
  })

/** The plan after a refusal: what changed stands in its cell with what it is now, and waits for a yes or another article. */
export function withRefused(plan: BranchPlan, refused: readonly RefusedBranch[]): BranchPlan {
  const changes = new Map(
    refused.map(({ addressId, lines }) => [addressId, new Map(lines.map((line) => [line.articleId, line]))]),
  )
  return {
    ...plan,
    refused: Object.fromEntries(refused.map(({ addressId, reason }) => [addressId, reason])),
    rows: plan.rows.map((article) => ({
      ...article,
      cells: article.cells.map((cell) => {
        const line = cell.row.article && changes.get(cell.addressId)?.get(cell.row.article.articleId)
        return line && !cell.row.discarded ? { ...cell, row: withChange(cell.row, line) } : cell
      }),
    })),
  }
}

function withChange(row: OpenRow, { unitPrice, sold, quantity, question }: ChangedLine): OpenRow {
  if (!sold)
    return { ...row, article: null, articles: [], settled: false, reason: 'Este artículo ya no está a la venta' }
  if (question !== undefined) return { ...row, refused: question, confirmed: false }
  return {
    ...row,
    typed: String(quantity),
    // What the server told is the price in this quantity.
    article: row.article && { ...row.article, unitPrice, steps: [] },
    refused: `Ahora cuesta ${formatMoney(unitPrice)}`,
    confirmed: false,
  }
}
