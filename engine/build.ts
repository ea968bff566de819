/** Builds the index from the items: in a worker of the server, and in one of the browser. */
import { priceOf } from '../contract/price.ts'
import { buildDictionary } from './build-dictionary.ts'
import { buildFacets, buildPlaces } from './build-facets.ts'
import { buildPriceIndex, compareDefaultOrder, compareText } from './build-order.ts'
import { buildBuyerColumns } from './buyer-filters.ts'
import type { ArticleIndex, CodeIndex, IndexData } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { sharedFloat64, sharedUint16, sharedUint32 } from './shared-arrays.ts'
import type { Synonym } from './synonyms.ts'

function buildArticles(items: readonly IndexedItem[]): ArticleIndex {
  const idOf = sharedFloat64(items.length)
  const rowsById = sharedUint32(items.length)
  items.forEach((item, row) => {
    idOf[row] = item.articleId
    rowsById[row] = row
  })
  rowsById.sort((a, b) => idOf[a]! - idOf[b]!)
  return { idOf, rowsById }
}

function buildCodes(items: readonly IndexedItem[]): CodeIndex {
  const start = sharedUint32(items.length + 1)
  const rowsByCode = sharedUint32(items.length)
  items.forEach(({ code }, row) => {
    start[row + 1] = start[row]! + code.length
    rowsByCode[row] = row
  })
  const letters = sharedUint16(start[items.length]!)
  items.forEach(({ code }, row) => {
    for (let i = 0, at = start[row]!; i < code.length; i++) letters[at + i] = code.charCodeAt(i)
  })
  rowsByCode.sort((a, b) => compareText(items[a]!.code, items[b]!.code) || a - b)
  return { letters, start, rowsByCode }
}

/** The items as the index numbers them: row r is element r. Article ids must be distinct. */
export const inDefaultOrder = <T extends IndexedItem>(items: readonly T[]): T[] => items.toSorted(compareDefaultOrder)

/** The index of all articles; `rows` stand in default order, `synonyms` are other words for what is searched (R377). */
export function buildIndex(rows: readonly IndexedItem[], synonyms: readonly Synonym[] = []): IndexData {
  return {
    size: rows.length,
    articles: buildArticles(rows),
    codes: buildCodes(rows),
    prices: buildPriceIndex(Float64Array.from(rows, (item) => priceOf(item))),
    facets: buildFacets(rows),
    ...buildPlaces(rows),
    dictionary: buildDictionary(rows),
    buyer: buildBuyerColumns(rows),
    synonyms,
  }
}
