/** The three orders of the catalogue and the ranges of prices. */
import { isPrice } from '../contract/price.ts'
import type { Permutation, PriceIndex } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { sharedFloat64, sharedUint32 } from './shared-arrays.ts'

/** A position in the tree. An article without a brand (category, subcategory) comes after all that have one. */
const placeOf = (id: number | null, position: number): number => (id === null ? Number.POSITIVE_INFINITY : position)

/** Infinity − Infinity is no number, hence no subtraction. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Compares text by UTF-16 code units: the same everywhere, whatever the locale. */
export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Brand, category and subcategory order, then the listing's own, code, article id: never 0 for two articles. */
export function compareDefaultOrder(a: IndexedItem, b: IndexedItem): number {
  return (
    compareNumbers(placeOf(a.brandId, a.brandPosition), placeOf(b.brandId, b.brandPosition)) ||
    compareNumbers(placeOf(a.categoryId, a.categoryPosition), placeOf(b.categoryId, b.categoryPosition)) ||
    compareNumbers(placeOf(a.subcategoryId, a.subcategoryPosition), placeOf(b.subcategoryId, b.subcategoryPosition)) ||
    compareNumbers(a.position, b.position) ||
    compareText(a.code, b.code) ||
    compareNumbers(a.articleId, b.articleId)
  )
}

function permutation(rowAt: Uint32Array): Permutation {
  const rankOf = sharedUint32(rowAt.length)
  for (let rank = 0; rank < rowAt.length; rank++) rankOf[rowAt[rank]!] = rank
  return { rowAt, rankOf }
}

/** Both price orders, and the prices a range is looked up in. `price`: what a unit of each row costs, in default order. */
export function buildPriceIndex(price: Float64Array): PriceIndex {
  const size = price.length
  const priced = new Uint32Array(size)
  const ascending = sharedUint32(size)
  let pricedCount = 0
  let unpricedFrom = size
  for (let row = size - 1; row >= 0; row--) if (!isPrice(price[row]!)) ascending[--unpricedFrom] = row
  for (let row = 0; row < size; row++) if (isPrice(price[row]!)) priced[pricedCount++] = row
  ascending.set(priced.subarray(0, pricedCount).sort((a, b) => price[a]! - price[b]! || a - b))

  // Descending takes the groups of equal price from the last to the first; a group keeps its default order.
  const descending = sharedUint32(size)
  descending.set(ascending.subarray(pricedCount), pricedCount)
  let filled = 0
  for (let end = pricedCount; end > 0; ) {
    let from = end - 1
    while (from > 0 && price[ascending[from - 1]!] === price[ascending[end - 1]!]) from--
    descending.set(ascending.subarray(from, end), filled)
    filled += end - from
    end = from
  }

  const sorted = sharedFloat64(pricedCount)
  for (let rank = 0; rank < pricedCount; rank++) sorted[rank] = price[ascending[rank]!]!
  return { sorted, ascending: permutation(ascending), descending: permutation(descending) }
}
