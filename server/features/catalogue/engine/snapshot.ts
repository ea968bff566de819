/** The catalogue in memory: one immutable whole, asked by every reader, replaced by the next. */
import * as z from 'zod/mini'
import type { CatalogueFilter, CatalogueQuery } from '../../../../contract/catalogue.ts'
import { catalogueRow } from '../../../../contract/catalogue.ts'
import { createSearch, type Selection } from './search.ts'
import { byteLengthOf, lowerBound } from './shared-arrays.ts'
import type { FacetIndex, Place, SnapshotData } from './snapshot-data.ts'

export interface Page {
  /** Rows that match in all. */
  readonly total: number
  /** The codes the text asked for that nothing has (R32). */
  readonly missingCodes?: readonly string[] | undefined
  /** A JSON array in UTF-8; its first row also carries the total. Not to be written to. */
  readonly body: Buffer
}

/** Articles by id of a brand, a category or a subcategory; 0 (brand) and 99 (category) are those without. */
export interface FacetCounts {
  readonly brands: ReadonlyMap<number, number>
  readonly categories: ReadonlyMap<number, number>
  readonly subcategories: ReadonlyMap<number, number>
}

/** Rows are numbered in default order, anew in every snapshot: keep article ids, never row numbers. */
export interface Snapshot {
  readonly size: number
  /** Shared memory it holds. */
  readonly bytes: number
  /** One page of a search as a ready answer. */
  searchPage(query: CatalogueQuery): Page
  /** One page of a search as row numbers, in order. */
  select(query: CatalogueQuery): Selection
  /** Every row that matches, in order: for documents. */
  selectAll(filter: CatalogueFilter): readonly number[]
  /** The answer made of these rows, as searchPage makes it; without `about` they are all there is. */
  bodyOf(rows: readonly number[], about?: Omit<Selection, 'rows'>): Buffer
  /** One row as the text of a JSON object, as rowJson wrote it. */
  rowJson(row: number): string
  articleIdOf(row: number): number
  codeOf(row: number): string
  /** The row of an article, or undefined when customers may not see it. */
  rowByArticle(articleId: number): number | undefined
  /** The row with exactly that code (the first in default order), or undefined. */
  rowByCode(code: string): number | undefined
  /** The rows whose code, alias or bar code is exactly `key`, as codeKey() of folded text makes it, in default order (R32). */
  rowsByKey(key: string): readonly number[]
  /** Whether a folded word stands as a whole in any row. */
  hasWord(word: string): boolean
  readonly facetCounts: FacetCounts
  /** The places of the tree that hold articles, with how many stand in exactly that place. */
  readonly places: readonly Place[]
}

const NO_ROWS = Buffer.from('[]')
const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA_AND_BRACE = 2
const { total: TOTAL, found: FOUND, missingCodes: MISSING_CODES } = catalogueRow.fields

/** What the first row of an answer also carries, as the end of its JSON text. */
function aboutText({ total, found, missingCodes }: Omit<Selection, 'rows'>): string {
  let text = `"${TOTAL[0]}":${total}`
  if (found) text += `,"${FOUND[0]}":${JSON.stringify(z.encode(FOUND[1], found))}`
  if (missingCodes) text += `,"${MISSING_CODES[0]}":${JSON.stringify(missingCodes.join(', '))}`
  return `${text}}`
}

/** Opens built data for reading; cheap, whatever the size. */
export function openSnapshot(data: SnapshotData): Snapshot {
  const { size, articles, codes, json, facets, places } = data
  const { start } = json
  const bytes = Buffer.from(json.bytes.buffer, json.bytes.byteOffset, json.bytes.byteLength)
  const search = createSearch(data)

  function bodyOf(rows: readonly number[], about: Omit<Selection, 'rows'> = { total: rows.length }): Buffer {
    const first = rows[0]
    if (first === undefined) return NO_ROWS
    const aboutAll = Buffer.from(`,${aboutText(about)}`)
    let length = 2 + aboutAll.length - COMMA_AND_BRACE
    for (const row of rows) length += start[row + 1]! - start[row]!

    const body = Buffer.allocUnsafe(length)
    body[0] = OPEN
    // The first row without its comma, and with what holds for all before its closing brace.
    let at = 1 + bytes.copy(body, 1, start[first]! + 1, start[first + 1]! - 1)
    at += aboutAll.copy(body, at)
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

  /** Compares by UTF-16 code units, as the codes were sorted. */
  function compareCode(row: number, code: string): number {
    const from = codes.start[row]!
    const length = codes.start[row + 1]! - from
    const shorter = Math.min(length, code.length)
    for (let i = 0; i < shorter; i++) {
      const difference = codes.letters[from + i]! - code.charCodeAt(i)
      if (difference !== 0) return difference
    }
    return length - code.length
  }

  return {
    size,
    bytes: byteLengthOf(data),
    searchPage(query) {
      const { rows, ...about } = search.select(query)
      const { total, missingCodes } = about
      return { total, missingCodes, body: bodyOf(rows, about) }
    },
    select: search.select,
    selectAll: search.selectAll,
    bodyOf,
    rowJson: (row) => bytes.toString('utf8', start[row]! + 1, start[row + 1]!),
    articleIdOf: (row) => articles.idOf[row]!,
    codeOf: (row) => String.fromCharCode(...codes.letters.subarray(codes.start[row]!, codes.start[row + 1]!)),
    rowByArticle(articleId) {
      const { idOf, rowsById } = articles
      const row = rowsById[lowerBound(0, size, (i) => idOf[rowsById[i]!]! < articleId)]
      return row !== undefined && idOf[row] === articleId ? row : undefined
    },
    rowByCode(code) {
      const { rowsByCode } = codes
      const row = rowsByCode[lowerBound(0, size, (i) => compareCode(rowsByCode[i]!, code) < 0)]
      return row !== undefined && compareCode(row, code) === 0 ? row : undefined
    },
    rowsByKey: search.rowsByKey,
    hasWord: search.hasWord,
    facetCounts: {
      brands: countFacet(facets.brands),
      categories: countFacet(facets.categories),
      subcategories: countFacet(facets.subcategories),
    },
    places,
  }
}

function countFacet({ ids, firstRun, runs }: FacetIndex): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  ids.forEach((id, value) => {
    let total = 0
    for (let run = firstRun[value]!; run < firstRun[value + 1]!; run++)
      total += runs[run * 2 + 1]! - runs[run * 2]!
    counts.set(id, total)
  })
  return counts
}
