/** The loaded part of the list: its pages are queries of their own, so several load at once and stay cached. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogueFilter, CatalogueRow } from '../../../contract/catalogue.ts'
import { pageQuery } from './catalogue.api.ts'

export interface LoadedPages {
  /** Rows in order up to the first page that is still missing. */
  readonly rows: readonly CatalogueRow[]
  /** Rows the server sent for them: a full multiple of 25 as long as every page was full. */
  readonly loaded: number
  /** How many articles match in all. */
  readonly total: number
  /** Whether the first page is there. */
  readonly started: boolean
  readonly loading: boolean
  readonly failed: boolean
}

/** Joins pages as they stand. An article that slid to the next page between two answers is shown once. */
export function joinPages(
  pages: readonly Pick<UseQueryResult<CatalogueRow[]>, 'data' | 'isFetching' | 'isError'>[],
): LoadedPages {
  const missing = pages.findIndex((page) => page.data === undefined)
  const there = (missing === -1 ? pages : pages.slice(0, missing)).flatMap((page) => page.data ?? [])
  const byArticle = new Map(there.map((row) => [row.articleId, row]))
  return {
    rows: [...byArticle.values()],
    loaded: there.length,
    total: there[0]?.total ?? there.length,
    started: pages[0]?.data !== undefined,
    loading: pages.some((page) => page.data === undefined && page.isFetching),
    failed: pages.some((page) => page.data === undefined && page.isError),
  }
}

/**
 * The first `count` pages of a search. While the first page of another search is on its way the rows of
 * the one before stay, with `busy` set.
 */
export function usePages(
  filter: CatalogueFilter,
  count: number,
): { readonly pages: LoadedPages; readonly busy: boolean } {
  const asked = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(filter, page)),
    combine: joinPages,
  })
  const [kept, setKept] = useState(asked)
  useEffect(() => {
    if (asked.started) setKept(asked)
  }, [asked])
  const waiting = !asked.started && !asked.failed
  return { pages: waiting && kept.started ? kept : asked, busy: waiting }
}
