/** The articles of the catalogue's list: as many pages as the user has scrolled to. */
import { useEffect, useState } from 'react'
import type { CatalogueFilter } from '../../../../contract/catalogue.ts'
import { tellPricesOf } from '../../../lib/prices-of.ts'
import { useScrolledPast } from '../../../ui/use-scrolled-past.ts'
import { LOAD_AT, mayLoadNext } from './paging.ts'
import { pagesUpTo } from './place.ts'
import { usePages } from './use-pages.ts'

/**
 * The pages of a search; the next one loads when the screen is scrolled past 75 percent (R104).
 * @param key tells searches apart: another search begins with its first page
 * @param position the article to come back to, counted from 1: all pages up to it load
 */
export function useListedArticles(filter: CatalogueFilter, key: string, position: number | undefined) {
  const [grown, setGrown] = useState({ key, pages: 1 })
  const pageCount = Math.max(pagesUpTo(position), grown.key === key ? grown.pages : 1)
  const { busy, loaded } = usePages(filter, pageCount)
  useEffect(() => {
    tellPricesOf(loaded.asOf)
    return () => tellPricesOf(null)
  }, [loaded.asOf])
  const showNext = () => setGrown({ key, pages: pageCount + 1 })
  useScrolledPast(LOAD_AT, !busy && mayLoadNext(loaded), showNext, loaded.loaded)
  return { busy, loaded }
}
