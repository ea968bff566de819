/** Views of a long cart: a search by code and words, sort orders, and groups by brand with subtotals. */
import type { CartLine } from '../../../../contract/cart.ts'
import { codeKey, fold } from '../../../../contract/codes.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { isOrderable, lineUnit, totalOf } from '../../../shop/cart-amounts.ts'

export type CartOrder = 'entry' | 'brand' | 'name' | 'amount'

/** Each brand's name and its index in the shop's order, by brand id. Brands that are not in the map come last. */
export type BrandNames = ReadonlyMap<number, { readonly name: string; readonly at: number }>

export interface CartGroup {
  readonly name: string
  readonly lines: readonly CartLine[]
  /** Cents of the lines that can be ordered. */
  readonly total: number
}

export const NO_BRAND = 'Sin marca'

/** The lines whose code, alias and description have all words of the text. A code is found however it is written (R32). */
export function findLines(lines: readonly CartLine[], text: string): readonly CartLine[] {
  const searched = fold(text.trim())
  if (!searched) return lines
  const words = searched.split(/\s+/)
  const key = codeKey(searched)
  return lines.filter(({ code, alias, description }) => {
    const searchable = fold(`${code} ${alias} ${description}`)
    if (words.every((word) => searchable.includes(word))) return true
    return key !== '' && [code, alias].some((name) => codeKey(fold(name)).includes(key))
  })
}

const amountOf = (line: CartLine) => (isOrderable(line) ? lineAmount(lineUnit(line), line.quantity) : -1)
const placeOf = ({ brandId }: CartLine, brands: BrandNames) =>
  (brandId === null ? undefined : brands.get(brandId)?.at) ?? Number.POSITIVE_INFINITY
const compare = <T extends number | string>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1)

/** The lines in a sort order. Lines that are equal in it stay in the order in which they came into the cart. */
export function orderLines(lines: readonly CartLine[], order: CartOrder, brands: BrandNames): CartLine[] {
  if (order === 'brand') return lines.toSorted((a, b) => compare(placeOf(a, brands), placeOf(b, brands)))
  if (order === 'name') return lines.toSorted((a, b) => compare(fold(a.description), fold(b.description)))
  if (order === 'amount') return lines.toSorted((a, b) => amountOf(b) - amountOf(a))
  return [...lines]
}

/** The lines grouped by brand, in the shop's order of brands, with subtotals. Within a brand the lines keep their order. */
export function groupLines(lines: readonly CartLine[], brands: BrandNames): CartGroup[] {
  const groups = new Map<string, CartLine[]>()
  for (const line of orderLines(lines, 'brand', brands)) {
    const name = (line.brandId === null ? undefined : brands.get(line.brandId)?.name) ?? NO_BRAND
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups].map(([name, within]) => ({ name, lines: within, total: totalOf(within) }))
}
