/** From a filter to row numbers in order. Everything here runs without allocating more than the answer. */

import type { CatalogueFilter, CatalogueQuery } from '../contract/catalogue.ts'
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
} from './bitset.ts'
import type { FacetIndex, IndexData, Permutation, Place } from './index-data.ts'
import { createTextMatcher, type TextMatcher, type TextMatches } from './match-text.ts'
import { lowerBound } from './shared-arrays.ts'

/** A page of a search: how many rows match in all, the page's rows in order, and what the text found (R32). */
export interface Selection extends Pick<TextMatches, 'found' | 'missingCodes'> {
  readonly total: number
  readonly rows: readonly number[]
}

export interface Search extends Pick<TextMatcher, 'rowsByKey' | 'rowsButForZeros' | 'hasWord'> {
  /** One page of PAGE_SIZE rows; past the end it is empty and `total` still right. */
  select(query: CatalogueQuery): Selection
  /** All rows that match. */
  selectAll(filter: CatalogueFilter): readonly number[]
  /** The places of the tree that hold rows that match, and how many of those stand in exactly that place. */
  placesOf(filter: CatalogueFilter): Place[]
}

/** Opens built data for searching. All calls share scratch sets: none may run inside another. */
export function createSearch(data: IndexData): Search {
  const { size, prices, facets, places, placeRuns } = data
  const text = createTextMatcher(data.dictionary, size)
  const facetFilters = {
    brands: createFacetFilter(facets.brands, size),
    categories: createFacetFilter(facets.categories, size),
    subcategories: createFacetFilter(facets.subcategories, size),
  }
  const everything = createFullBitset(size)
  // Scratch sets, filled anew by every search: the engine is called from one thread and never awaits.
  const matching = createBitset(size)
  const ordered = createBitset(size)
  const inPlace = new Uint32Array(places.length)

  /** Fills `matching` with the rows that match. Answers what the text found, null when the text is no condition. */
  function findMatching(filter: CatalogueFilter): TextMatches | null {
    const found = text.match(filter.text, filter.similar === true)
    matching.set(found?.tiers.at(-1) ?? everything)
    if (filter.brandId !== undefined) facetFilters.brands(matching, filter.brandId)
    if (filter.categoryId !== undefined) facetFilters.categories(matching, filter.categoryId)
    if (filter.subcategoryId !== undefined) facetFilters.subcategories(matching, filter.subcategoryId)
    if (filter.minPrice !== undefined || filter.maxPrice !== undefined) {
      keepPrices(filter.minPrice ?? Number.NEGATIVE_INFINITY, filter.maxPrice ?? Number.POSITIVE_INFINITY)
    }
    return found
  }

  /** A price range is a range of ranks, and articles without a price are past the end of every such range. */
  function keepPrices(min: number, max: number): void {
    const { sorted, ascending } = prices
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
    for (let w = 0; w < matching.length; w++) {
      let kept = matching[w]!
      for (let bitsLeft = kept; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const bit = bitsLeft & -bitsLeft
        const rank = rankOf[(w << 5) + 31 - Math.clz32(bit)]!
        if (rank < from || rank >= end) kept ^= bit
      }
      matching[w] = kept
    }
  }

  /**
   * Appends to `out` a page of the rows of `matching`, by rank. Where many rows match, the first ranks hold the page. Where
   * few do, each row's rank becomes a bit, and bits are read in order.
   */
  function collectByRank({ rankOf, rowAt }: Permutation, skip: number, take: number, out: number[]): void {
    const matched = count(matching)
    if (((skip + take) / matched) * size < matched) {
      let toSkip = skip
      for (let rank = 0; rank < size && out.length < take; rank++) {
        const row = rowAt[rank]!
        if ((matching[row >>> 5]! & (1 << (row & 31))) !== 0 && --toSkip < 0) out.push(row)
      }
      return
    }
    ordered.fill(0)
    for (let w = 0; w < matching.length; w++) {
      for (let bitsLeft = matching[w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const rank = rankOf[(w << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)]!
        ordered[rank >>> 5]! |= 1 << (rank & 31)
      }
    }
    collect(ordered, skip, take, out)
    for (let i = 0; i < out.length; i++) out[i] = rowAt[out[i]!]!
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
    found: TextMatches | null,
    skip: number,
    take: number,
  ): number[] {
    const rows: number[] = []
    if (order === 'priceAsc') collectByRank(prices.ascending, skip, take, rows)
    else if (order === 'priceDesc') collectByRank(prices.descending, skip, take, rows)
    else if (found) collectByTier(found, skip, take, rows)
    else collect(matching, skip, take, rows)
    return rows
  }

  return {
    rowsByKey: text.rowsByKey,
    rowsButForZeros: text.rowsButForZeros,
    hasWord: text.hasWord,
    select(query) {
      const sought = findMatching(query)
      const total = count(matching)
      const skip = query.page * PAGE_SIZE
      return {
        total,
        rows: skip < total ? collectInOrder(query.order, sought, skip, PAGE_SIZE) : [],
        found: sought?.found,
        missingCodes: sought?.missingCodes,
      }
    },
    selectAll(filter) {
      const sought = findMatching(filter)
      return collectInOrder(filter.order, sought, 0, size)
    },
    placesOf(filter) {
      findMatching(filter)
      inPlace.fill(0)
      for (let i = 0; i < placeRuns.length; i += 3)
        inPlace[placeRuns[i]!]! += countRun(matching, placeRuns[i + 1]!, placeRuns[i + 2]!)
      return places.flatMap((place, at) => (inPlace[at] ? [{ ...place, count: inPlace[at] }] : []))
    },
  }
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
