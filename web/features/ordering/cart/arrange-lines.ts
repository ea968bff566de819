/** A long cart as it is looked at: found by code and words, in an order, by brand with subtotals. */
import type { CartLine } from '../../../../contract/cart.ts'
import { codeKey, fold } from '../../../../contract/codes.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { isOrderable, lineUnit, totalOf } from '../../../shop/cart-amounts.ts'

export type CartOrder = 'entry' | 'brand' | 'name' | 'amount'

/** The brand's name by its id, and where it stands in the shop; brands that are not known come last. */
export type BrandNames = ReadonlyMap<number, { readonly name: string; readonly at: number }>

export interface CartGroup {
  readonly name: string
  readonly lines: readonly CartLine[]
  /** Cents of what can be ordered. */
  readonly total: number
}

export const NO_BRAND = 'Sin marca'

/** Lines whose code, alias or description has all words of the text; a code is found however it is written (R32). */
export function findLines(lines: readonly CartLine[], text: string): readonly CartLine[] {
  const asked = fold(text.trim())
  if (!asked) return lines
  const words = asked.split(/\s+/)
  const key = codeKey(asked)
  return lines.filter(({ code, alias, description }) => {
    const said = fold(`${code} ${alias} ${description}`)
    if (words.every((word) => said.includes(word))) return true
    return key !== '' && [code, alias].some((one) => codeKey(fold(one)).includes(key))
  })
}

const amountOf = (line: CartLine) => (isOrderable(line) ? lineAmount(lineUnit(line), line.quantity) : -1)
const placeOf = ({ brandId }: CartLine, brands: BrandNames) =>
  (brandId === null ? undefined : brands.get(brandId)?.at) ?? Number.POSITIVE_INFINITY
const compare = <T extends number | string>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1)

/** The lines in an order; what is equal in it stays as it came into the cart. */
export function orderLines(lines: readonly CartLine[], order: CartOrder, brands: BrandNames): CartLine[] {
  if (order === 'brand') return lines.toSorted((a, b) => compare(placeOf(a, brands), placeOf(b, brands)))
  if (order === 'name') return lines.toSorted((a, b) => compare(fold(a.description), fold(b.description)))
  if (order === 'amount') return lines.toSorted((a, b) => amountOf(b) - amountOf(a))
  return [...lines]
}

/** The lines by brand, brands as the shop has them, with their subtotals; within a brand they stay in order. */
export function groupLines(lines: readonly CartLine[], brands: BrandNames): CartGroup[] {
  const groups = new Map<string, CartLine[]>()
  for (const line of orderLines(lines, 'brand', brands)) {
    const name = (line.brandId === null ? undefined : brands.get(line.brandId)?.name) ?? NO_BRAND
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups].map(([name, within]) => ({ name, lines: within, total: totalOf(within) }))
}
