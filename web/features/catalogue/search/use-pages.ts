/** The loaded part of the list: its pages are queries of their own, so several load at once and stay cached. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogueFilter, CatalogueRow } from '../../../../contract/catalogue.ts'
import { ApiError } from '../../../lib/api.ts'
import { pageQuery } from './catalogue.api.ts'

export interface LoadedPages {
  /** Pages of rows in order, up to the first one that is still missing. */
  readonly pages: readonly (readonly CatalogueRow[])[]
  /** Rows the server sent for them: a full multiple of 25 as long as every page was full. */
  readonly loaded: number
  /** How many articles match in all. */
  readonly total: number
  /** Whether the first page is there. */
  readonly started: boolean
  readonly loading: boolean
  readonly failed: boolean
  /** When the rows on the screen were so, in milliseconds since 1970, while the server does not confirm them; else null. */
  readonly asOf: number | null
  /** The search failed, and these are the rows of the one before. */
  readonly stale?: boolean
}

/** Whether the shop could not be reached, or not the server behind its proxy. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.status > 500)

/** Joins pages as they stand. An article that slid to the next page between two answers is shown once. */
export function joinPages(
  answers: readonly Pick<
    UseQueryResult<CatalogueRow[]>,
    'data' | 'isFetching' | 'isError' | 'failureReason' | 'dataUpdatedAt'
  >[],
): LoadedPages {
  const unconfirmed = answers.find(({ data, failureReason }) => data !== undefined && isAway(failureReason))
  const missing = answers.findIndex((answer) => answer.data === undefined)
  const loadedPages = (missing === -1 ? answers : answers.slice(0, missing)).map(
    (answer) => answer.data ?? [],
  )
  const seen = new Set<number>()
  const isNew = ({ articleId }: CatalogueRow) => seen.size < seen.add(articleId).size
  const loaded = loadedPages.reduce((sum, rows) => sum + rows.length, 0)
  return {
    pages: loadedPages.map((rows) => {
      const fresh = rows.filter(isNew)
      // The same array as long as it can be: its cards need not be looked at again.
      return fresh.length === rows.length ? rows : fresh
    }),
    loaded,
    total: loadedPages[0]?.[0]?.total ?? loaded,
    started: answers[0]?.data !== undefined,
    loading: answers.some((answer) => answer.data === undefined && answer.isFetching),
    failed: answers.some((answer) => answer.data === undefined && answer.isError),
    asOf: unconfirmed?.dataUpdatedAt ?? null,
  }
}

/**
 * The first `count` pages of a search. While the first page of another search is on its way the rows of
 * the one before stay, with `busy` set; when it fails they stay, too.
 */
export function usePages(
  filter: CatalogueFilter,
  count: number,
): { readonly loaded: LoadedPages; readonly busy: boolean } {
  const asked = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(filter, page)),
    combine: joinPages,
  })
  const [kept, setKept] = useState(asked)
  useEffect(() => {
    if (asked.started) setKept(asked)
  }, [asked])
  const keeps = !asked.started && kept.started
  return {
    loaded: keeps ? { ...kept, failed: asked.failed, stale: asked.failed } : asked,
    busy: !asked.started && !asked.failed,
  }
}
