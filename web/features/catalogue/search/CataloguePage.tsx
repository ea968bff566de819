/** The catalogue (R102): search, filters, cards, detail, news. */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../../contract/catalogue.ts'
import { optionalPart } from '../../../lib/optional-part.ts'
import { painted, prepared } from '../../../lib/painted.ts'
import { tellPricesOf } from '../../../lib/prices-of.ts'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { openDeviceCatalogueSoon } from '../../../shop/book/device-catalogue/fill.ts'
import { useCart, useSaveCartLine } from '../../../shop/cart.ts'
import { askForClient, chooseFirst, useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { Tips } from '../../../shop/Tips.tsx'
import { InHeader } from '../../../ui/HeaderSlot.tsx'
import './catalogue.css'
import { CodeNotice } from './CodeNotice.tsx'
import { askPagesAgain, treeQuery } from './catalogue.api.ts'
import { Detail, prepareDetail } from './Detail.tsx'
import { ListBar } from './ListBar.tsx'
import { usePhone } from './media-query.ts'
import { News } from './News.tsx'
import { PhoneBanner } from './PhoneBanner.tsx'
import { ProductList } from './ProductList.tsx'
import { LOAD_AT, mayLoadNext, reached } from './paging.ts'
import { isFiltered, noFilter, pagesUpTo } from './place.ts'
import { SideColumn } from './SideColumn.tsx'
import { searchSummary } from './search-summary.ts'
import { useCardActions } from './use-card-actions.ts'
import { useCataloguePlace } from './use-catalogue-place.ts'
import { type LoadedPages, usePages } from './use-pages.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { ViewSwitch } from './ViewSwitch.tsx'
import { useView, type View } from './view-choice.ts'

const ScanButton = optionalPart(() =>
  import('../../../shop/scan/ScanButton.tsx').then((module) => module.ScanButton),
)
const FilterSheet = lazy(() =>
  import('./FilterSheet.tsx').then((module) => ({ default: module.FilterSheet })),
)

const TakenWords = optionalPart(() => import('./TakenWords.tsx').then((module) => module.TakenWords))
const wayPrepared = () => prepared

/** Waits once a condition is true, and answers whether the waiting is over; `wait` must be the same function each time. */
function useAfter(isReady: boolean, wait: () => Promise<void>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isReady) return
    let isUnmounted = false
    void wait().then(() => isUnmounted || setOver(true))
    return () => {
      isUnmounted = true
    }
  }, [isReady, wait])
  return isOver
}

/** Calls `grow` whenever the page is scrolled past 75 percent and another page of the list may come. */
function useNextPage({ loaded, loading, total }: LoadedPages, busy: boolean, grow: () => void) {
  const latest = useRef(grow)
  useEffect(() => {
    latest.current = grow
  })
  useEffect(() => {
    if (busy || !mayLoadNext({ loaded, loading, total })) return
    const check = () => {
      const { scrollHeight } = document.documentElement
      if (reached(LOAD_AT, { scrollTop: window.scrollY, height: window.innerHeight, scrollHeight }))
        latest.current()
    }
    check()
    window.addEventListener('scroll', check, { passive: true })
    window.addEventListener('resize', check)
    return () => {
      window.removeEventListener('scroll', check)
      window.removeEventListener('resize', check)
    }
  }, [loaded, loading, total, busy])
}

export function CataloguePage() {
  const clientId = useClientId()
  const { isStaff, missing } = useOnBehalf()
  const phone = usePhone()
  const { lines } = useCart()
  const save = useSaveCartLine()
  const { place, key, filter, offset, changeFilter, openDetail, closeDetail, writeAnchor } =
    useCataloguePlace()
  const { data: tree = [] } = useQuery(treeQuery)
  const [sheet, setSheet] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { id: userId } = useUser()
  const [view, setView] = useView(userId)
  /** The view whose list stands on the screen: rows come with their code. */
  const [standing, setStanding] = useState<View>('tarjetas')
  const onReady = useCallback(() => setStanding('lista'), [])
  const changeView = (next: View) => {
    setView(next)
    if (next === 'tarjetas') setStanding(next)
  }

  const [grown, setGrown] = useState({ key, pages: 1 })
  const pageCount = Math.max(pagesUpTo(place.posicion), grown.key === key ? grown.pages : 1)
  const { busy, loaded } = usePages(filter, pageCount)
  useEffect(() => {
    tellPricesOf(loaded.asOf)
    return () => tellPricesOf(null)
  }, [loaded.asOf])
  const stands = useAfter(loaded.started || loaded.failed, painted)
  /** The first articles have been painted: what is not them may be fetched. */
  const ready = stands && loaded.started
  const settled = useAfter(ready, wayPrepared)
  useEffect(() => {
    if (settled) prepareDetail()
  }, [settled])
  useEffect(() => {
    if (stands || !navigator.onLine) return openDeviceCatalogueSoon()
  }, [stands])
  useNextPage(loaded, busy, () => setGrown({ key, pages: pageCount + 1 }))
  useScrollPlace({
    list,
    // In the other view the same article is elsewhere.
    search: `${view}|${key}`,
    position: place.posicion,
    offset,
    ready: standing === view && !busy && (!loaded.loading || loaded.loaded >= (place.posicion ?? 1)),
    active: place.articulo === undefined,
    write: writeAnchor,
  })

  const order = (product: Product, quantity: number, note?: string): boolean => {
    if (!missing)
      return save({ articleId: product.articleId, code: product.code, quantity, note, article: product })
    showToast('failure', chooseFirst)
    return false
  }
  useEffect(() => {
    if (!ready) return
    // Until it is there, the list has the browser's own keys.
    let stop: (() => void) | undefined
    let gone = false
    import('./list-keys.ts').then(
      ({ followKeys }) => {
        if (!gone) stop = followKeys(list)
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [ready])
  const actions = useCardActions({
    open: ({ code }) => openDetail(code),
    save: order,
    askForClient,
  })
  // Only when the dialog is gone and has given the focus back.
  const wantsClient = useRef(false)
  useEffect(() => {
    if (place.articulo !== undefined || !wantsClient.current) return
    wantsClient.current = false
    askForClient()
  }, [place.articulo])
  const clear = () => changeFilter(noFilter)
  const latest = useRef({ clear, closeDetail })
  latest.current = { clear, closeDetail }
  const onClear = useCallback(() => latest.current.clear(), [])
  const onClose = useCallback(() => latest.current.closeDetail(), [])

  return (
    <>
      <InHeader>
        {phone && (
          <Suspense fallback={<span className="filter-button" />}>
            {stands ? <ScanButton className="filter-button" short /> : <span className="filter-button" />}
          </Suspense>
        )}
        <button
          type="button"
          className="filter-button"
          aria-label="Filtros"
          aria-haspopup="dialog"
          data-active={isFiltered({ ...place, buscar: undefined }) || undefined}
          onClick={() => setSheet(true)}
        >
          <IconAdjustmentsHorizontal size={20} aria-hidden="true" />
        </button>
      </InHeader>
      <div className="catalogue">
        <div className="catalogue-head">
          <ListBar
            place={place}
            total={loaded.started ? loaded.total : null}
            summary={searchSummary(place, tree)}
            onFilter={changeFilter}
            onClear={onClear}
          >
            <ViewSwitch view={view} onChange={changeView} />
          </ListBar>
        </div>
        {!phone && (
          <SideColumn
            place={place}
            known={tree.length > 0}
            ready={ready}
            onChoose={(branch) => changeFilter(branch)}
          />
        )}
        <section aria-label="Artículos del catálogo">
          {phone && !isFiltered(place) && <PhoneBanner />}
          <CodeNotice
            first={loaded.started ? loaded.pages[0]?.[0] : null}
            place={place}
            onSimilar={() => changeFilter({ parecidos: 1 })}
          />
          <ProductList
            rows={view === 'lista'}
            onReady={onReady}
            list={list}
            loaded={loaded}
            busy={busy}
            lines={lines}
            behalfOf={isStaff ? clientId : null}
            actions={actions}
            onClear={onClear}
            onRetry={askPagesAgain}
          />
        </section>
      </div>
      {sheet && phone && (
        <Suspense>
          <FilterSheet
            place={place}
            total={loaded.started ? loaded.total : null}
            onFilter={changeFilter}
            onClose={() => setSheet(false)}
          />
        </Suspense>
      )}
      {place.articulo !== undefined && (
        <Detail
          code={place.articulo}
          pages={loaded.pages}
          inCart={(articleId) => lines.get(articleId)?.quantity ?? 0}
          noteOf={(articleId) => (isStaff ? (lines.get(articleId)?.note ?? '') : null)}
          onSave={missing ? null : order}
          onClose={onClose}
          onAskForClient={() => {
            wantsClient.current = true
            closeDetail()
          }}
        />
      )}
      {place.articulo === undefined && <News ready={ready} />}
      <Tips />
      {settled && (
        <Suspense>
          <TakenWords />
        </Suspense>
      )}
    </>
  )
}
