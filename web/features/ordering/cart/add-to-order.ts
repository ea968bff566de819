/** A cart on top of an order that can still be changed (R385). Pure. */
import type { CartLine } from '../../../../contract/cart.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { changeOrder, LineToChange } from '../../../../contract/order-changes.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { lineUnit } from '../../../shop/cart-amounts.ts'

type Line = BodyOf<typeof changeOrder>['lines'][number]

export interface AddedCart {
  /** All lines of the order from then on. */
  readonly lines: readonly Line[]
  /** Cents, with the cart and without it. */
  readonly total: number
  readonly totalBefore: number
  /** Articles that the order has already and that cost something else today, in cents of a unit. */
  readonly repriced: readonly { readonly code: string; readonly before: number; readonly now: number }[]
}

/** The order with the cart's lines: units of one article are added, and cost what they cost today in that quantity. */
export function withCart(ordered: readonly LineToChange[], cart: readonly CartLine[]): AddedCart {
  const inCart = new Map(cart.map((line) => [line.articleId, line]))
  const repriced: AddedCart['repriced'][number][] = []
  const lines = ordered.map(({ articleId, code, quantity, note, agreedPrice }): Line => {
    const more = inCart.get(articleId)
    if (!more) return { articleId, quantity, note, unitPrice: agreedPrice }
    const all = quantity + more.quantity
    const unitPrice = lineUnit({ ...more, quantity: all })
    if (unitPrice !== agreedPrice) repriced.push({ code, before: agreedPrice, now: unitPrice })
    return { articleId, quantity: all, note: note || more.note, unitPrice }
  })
  const has = new Set(ordered.map(({ articleId }) => articleId))
  for (const line of cart) {
    const { articleId, quantity, note } = line
    if (!has.has(articleId)) lines.push({ articleId, quantity, note, unitPrice: lineUnit(line) })
  }
  const total = lines.reduce((sum, { unitPrice, quantity }) => sum + lineAmount(unitPrice, quantity), 0)
  const totalBefore = ordered.reduce((sum, line) => sum + lineAmount(line.agreedPrice, line.quantity), 0)
  return { lines, total, totalBefore, repriced }
}
