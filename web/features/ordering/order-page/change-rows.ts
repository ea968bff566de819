/** An order that is changed, as rows of a review, and the rows as its next version (R383). Pure. */
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { changeOrder, LineToChange } from '../../../../contract/order-changes.ts'
import type { ChangedLine } from '../../../../contract/orders.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { bareRow, linesOf, type OpenRow, openRow, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'

/** A row for each line of the order; a row's id is its article's. */
export const changeRows = (lines: readonly LineToChange[]): OpenRow[] =>
  lines.map((line) => {
    const { articleId, code, quantity, note, agreedPrice, sold, multiple } = line
    // What was ordered stays as it was, also where its article is sold by another number today.
    const fits = quantity % multiple === 0
    return openRow(articleId, {
      ...bareRow,
      kind: 'line',
      text: `${code} · ${formatCount(quantity)} a ${formatMoney(agreedPrice)}`,
      marks: sold ? [] : ['Ya no está a la venta: queda como se pidió, o se quita'],
      articles: [fits ? line : { ...line, multiple: 1 }],
      ...{ askedQuantity: quantity, quantity, note, agreedPrice },
    })
  })

let fresh = 0
/** A row for an article that the order does not have yet. */
export const newRow = (): OpenRow => openRow(--fresh, { ...bareRow, text: 'Otro artículo' })

/** The rows with the price that each will have: what stays in its quantity the agreed one, all others today's. */
export function withAgreed(rows: readonly OpenRow[], lines: readonly LineToChange[]): OpenRow[] {
  const ordered = new Map(lines.map((line) => [line.articleId, line]))
  return rows.map((row) => {
    const line = row.article ? ordered.get(row.article.articleId) : undefined
    const agreedPrice = line && unitsOf(row) === line.quantity ? line.agreedPrice : 0
    return agreedPrice === row.agreedPrice ? row : { ...row, agreedPrice }
  })
}

/** The lines that are sent: all that the order has from now on. */
export const linesToSend = (rows: readonly OpenRow[]): BodyOf<typeof changeOrder>['lines'] =>
  linesOf(rows).map(({ article: { articleId }, quantity, unitPrice, note, confirmed }) => ({
    ...{ articleId, quantity, unitPrice, note },
    ask: !confirmed,
  }))

/** Whether the rows come to another order than the stored lines. */
export function isChanged(rows: readonly OpenRow[], lines: readonly LineToChange[]): boolean {
  const told = (all: readonly { articleId: number; quantity: number; note: string }[]) =>
    all
      .map(({ articleId, quantity, note }) => `${articleId}:${quantity}:${note}`)
      .sort()
      .join()
  return told(linesToSend(rows)) !== told(lines) || rows.some((row) => row.id < 0 && !row.discarded)
}

/**
 * Somebody's rows over a version that another person saved meanwhile: what they changed of the lines that they began with stays
 * as they have it, all else is as it is now.
 */
export function rowsOver(
  mine: readonly OpenRow[],
  { begun, now }: { begun: readonly LineToChange[]; now: readonly LineToChange[] },
): OpenRow[] {
  const before = new Map(begun.map((line) => [line.articleId, line]))
  const own = new Map(
    mine.flatMap((row) => {
      const line = before.get(row.id)
      return line && !isChanged([row], [line]) ? [] : [[row.id, row]]
    }),
  )
  const there = changeRows(now).map((row) => {
    const changed = own.get(row.id)
    own.delete(row.id)
    return changed ? { ...changed, text: row.text } : row
  })
  return [...there, ...[...own.values()].filter(({ discarded }) => !discarded)]
}

/** The rows after the shop said what is not as they show it: each such row has today's price, and waits until somebody looked at it. */
export function withRefusal(rows: readonly OpenRow[], changes: readonly ChangedLine[]): OpenRow[] {
  const changed = new Map(changes.map((change) => [change.articleId, change]))
  return rows.map((row) => {
    const change = row.article && stateOf(row) === 'ready' ? changed.get(row.article.articleId) : undefined
    if (!row.article || !change) return row
    const { question, sold, unitPrice, quantity } = change
    if (!sold) return { ...row, agreedPrice: 0, article: { ...row.article, unitPrice: 0, steps: [] }, reason: GONE }
    const isSame = unitPrice === (linesOf([row])[0]?.unitPrice ?? 0) && quantity === unitsOf(row)
    if (isSame) return { ...row, refused: question ?? '' }
    const why = `Ahora ${formatCount(quantity)} a ${formatMoney(unitPrice)}`
    const article = { ...row.article, unitPrice, steps: [] }
    return { ...row, article, typed: String(quantity), refused: [why, question].filter(Boolean).join('. ') }
  })
}

const GONE = 'Ya no está a la venta: elija otro artículo, o descártelo'
