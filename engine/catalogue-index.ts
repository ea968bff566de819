/** The index opened for reading: every question about the catalogue but the bytes of an answer. */
import type { BranchCount, FacetIndex, IndexData } from './index-data.ts'
import { createSearch, rowByArticle, type Search } from './search.ts'
import { lowerBound } from './shared-arrays.ts'

/** How many articles each brand, category and subcategory has, by id. Brand 0 and category 99 count articles without one. */
export interface FacetCounts {
  readonly brands: ReadonlyMap<number, number>
  readonly categories: ReadonlyMap<number, number>
  readonly subcategories: ReadonlyMap<number, number>
}

/**
 * One index opened for reading. Rows are numbered in default order, anew in every index: keep article ids, never row
 * numbers. `rowsByKey` and `rowsButForZeros` take what codeKey() makes of folded text (R32).
 */
export interface CatalogueIndex extends Search {
  readonly size: number
  articleIdOf(row: number): number
  codeOf(row: number): string
  /** The row of an article, or undefined when customers may not see it. */
  rowByArticle(articleId: number): number | undefined
  /** The row with exactly that code (the first in default order), or undefined. */
  rowByCode(code: string): number | undefined
  readonly facetCounts: FacetCounts
  /** The places of the tree that hold articles, with how many stand in exactly that place. */
  readonly places: readonly BranchCount[]
}

/** Opens built data for reading; cheap, whatever the size. */
export function openIndex(data: IndexData): CatalogueIndex {
  const { size, articles, codes, facets, places } = data
  const search = createSearch(data)

  /** Compares by UTF-16 code units, as the codes were sorted. */
  function compareCode(row: number, code: string): number {
    const from = codes.start[row]!
    const length = codes.start[row + 1]! - from
    const commonLength = Math.min(length, code.length)
    for (let i = 0; i < commonLength; i++) {
      const difference = codes.letters[from + i]! - code.charCodeAt(i)
      if (difference !== 0) return difference
    }
    return length - code.length
  }

  return {
    ...search,
    size,
    articleIdOf: (row) => articles.idOf[row]!,
    codeOf: (row) => String.fromCharCode(...codes.letters.subarray(codes.start[row]!, codes.start[row + 1]!)),
    rowByArticle: (articleId) => rowByArticle(articles, articleId),
    rowByCode(code) {
      const { rowsByCode } = codes
      const row = rowsByCode[lowerBound(0, size, (i) => compareCode(rowsByCode[i]!, code) < 0)]
      return row !== undefined && compareCode(row, code) === 0 ? row : undefined
    },
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
    for (let run = firstRun[value]!; run < firstRun[value + 1]!; run++) total += runs[run * 2 + 1]! - runs[run * 2]!
    counts.set(id, total)
  })
  return counts
}
