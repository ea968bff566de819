/** From a filter to row numbers in order. A search allocates its answer, and sets of rows that later searches use again. */

import type { CatalogueFilter, CatalogueQuery, Suggestion } from '../contract/catalogue.ts'
import type { FilterOption } from '../contract/filter-options.ts'
import { PAGE_SIZE } from '../contract/rules.ts'
import {
  addRun,
  type Bitset,
  collect,
  count,
  countRun,
  createBitset,
  createFullBitset,
  difference,
  intersect,
  keepWhere,
  meet,
} from './bitset.ts'
import { type Beside, createBuyerFilters, loweredRows, type RowPrices, type SearchFilter } from './buyer-filters.ts'
import type { ArticleIndex, BranchCount, FacetIndex, IndexData, Permutation, PriceIndex } from './index-data.ts'
import { createTextMatcher, INSIDE, PREFIX, type TextMatcher, type TextMatches } from './match-text.ts'
import { lowerBound } from './shared-arrays.ts'
import { suggest } from './suggest.ts'

/** A page of a search: how many rows match in all, the page's rows in order, and what the text found (R32). */
export interface Selection extends Pick<TextMatches, 'found' | 'missingCodes'> {
  readonly total: number
  readonly rows: readonly number[]
  /** Whether the text was found by typing errors alone (R245): on the first page of a search for words. */
  readonly approximate?: boolean | undefined
}

export interface Search extends Pick<TextMatcher, 'rowsByKey' | 'rowsButForZeros' | 'hasWord'> {
  /** One page of PAGE_SIZE rows; past the end it is empty and `total` still right. */
  select(query: SearchQuery): Selection
  /** All rows that match. */
  selectAll(filter: SearchFilter): readonly number[]
  /** The places of the tree that hold rows that match, and how many of those stand in exactly that place. */
  placesOf(filter: SearchFilter): BranchCount[]
  /** What a buyer may narrow a search by further, and how much each leaves (R365). */
  optionsOf(filter: SearchFilter): FilterOption[]
  /**
   * What a text may have been meant as, best first: at most three texts, each of which finds articles with the same other
   * conditions (R245). It reads the whole dictionary, so ask only for a text that finds nothing, or nothing but by typing
   * errors.
   * @param textOf the description of a row, which tells how a word is written
   */
  suggest(filter: SearchFilter, textOf: (row: number) => string): Suggestion[]
  /** The same search by other prices; they are asked for when a search needs them. */
  pricedBy(prices: RowPrices): Search
}
export type SearchQuery = CatalogueQuery & Beside

/** Opens built data for searching. All calls share scratch sets: none may run inside another. */
export function createSearch(data: IndexData): Search {
  const { size, facets, places, placeRuns } = data
  const text = createTextMatcher(data.dictionary, size, data.synonyms)
  const facetFilters = {
    brands: createFacetFilter(facets.brands, size),
    categories: createFacetFilter(facets.categories, size),
    subcategories: createFacetFilter(facets.subcategories, size),
  }
  const buyer = createBuyerFilters(data.buyer, size, (articleId) => rowByArticle(data.articles, articleId))
  const everything = createFullBitset(size)
  // Scratch sets, filled anew by every search: the engine is called from one thread and never awaits.
  const matching = createBitset(size)
  const ordered = createBitset(size)
  const meant = createBitset(size)
  const inPlace = new Uint32Array(places.length)

  /** Fills `matching` with the rows that match. Answers what the text found, null when the text is no condition. */
  function findMatching(filter: SearchFilter, prices: RowPrices): TextMatches | null {
    const found = findUnnarrowed(filter, prices)
    buyer.narrow(matching, filter, prices)
    return found
  }

  /** As `findMatching`, without what a buyer narrows by. */
  function findUnnarrowed(filter: CatalogueFilter, { prices }: RowPrices): TextMatches | null {
    const found = text.match(filter.text, filter.similar === true)
    matching.set(found?.tiers.at(-1) ?? everything)
    if (filter.brandId !== undefined) facetFilters.brands(matching, filter.brandId)
    if (filter.categoryId !== undefined) facetFilters.categories(matching, filter.categoryId)
    if (filter.subcategoryId !== undefined) facetFilters.subcategories(matching, filter.subcategoryId)
    if (filter.minPrice !== undefined || filter.maxPrice !== undefined) {
      keepPrices(prices(), filter.minPrice ?? Number.NEGATIVE_INFINITY, filter.maxPrice ?? Number.POSITIVE_INFINITY)
    }
    return found
  }

  /** A price range is a range of ranks, and articles without a price are past the end of every such range. */
  function keepPrices({ sorted, ascending }: PriceIndex, min: number, max: number): void {
    const from = lowerBound(0, sorted.length, (rank) => sorted[rank]! < min)
    const end = lowerBound(from, sorted.length, (rank) => sorted[rank]! <= max)
    const { rankOf, rowAt } = ascending
    if (end - from < count(matching)) {
      ordered.fill(0)
      for (let rank = from; rank < end; rank++) {
        const row = rowAt[rank]!
        ordered[row >>> 5]! |= 1 << (row & 31)
      }
      intersect(matching, ordered)
      return
    }
    keepWhere(matching, (row) => {
      const rank = rankOf[row]!
      return rank >= from && rank < end
    })
  }

  /**
   * Appends to `out` rows of the `matched` ones in `bits`, by rank. Where many rows match, the first ranks hold the page. Where
   * few do, each row's rank becomes a bit, and bits are read in order.
   */
  function collectByRank(
    { rankOf, rowAt }: Permutation,
    bits: Bitset,
    matched: number,
    skip: number,
    take: number,
    out: number[],
  ): void {
    const before = out.length
    if (((skip + take) / matched) * size < matched) {
      let toSkip = skip
      for (let rank = 0; rank < size && out.length < before + take; rank++) {
        const row = rowAt[rank]!
        if ((bits[row >>> 5]! & (1 << (row & 31))) !== 0 && --toSkip < 0) out.push(row)
      }
      return
    }
    ordered.fill(0)
    for (let w = 0; w < bits.length; w++) {
      for (let bitsLeft = bits[w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const rank = rankOf[(w << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)]!
        ordered[rank >>> 5]! |= 1 << (rank & 31)
      }
    }
    collect(ordered, skip, take, out)
    for (let i = before; i < out.length; i++) out[i] = rowAt[out[i]!]!
  }

  /**
   * Appends to `out` a page of the rows of `matching` by price. Rows that a text finds only inside a word or by a typing error
   * come after those that it means (R246).
   */
  function collectByPrice(
    order: Permutation,
    found: TextMatches | null,
    skip: number,
    take: number,
    out: number[],
  ): void {
    const matched = count(matching)
    meant.set(matching)
    if (found) intersect(meant, found.tiers[PREFIX]!)
    const first = found ? count(meant) : matched
    if (skip < first) collectByRank(order, meant, first, skip, take, out)
    if (first === matched || out.length === take) return
    difference(meant, matching, matching, found?.tiers[PREFIX])
    collectByRank(order, meant, matched - first, Math.max(0, skip - first), take - out.length, out)
  }

  /** Appends to `out` a page of the rows of `matching`, by tier, and within a tier in default order. */
  function collectByTier({ tiers }: TextMatches, skip: number, take: number, out: number[]): void {
    let toSkip = skip
    for (let tier = 0; tier < tiers.length && out.length < take; tier++) {
      difference(ordered, tiers[tier]!, matching, tiers[tier - 1])
      const inTier = count(ordered)
      if (inTier > toSkip) collect(ordered, toSkip, take - out.length, out)
      toSkip = Math.max(0, toSkip - inTier)
    }
  }

  function collectInOrder(
    order: CatalogueFilter['order'],
    { prices }: RowPrices,
    found: TextMatches | null,
    skip: number,
    take: number,
  ): number[] {
    const rows: number[] = []
    if (order === 'priceAsc') collectByPrice(prices().ascending, found, skip, take, rows)
    else if (order === 'priceDesc') collectByPrice(prices().descending, found, skip, take, rows)
    else if (found) collectByTier(found, skip, take, rows)
    else collect(matching, skip, take, rows)
    return rows
  }

  /** Whether `matching` holds rows, but none that the text finds as it is written. */
  const isApproximate = (found: TextMatches | null): boolean =>
    found !== null && found.found === undefined && !meet(matching, found.tiers[INSIDE]!)

  const searchBy = (prices: RowPrices): Search => ({
    rowsByKey: text.rowsByKey,
    rowsButForZeros: text.rowsButForZeros,
    hasWord: text.hasWord,
    pricedBy: searchBy,
    suggest: (filter, textOf) => suggest({ data, search: searchBy(prices), addRows: text.addRows }, filter, textOf),
    select(query) {
      const textMatches = findMatching(query, prices)
      const total = count(matching)
      const skip = query.page * PAGE_SIZE
      return {
        total,
        rows: skip < total ? collectInOrder(query.order, prices, textMatches, skip, PAGE_SIZE) : [],
        found: textMatches?.found,
        missingCodes: textMatches?.missingCodes,
        approximate: (query.page === 0 && total > 0 && isApproximate(textMatches)) || undefined,
      }
    },
    selectAll(filter) {
      const textMatches = findMatching(filter, prices)
      return collectInOrder(filter.order, prices, textMatches, 0, size)
    },
    placesOf(filter) {
      findMatching(filter, prices)
      inPlace.fill(0)
      for (let i = 0; i < placeRuns.length; i += 3)
        inPlace[placeRuns[i]!]! += countRun(matching, placeRuns[i + 1]!, placeRuns[i + 2]!)
      return places.flatMap((place, at) => (inPlace[at] ? [{ ...place, count: inPlace[at] }] : []))
    },
    optionsOf(filter) {
      findUnnarrowed(filter, prices)
      return buyer.options(matching, filter, prices)
    },
  })
  const lowered = loweredRows(data.buyer)
  return searchBy({ prices: () => data.prices, lowered: () => lowered })
}

/** The row of an article; undefined for one that is not in the catalogue. */
export function rowByArticle({ idOf, rowsById }: ArticleIndex, articleId: number): number | undefined {
  const row = rowsById[lowerBound(0, rowsById.length, (i) => idOf[rowsById[i]!]! < articleId)]
  return row !== undefined && idOf[row] === articleId ? row : undefined
}

/** Keeps in `bits` only the rows that have the id in this facet; an id that no row has leaves none. */
type FacetFilter = (bits: Bitset, id: number) => void

function createFacetFilter({ ids, firstRun, runs }: FacetIndex, size: number): FacetFilter {
  const valueById = new Map(Array.from(ids, (id, value) => [id, value]))
  const rows = createBitset(size)
  return (bits, id) => {
    const value = valueById.get(id)
    rows.fill(0)
    if (value !== undefined) {
      for (let run = firstRun[value]!; run < firstRun[value + 1]!; run++) {
        addRun(rows, runs[run * 2]!, runs[run * 2 + 1]!)
      }
    }
    intersect(bits, rows)
  }
}
