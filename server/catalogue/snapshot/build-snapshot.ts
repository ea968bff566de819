/** Builds a snapshot's data from the items: runs in the worker, pure. */
import { buildIndex, inDefaultOrder } from '../../../engine/build.ts'
import type { IndexData } from '../../../engine/index-data.ts'
import type { CatalogueItem } from '../../../engine/item.ts'
import { sharedBytes, sharedFloat64, sharedUint16, sharedUint32 } from '../../../engine/shared-arrays.ts'
import type { Synonym } from '../../../engine/synonyms.ts'

/** What the build worker makes: the index, and the rows as they are sent. */
export interface SnapshotData {
  readonly index: IndexData
  readonly json: RowBytes
  /** How many rows have a picture. */
  readonly pictures: number
  readonly prices: PriceColumns
}

/** What the rows cost, each column in the order of the rows: cents, and hundredths of a percent. */
export interface PriceColumns {
  readonly listPrice: Float64Array
  readonly discount: Uint16Array
  /** By the id of a list, its prices; NaN where it has none. */
  readonly lists: Readonly<Record<number, Float64Array>>
}

/** A list's prices, each by its article. */
export interface ListedPrices {
  readonly list: number
  readonly prices: readonly (readonly [articleId: number, cents: number])[]
}

/** Row r is `,{…}` in UTF-8 at bytes start[r] … start[r + 1] − 1: with its comma, ready to follow another row. */
interface RowBytes {
  readonly bytes: Uint8Array
  readonly start: Uint32Array
}

/** Writes one item as the text of a JSON object; it is called once per item and build. */
type RowJson = (item: CatalogueItem) => string

/** The most bytes of UTF-8 that one UTF-16 code unit of a row's text takes. */
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

function buildPriceColumns(rows: readonly CatalogueItem[], lists: readonly ListedPrices[]): PriceColumns {
  const rowOf = new Map(rows.map(({ articleId }, row) => [articleId, row]))
  const column = ({ prices }: ListedPrices): Float64Array => {
    const cents = sharedFloat64(rows.length).fill(Number.NaN)
    for (const [articleId, price] of prices) {
      const row = rowOf.get(articleId)
      if (row !== undefined) cents[row] = price
    }
    return cents
  }
  const listPrice = sharedFloat64(rows.length)
  const discount = sharedUint16(rows.length)
  rows.forEach((item, row) => {
    listPrice[row] = item.listPrice
    discount[row] = item.discount
  })
  return { listPrice, discount, lists: Object.fromEntries(lists.map((list) => [list.list, column(list)])) }
}

/** The index, the rows' bytes and their prices. `items` in any order; article ids must be distinct. */
export function buildSnapshotData(
  items: readonly CatalogueItem[],
  rowJson: RowJson,
  lists: readonly ListedPrices[] = [],
  synonyms: readonly Synonym[] = [],
): SnapshotData {
  const rows = inDefaultOrder(items)
  return {
    index: buildIndex(rows, synonyms),
    json: buildRowBytes(rows, rowJson),
    pictures: rows.filter(({ media }) => media[0]).length,
    prices: buildPriceColumns(rows, lists),
  }
}
