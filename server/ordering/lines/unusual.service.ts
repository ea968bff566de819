/** Finds unusual quantities, by the largest that a client ever ordered (R34; SPEC.md L7). */
import type { ReviewRow } from '../../../contract/review.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { buyerKey, mostOrdered } from './lines.queries.ts'
import { mayBeUnusual, type Packed, whyUnusual } from './unusual.rules.ts'

export interface UnusualQuantity {
  /** A sentence for the user. */
  readonly why: string
  /** The most that was ever ordered; null for nothing. */
  readonly most: number | null
}

/** The unusual ones of many quantities, by article. One statement; none where all quantities are small. */
export async function unusualQuantities(
  db: Queryable,
  cart: CartKey,
  lines: readonly (Packed & { readonly articleId: number; readonly quantity: number })[],
  inCartOf: (articleId: number) => number,
): Promise<Map<number, UnusualQuantity>> {
  const [unusual = new Map<number, UnusualQuantity>()] = await unusualOfMany(db, [{ cart, lines, inCartOf }])
  return unusual
}

/** As `unusualQuantities` for many carts or orders, in their order; one statement in all. */
export async function unusualOfMany(
  db: Queryable,
  orders: readonly {
    readonly cart: CartKey
    readonly lines: readonly (Packed & { readonly articleId: number; readonly quantity: number })[]
    /** Units in the cart; absent for an order that no cart holds. */
    readonly inCartOf?: (articleId: number) => number
  }[],
): Promise<Map<number, UnusualQuantity>[]> {
  const high = orders.map(({ cart, lines, inCartOf }) => ({
    cart,
    inCartOf,
    lines: lines.filter(mayBeUnusual),
  }))
  const wanted = high.flatMap(({ cart, lines }) => lines.map(({ articleId }) => ({ ...cart, articleId })))
  const history = wanted.length > 0 ? await mostOrdered(db, wanted) : new Map<string, number>()
  return high.map(({ cart, lines, inCartOf }) => {
    const asked = new Map<number, UnusualQuantity>()
    for (const line of lines) {
      const most = history.get(buyerKey({ ...cart, articleId: line.articleId })) ?? null
      const why = whyUnusual(line, { most, inCart: inCartOf?.(line.articleId) ?? 0 })
      if (why !== null) asked.set(line.articleId, { why, most })
    }
    return asked
  })
}

/** Rows of a review, marked where the quantity that they propose is unusual: nobody accepts it together with others (R38). */
export async function markUnusual<R extends ReviewRow>(db: Queryable, cart: CartKey, rows: readonly R[]): Promise<R[]> {
  const proposed = rows.flatMap((row) => {
    const [article] = row.articles
    const isProposal = row.kind === 'question' && article && row.askedQuantity !== null
    return isProposal ? [{ row, line: { ...article, quantity: row.askedQuantity ?? 0 } }] : []
  })
  const found = await unusualOfMany(
    db,
    proposed.map(({ line }) => ({ cart, lines: [line] })),
  )
  const unusual = new Set(proposed.filter((_, at) => (found[at]?.size ?? 0) > 0).map(({ row }) => row))
  return rows.map((row) => (unusual.has(row) ? { ...row, unusual: true } : row))
}
