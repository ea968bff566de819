/** Builds a snapshot's data from the items: runs in the worker, pure. */
import { buildDictionary } from './build-dictionary.ts'
import { buildFacets, buildPlaces } from './build-facets.ts'
import { buildPriceIndex, compareDefaultOrder, compareText } from './build-order.ts'
import type { CatalogueItem, RowJson } from './item.ts'
import { sharedBytes, sharedFloat64, sharedUint16, sharedUint32 } from './shared-arrays.ts'
import type { ArticleIndex, CodeIndex, RowBytes, SnapshotData } from './snapshot-data.ts'

function buildRowBytes(items: readonly CatalogueItem[], rowJson: RowJson): RowBytes {
  const texts = items.map((item) => `,${rowJson(item)}`)
  const start = sharedUint32(items.length + 1)
  texts.forEach((text, row) => {
    start[row + 1] = start[row]! + Buffer.byteLength(text)
  })
  const bytes = sharedBytes(start[items.length]!)
  const buffer = Buffer.from(bytes.buffer)
  texts.forEach((text, row) => {
    buffer.write(text, start[row]!)
  })
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
