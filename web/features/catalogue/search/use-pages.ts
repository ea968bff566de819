/** The loaded part of the list. Each page is a query of its own, so several load at once and stay cached. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogueFilter, CatalogueRow } from '../../../../contract/catalogue.ts'
import { isPassing } from '../../../lib/query-client.ts'
import { pageQuery } from './catalogue.api.ts'

/** The pages of a search that have come, and how the loading stands. */
export interface LoadedPages {
  /** Pages of rows in order, up to the first one that is still missing. */
  readonly pages: readonly (readonly CatalogueRow[])[]
  /** Rows that the server sent for these pages: a multiple of 25 as long as every page was full. */
  readonly loaded: number
  /** How many articles match in all. */
  readonly total: number
  /** Whether the first page has come. */
  readonly started: boolean
  readonly loading: boolean
  readonly failed: boolean
  /** The time of the rows on the screen, in milliseconds since 1970, while the server cannot confirm them; else null. */
  readonly asOf: number | null
  /** The search failed, and these are the rows of the previous search. */
  readonly stale?: boolean
}

/** Joins the pages that have come. An article that slid to the next page between two answers is shown once. */
export function joinPages(
  answers: readonly Pick<
    UseQueryResult<CatalogueRow[]>,
    'data' | 'isFetching' | 'isError' | 'failureReason' | 'dataUpdatedAt'
  >[],
): LoadedPages {
  const unconfirmed = answers.find(({ data, failureReason }) => data !== undefined && isPassing(failureReason))
  const missing = answers.findIndex((answer) => answer.data === undefined)
  const loadedPages = (missing === -1 ? answers : answers.slice(0, missing)).map((answer) => answer.data ?? [])
  const seen = new Set<number>()
  const isNew = ({ articleId }: CatalogueRow) => seen.size < seen.add(articleId).size
  const loaded = loadedPages.reduce((sum, rows) => sum + rows.length, 0)
  return {
    pages: loadedPages.map((rows) => {
      const newRows = rows.filter(isNew)
      // The same array where no row is left out: its cards need not render again.
      return newRows.length === rows.length ? rows : newRows
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
 * The first `count` pages of a search. While the first page of a new search loads, the rows of the previous
 * search stay, with `busy` set. They stay when the new search fails, too. Rows with the prices of another client go at once.
 */
export function usePages(
  filter: CatalogueFilter,
  count: number,
): { readonly loaded: LoadedPages; readonly busy: boolean } {
  const current = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(filter, page)),
    combine: joinPages,
  })
  const { clientId } = filter
  const [[kept, keptFor], keep] = useState([current, clientId] as const)
  useEffect(() => {
    if (current.started) keep([current, clientId])
  }, [current, clientId])
  const showsPrevious = !current.started && kept.started && keptFor === clientId
  return {
    loaded: showsPrevious ? { ...kept, failed: current.failed, stale: current.failed } : current,
    busy: !current.started && !current.failed,
  }
}
