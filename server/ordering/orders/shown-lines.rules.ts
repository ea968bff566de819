/** Compares an order that names its lines with the cart and today's prices; differences are shown (R22, R225). Pure. */
import type { ChangedLine, ShownOrder } from '../../../contract/orders.ts'
import { lineLimit, quantityAbove, roundToMultiple } from '../../../contract/rules.ts'
import { type LineToOrder, type PricedLine, priceLine } from './orders.rules.ts'

/** The lines to order, at today's prices and multiples; null where an article is named twice or is unknown. */
export function linesAsShown(shown: ShownOrder, articles: ReadonlyMap<number, LineToOrder>): PricedLine[] | null {
  if (new Set(shown.lines.map(({ articleId }) => articleId)).size < shown.lines.length) return null
  const lines: PricedLine[] = []
  for (const { articleId, quantity, note, unitPrice } of shown.lines) {
    const article = articles.get(articleId)
    if (!article) return null
    if (quantity === 0) continue
    const sellable = roundToMultiple(quantity, article.multiple)
    lines.push(priceLine({ ...article, quantity: sellable, note, shownPrice: unitPrice }))
  }
  return lines
}

/**
 * The differences between a screen and the order that it sends: lines that are not sold (`unsold`), lines with another
 * price or multiple (`repriced`), and lines of the server's cart that the screen did not know (`elsewhere`). A screen knows
 * the quantities that were stored when it read the cart (`known`), and those that the order itself sets. A screen that has
 * never read the cart has no unknown lines.
 */
export function differencesOf(
  lines: readonly PricedLine[],
  { lines: asked, known }: ShownOrder,
  inCart: ReadonlyMap<number, LineToOrder>,
): { unsold: ChangedLine[]; elsewhere: ChangedLine[]; repriced: ChangedLine[] } {
  const wanted = new Map(asked.map(({ articleId, quantity }) => [articleId, quantity]))
  const knownOf = new Map<number, Set<number>>()
  for (const { articleId, quantity } of [...(known ?? []), ...asked])
    knownOf.set(articleId, (knownOf.get(articleId) ?? new Set<number>()).add(quantity))
  const stored = (articleId: number) => inCart.get(articleId)?.quantity ?? 0
  const wasKnown = new Set(known?.map(({ articleId }) => articleId))
  const isKnown = (articleId: number): boolean => {
    if (!known) return true
    const now = stored(articleId)
    if (now === 0) return !wasKnown.has(articleId) || !wanted.get(articleId) || knownOf.get(articleId)?.has(0) === true
    return knownOf.get(articleId)?.has(now) === true
  }
  const unsold = lines.filter(({ sold }) => !sold)
  const sold = lines.filter((line) => line.sold)
  const elsewhere = sold
    .filter(({ articleId }) => !isKnown(articleId))
    .map((line) => ({ ...line, inCart: stored(line.articleId) }))
  const more = [...inCart.values()]
    .filter(({ articleId }) => !wanted.get(articleId) && !isKnown(articleId))
    .map((line) => ({ ...priceLine(line), quantity: 0, inCart: line.quantity }))
  const repriced = sold.filter(
    (line) =>
      isKnown(line.articleId) && (line.unitPrice !== line.shownPrice || line.quantity !== wanted.get(line.articleId)),
  )
  return { unsold, elsewhere: [...elsewhere, ...more], repriced }
}

/** Changed lines and lines with a question, each once: a user who accepts has seen both. */
export const withQuestions = (
  changed: readonly ChangedLine[],
  lines: readonly PricedLine[],
  questions: ReadonlyMap<number, string>,
): ChangedLine[] => {
  const differ = new Set(changed.map(({ articleId }) => articleId))
  const more = lines.filter(({ articleId }) => questions.has(articleId) && !differ.has(articleId))
  return [...changed, ...more].map((line) => ({ ...line, question: questions.get(line.articleId) }))
}

/** The text about the first line above its limit; undefined for none. */
export function whatIsTooLarge(lines: readonly PricedLine[]): string | undefined {
  const limitOf = (line: PricedLine) => lineLimit(line.unitPrice, line.multiple)
  const line = lines.find((candidate) => candidate.quantity > limitOf(candidate))
  return line && `${line.code}: ${quantityAbove(limitOf(line))}`
}
