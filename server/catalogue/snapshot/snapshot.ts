/** The catalogue in memory: one immutable whole, asked by every reader, replaced by the next. */
import * as z from 'zod/mini'
import { catalogueRow } from '../../../contract/catalogue.ts'
import { repriced } from '../../../contract/catalogue-row.ts'
import { unitOf } from '../../../contract/price.ts'
import { type Alike, createAlike } from '../../../engine/alike.ts'
import { type Bitset, rowsWhere } from '../../../engine/bitset.ts'
import { buildPriceIndex } from '../../../engine/build-order.ts'
import { isLowered } from '../../../engine/buyer-filters.ts'
import { type CatalogueIndex, openIndex } from '../../../engine/catalogue-index.ts'
import type { PriceIndex } from '../../../engine/index-data.ts'
import { type PricedTerms, partsIn, pricedIn } from '../../../engine/price-view.ts'
import type { SearchQuery, Selection } from '../../../engine/search.ts'
import { byteLengthOf } from '../../../engine/shared-arrays.ts'
import type { PriceColumns, SnapshotData } from './build-snapshot.ts'

/** One page of a search, ready to be sent. */
export interface Page {
  /** Rows that match in all. */
  readonly total: number
  /** The codes the text asked for that no article has (R32). */
  readonly missingCodes?: readonly string[] | undefined
  /** A JSON array in UTF-8; its first row also carries the total. Not to be written to. */
  readonly body: Buffer
}

/** The index of the catalogue and the bytes of its answers. */
export interface Snapshot extends CatalogueIndex, Alike {
  /** How many of its articles have a picture. */
  readonly pictures: number
  /** What its rows cost by the base list, and by each other list. */
  readonly columns: PriceColumns
  /** Bytes of shared memory it holds. */
  readonly bytes: number
  /** One page of a search as a ready answer. */
  searchPage(query: SearchQuery): Page
  /** The answer made of these rows, as searchPage makes it; without `about`, the total is their number. */
  bodyOf(rows: readonly number[], about?: Omit<Selection, 'rows'>): Buffer
  /** One row as the text of a JSON object, as rowJson wrote it. */
  rowJson(row: number): string
  /** The same catalogue as a client's terms price it (R352); its answers are made of the same rows. */
  shownBy(terms: PricedTerms): Snapshot
}

const NO_ROWS = Buffer.from('[]')
const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA_AND_BRACE = 2
const { total: TOTAL, found: FOUND, missingCodes: MISSING_CODES, approximate: APPROXIMATE } = catalogueRow.fields

/** The fields that only the first row of an answer carries, as the end of its JSON text. */
function aboutText({ total, found, missingCodes, approximate }: Omit<Selection, 'rows'>): string {
  let text = `"${TOTAL[0]}":${total}`
  if (found) text += `,"${FOUND[0]}":${JSON.stringify(z.encode(FOUND[1], found))}`
  if (missingCodes) text += `,"${MISSING_CODES[0]}":${JSON.stringify(missingCodes.join(', '))}`
  if (approximate) text += `,"${APPROXIMATE[0]}":1`
  return `${text}}`
}

/** Opens built data for reading; cheap, whatever the size. */
export function openSnapshot(data: SnapshotData): Snapshot {
  const { start, bytes: written } = data.json
  const bytes = Buffer.from(written.buffer, written.byteOffset, written.byteLength)
  const index = { ...openIndex(data.index), ...createAlike(data.index) }

  function readyBody(rows: readonly number[], about: Omit<Selection, 'rows'>): Buffer {
    const first = rows[0]
    if (first === undefined) return NO_ROWS
    const aboutBytes = Buffer.from(`,${aboutText(about)}`)
    let length = 2 + aboutBytes.length - COMMA_AND_BRACE
    for (const row of rows) length += start[row + 1]! - start[row]!

    const body = Buffer.allocUnsafe(length)
    body[0] = OPEN
    // The first row without its comma, and before its closing brace the fields that only the first row carries.
    let at = 1 + bytes.copy(body, 1, start[first]! + 1, start[first + 1]! - 1)
    at += aboutBytes.copy(body, at)
    for (let i = 1; i < rows.length; ) {
      // Neighbours are copied together: without a text a page is one or two runs.
      let end = i + 1
      while (end < rows.length && rows[end] === rows[end - 1]! + 1) end++
      at += bytes.copy(body, at, start[rows[i]!]!, start[rows[end - 1]! + 1]!)
      i = end
    }
    body[at] = CLOSE
    return body
  }

  const rowJson = (row: number): string => bytes.toString('utf8', start[row]! + 1, start[row + 1]!)

  function shownBy(terms: PricedTerms): Snapshot {
    const { listPrice, discount, lists } = data.prices
    const column = terms.listId === null ? undefined : lists[terms.listId]
    const listedAt = (row: number): number | undefined => {
      const cents = column?.[row] ?? Number.NaN
      return Number.isNaN(cents) ? undefined : cents
    }
    const pricedRow = (row: number): string =>
      repriced(rowJson(row), (base) => pricedIn(terms, index.articleIdOf(row), listedAt(row), base))
    // Some milliseconds for 10,000 articles, once: only who orders or filters by price waits for it.
    let prices: PriceIndex | undefined
    let lowered: Bitset | undefined
    const partsAt = (row: number) =>
      partsIn(terms, index.articleIdOf(row), listedAt(row), {
        listPrice: listPrice[row] ?? 0,
        discount: discount[row] ?? 0,
      })
    const search = index.pricedBy({
      prices() {
        prices ??= buildPriceIndex(Float64Array.from(listPrice, (_, row) => unitOf(partsAt(row))))
        return prices
      },
      lowered() {
        lowered ??= rowsWhere(index.size, (row) => isLowered(partsAt(row)))
        return lowered
      },
    })
    return snapshotOf({ ...index, ...search }, pricedRow, (rows, about) => {
      const [first, ...others] = rows.map(pricedRow)
      return first === undefined
        ? NO_ROWS
        : Buffer.from(`[${[`${first.slice(0, -1)},${aboutText(about)}`, ...others].join()}]`)
    })
  }

  const snapshotOf = (
    search: CatalogueIndex & Alike,
    json: (row: number) => string,
    body: (rows: readonly number[], about: Omit<Selection, 'rows'>) => Buffer,
  ): Snapshot => ({
    ...search,
    pictures: data.pictures,
    columns: data.prices,
    bytes: byteLengthOf(data),
    searchPage(query) {
      const { rows, ...about } = search.select(query)
      const { total, missingCodes } = about
      return { total, missingCodes, body: body(rows, about) }
    },
    bodyOf: (rows, about = { total: rows.length }) => body(rows, about),
    rowJson: json,
    shownBy,
  })
  return snapshotOf(index, rowJson, readyBody)
}
