/** What the catalogue screen asks the server, as queries with their keys. */
import { queryOptions } from '@tanstack/react-query'
import { listSlides } from '../../../contract/carousel.ts'
import { type CatalogueFilter, categoryTree, findExact, searchProducts } from '../../../contract/catalogue.ts'
import { getCarouselText, isBannerOn, isCarouselOn } from '../../../contract/settings.ts'
import { call } from '../../lib/api.ts'
import { buildTree } from './tree.ts'

const MINUTE = 60_000

/** One page of 25 rows; the first row of the first page says how many match in all. */
export const pageQuery = (filter: CatalogueFilter, page: number) =>
  queryOptions({
    queryKey: ['catalogue', 'page', filter, page],
    queryFn: ({ signal }) => call(searchProducts, { query: { ...filter, page }, signal }),
    staleTime: MINUTE,
    gcTime: 30 * MINUTE,
  })

export const treeQuery = queryOptions({
  queryKey: ['catalogue', 'tree'],
  queryFn: async ({ signal }) => buildTree(await call(categoryTree, { signal })),
  staleTime: 5 * MINUTE,
})

export const bannerQuery = queryOptions({
  queryKey: ['settings', 'banner'],
  queryFn: ({ signal }) => call(isBannerOn, { signal }),
  staleTime: 5 * MINUTE,
})

/** The news: its title and the slides that are on and have something to show; none when they are off. */
export const newsQuery = queryOptions({
  queryKey: ['carousel', 'news'],
  queryFn: async ({ signal }) => {
    if (!(await call(isCarouselOn, { signal }))) return { title: '', slides: [] }
    const [title, slides] = await Promise.all([
      call(getCarouselText, { signal }),
      call(listSlides, { signal }),
    ])
    return { title, slides: slides.filter((slide) => slide.active && slide.file !== null) }
  },
  staleTime: 5 * MINUTE,
})

/** One article by its exact code: a list of one, or empty. */
export const productQuery = (code: string) =>
  queryOptions({
    queryKey: ['catalogue', 'exact', code],
    queryFn: ({ signal }) => call(findExact, { query: { code }, signal }),
    staleTime: MINUTE,
  })
