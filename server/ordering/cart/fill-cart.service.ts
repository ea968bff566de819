/** Fills a cart with lines from before, an order's or a saved list's, and reports on every line (R23, R369). */
import type { RepeatedLine } from '../../../contract/orders.ts'
import { hasPrice } from '../../../contract/price.ts'
import type { Queryable } from '../../db/open.ts'
import type { Channel } from '../../db/tables.ts'
import { articlesOf } from '../codes/codes.service.ts'
import { type Setting, setLinesIn } from '../lines/lines.service.ts'
import { decisionsFor, substitutesFor } from '../substitutes/substitutes.service.ts'

/** A line from before: what it ordered, and the cents that a unit cost then. */
export interface LineFromBefore {
  readonly articleId: number
  readonly code: string
  readonly description: string
  readonly quantity: number
  readonly note: string
  readonly unitPriceBefore: number
}

/**
 * Sets lines in a cart at today's prices and multiples; answers what became of each, in their order. What can't be ordered is taken
 * by what was decided to take its place (R375), and the answer says so.
 */
export async function fillCart(
  t: Queryable,
  setting: Setting,
  before: readonly LineFromBefore[],
  channel: Channel,
): Promise<RepeatedLine[]> {
  const decided = await decisionsFor(t, setting, goneOf(setting, before))
  const takenOf = (articleId: number) => decided.get(articleId)?.articleId ?? articleId
  const { lines, notices } = await setLinesIn(
    t,
    setting,
    before.map(({ articleId, quantity, note }, row) => ({ row, article: takenOf(articleId), quantity, note, channel })),
  )
  const set = new Map(lines.map((line) => [line.articleId, line]))
  const why = new Map(notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason] as const] : [])))
  return before.map(({ quantity: askedQuantity, note: _, ...named }, row): RepeatedLine => {
    const substitute = decided.get(named.articleId)
    const line = set.get(takenOf(named.articleId))
    const outcome = !line ? 'sin-venta' : line.quantity === askedQuantity ? 'agregado' : 'cantidad'
    const { quantity, unitPrice } = line ?? { quantity: 0, unitPrice: 0 }
    const filled = { ...named, outcome, askedQuantity, quantity, unitPrice, reason: why.get(row) } as const
    return line && substitute ? { ...filled, substitute } : filled
  })
}

/** The ids of those lines whose article the catalogue in memory does not sell this client. */
function goneOf({ catalogue, clientId }: Setting, lines: readonly LineFromBefore[]): number[] {
  const found = articlesOf(
    catalogue.current(clientId).snapshot,
    lines.map(({ articleId }) => articleId),
  )
  return lines.flatMap(({ articleId }, at) => {
    const article = found[at]
    return article && hasPrice(article) ? [] : [articleId]
  })
}

/** The same lines, those that can't be ordered with what may take their place. */
export async function withSubstitutes(
  db: Queryable,
  setting: Setting,
  lines: readonly RepeatedLine[],
): Promise<RepeatedLine[]> {
  const gone = lines.flatMap((line) =>
    line.outcome === 'sin-venta' && line.articleId !== undefined ? [{ ...line, articleId: line.articleId, line }] : [],
  )
  const found = await substitutesFor(db, setting, gone)
  const proposalsOf = new Map(gone.map(({ line }, at) => [line, found[at]?.proposals]))
  return lines.map((line) => {
    const proposals = proposalsOf.get(line)
    return proposals ? { ...line, proposals } : line
  })
}
