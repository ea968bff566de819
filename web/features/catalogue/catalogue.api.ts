/** What the catalogue screen asks the server. */
import { type QueryFunction, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { listSlides, type Slide } from '../../../contract/carousel.ts'
import {
  type CatalogueFilter,
  type CatalogueRow,
  categoryTree,
  findExact,
  searchProducts,
} from '../../../contract/catalogue.ts'
import { getCarouselText, isBannerOn, isCarouselOn } from '../../../contract/settings.ts'
import { outdate, queryOf } from '../../lib/query.ts'
import { fillFromDevice } from '../../shop/device-catalogue/fill.ts'
import { buildTree } from './tree.ts'

const MINUTE = 60_000
const WHILE_HERE = { staleTime: 5 * MINUTE }

/** The device is asked with the server and answers first; the server's answer takes its place (R224). */
const orDevice = <Q extends ReturnType<typeof queryOf<typeof searchProducts | typeof findExact>>>(
  asked: Q,
  values: Parameters<typeof fillFromDevice>[1],
) => ({
  ...asked,
  queryFn: (context: QueryFunctionContext) => {
    fillFromDevice(asked.queryKey, values)
    return (asked.queryFn as QueryFunction<CatalogueRow[]>)(context)
  },
})

/** One page of 25 rows; the first row of the first page says how many match in all. */
export function pageQuery(filter: CatalogueFilter, page: number) {
  const query = { ...filter, page }
  return { ...orDevice(queryOf(searchProducts, { query }), query), staleTime: MINUTE, gcTime: 30 * MINUTE }
}

/** Asks for the pages on the screen again, e.g. after a failure. */
export const askPagesAgain = (): void => void outdate(searchProducts)

export const treeRowsQuery = { ...queryOf(categoryTree), ...WHILE_HERE }
export const treeQuery = { ...treeRowsQuery, select: buildTree }

export const bannerQuery = { ...queryOf(isBannerOn), ...WHILE_HERE }

const shown = (slides: readonly Slide[]) => slides.filter((slide) => slide.active && slide.file !== null)

/** The news: their title and the slides that are on and have something to show; undefined while there are none. */
export function useNews(wanted: boolean) {
  const { data: on } = useQuery({ ...queryOf(isCarouselOn, wanted ? {} : null), ...WHILE_HERE })
  const values = wanted && on ? {} : null
  const { data: title } = useQuery({ ...queryOf(getCarouselText, values), ...WHILE_HERE })
  const { data: slides } = useQuery({ ...queryOf(listSlides, values), ...WHILE_HERE, select: shown })
  return title !== undefined && slides?.length ? { title, slides } : undefined
}

/** One article by its exact code: a list of one, or empty. */
export function productQuery(code: string) {
  return { ...orDevice(queryOf(findExact, { query: { code } }), { code }), staleTime: MINUTE }
}
