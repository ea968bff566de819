/** Builds a snapshot's data from the items: runs in the worker, pure. */
import { buildDictionary } from './build-dictionary.ts'
import { buildFacets, buildPlaces } from './build-facets.ts'
import { buildPriceIndex, compareDefaultOrder, compareText } from './build-order.ts'
import type { CatalogueItem, RowJson } from './item.ts'
import { sharedBytes, sharedFloat64, sharedUint16, sharedUint32 } from './shared-arrays.ts'
import type { ArticleIndex, CodeIndex, RowBytes, SnapshotData } from './snapshot-data.ts'

/** Characters of a row's text take at most this many bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3

function buildRowBytes(items: readonly CatalogueItem[], rowJson: RowJson): RowBytes {
  const start = sharedUint32(items.length + 1)
  let written = Buffer.allocUnsafe(1 << 20)
  let length = 0
  items.forEach((item, row) => {
    const text = `,${rowJson(item)}`
    if (length + text.length * BYTES_PER_CHARACTER > written.length) {
      const larger = Buffer.allocUnsafe(2 * written.length + text.length * BYTES_PER_CHARACTER)
      written.copy(larger, 0, 0, length)
      written = larger
    }
    length += written.write(text, length)
    start[row + 1] = length
  })
  const bytes = sharedBytes(length)
  bytes.set(written.subarray(0, length))
  return { bytes, start }
}

function buildArticles(items: readonly CatalogueItem[]): ArticleIndex {
  const idOf = sharedFloat64(items.length)
  const rowsById = sharedUint32(items.length)
  items.forEach((item, row) => {
    idOf[row] = item.articleId
    rowsById[row] = row
  })
  rowsById.sort((a, b) => idOf[a]! - idOf[b]!)
  return { idOf, rowsById }
}

function buildCodes(items: readonly CatalogueItem[]): CodeIndex {
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

/** `items` in any order; article ids must be distinct. */
export function buildSnapshotData(items: readonly CatalogueItem[], rowJson: RowJson): SnapshotData {
  const rows = items.toSorted(compareDefaultOrder)
  return {
    size: rows.length,
    json: buildRowBytes(rows, rowJson),
    articles: buildArticles(rows),
    codes: buildCodes(rows),
    prices: buildPriceIndex(rows),
    facets: buildFacets(rows),
    places: buildPlaces(rows),
    dictionary: buildDictionary(rows),
  }
}
