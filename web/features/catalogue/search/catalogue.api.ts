/** The queries of the catalogue screen. */
import { type QueryFunction, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { listSlides, type Slide } from '../../../../contract/carousel.ts'
import {
  type CatalogueFilter,
  categoryTree,
  findExact,
  searchProducts,
  suggestTexts,
} from '../../../../contract/catalogue.ts'
import type { QueryOf, ResponseOf } from '../../../../contract/endpoint.ts'
import type { filterOptions } from '../../../../contract/filter-options.ts'
import { getCarouselText, isBannerOn, isCarouselOn } from '../../../../contract/settings.ts'
import { outdate, queryOf, type ValuesOf } from '../../../lib/query.ts'
import { isPassing } from '../../../lib/query-client.ts'
import { fillFromDevice, openDeviceCatalogue } from '../../../shop/book/device-catalogue/fill.ts'
import type { Asked } from '../../../shop/book/device-catalogue/messages.ts'
import { buildTree } from './tree.ts'

const MINUTE = 60_000
const WHILE_HERE = { staleTime: 5 * MINUTE }

type Answerable =
  | typeof searchProducts
  | typeof findExact
  | typeof categoryTree
  | typeof suggestTexts
  | typeof filterOptions

/** A query that goes to the device and the server. The device answers first, then the server's answer counts (R224). */
export function orDevice<const E extends Answerable>(endpoint: E, query: QueryOf<E>, fromDevice: Asked) {
  const serverQuery = queryOf(endpoint, { query } as ValuesOf<E>)
  return {
    ...serverQuery,
    queryFn: (context: QueryFunctionContext) => {
      fillFromDevice(serverQuery.queryKey, fromDevice)
      const answer = (async () => (serverQuery.queryFn as QueryFunction<ResponseOf<E>>)(context))()
      // Wherever it is: a browser may believe itself connected when nothing gets through.
      answer.catch((error) => isPassing(error) && openDeviceCatalogue())
      return answer
    },
    meta: { endpoint, fromDevice },
    staleTime: MINUTE,
  }
}

/** One page of 25 rows; the first row of the first page says how many match in all. */
export function pageQuery(filter: CatalogueFilter, page: number) {
  const query = { ...filter, page }
  return { ...orDevice(searchProducts, query, { what: 'page', filter: query }), gcTime: 30 * MINUTE }
}

/** Asks for the pages on the screen again, e.g. after a failure. */
export const askPagesAgain = (): void => void outdate(searchProducts)

/** The rows of the tree of brands and categories, fresh for five minutes. */
export const treeRowsQuery = { ...queryOf(categoryTree), ...WHILE_HERE }
/** The same rows, built into the tree. */
export const treeQuery = { ...treeRowsQuery, select: buildTree }

/** The places of the tree that hold articles of a search; the branch of `filter` is not part of it (R221). */
export function countsQuery(filter: CatalogueFilter) {
  const { brandId: _, categoryId: _category, subcategoryId: _subcategory, order: _order, ...query } = filter
  return orDevice(categoryTree, query, { what: 'places', filter: { ...query, order: 'default' } })
}

/** What the text of a search may have been meant as (R245). */
export function suggestionsQuery(filter: CatalogueFilter) {
  const { order: _, similar: _exact, ...query } = filter
  return orDevice(suggestTexts, query, { what: 'meant', filter: { ...query, order: 'default' } })
}

/** Whether the side banner is on. */
export const bannerQuery = { ...queryOf(isBannerOn), ...WHILE_HERE }

const shownSlides = (slides: readonly Slide[]) => slides.filter((slide) => slide.active && slide.file !== null)

/** The news: their title and the slides that are on and have something to show; undefined while there are none. */
export function useNews(wanted: boolean) {
  const { data: on } = useQuery({ ...queryOf(isCarouselOn, wanted ? {} : null), ...WHILE_HERE })
  const values = wanted && on ? {} : null
  const { data: title } = useQuery({ ...queryOf(getCarouselText, values), ...WHILE_HERE })
  const { data: slides } = useQuery({ ...queryOf(listSlides, values), ...WHILE_HERE, select: shownSlides })
  return title !== undefined && slides?.length ? { title, slides } : undefined
}

/** One article by its exact code: a list of one, or empty. */
export function productQuery(code: string, clientId: number | undefined) {
  const query = { code, clientId }
  return orDevice(findExact, query, { what: 'article', ...query })
}
