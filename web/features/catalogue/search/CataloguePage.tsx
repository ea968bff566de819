/** The catalogue (R102): search, filters, cards, detail, news. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { usePhone } from '../../../lib/media-query.ts'
import { optionalPart } from '../../../lib/optional-part.ts'
import { useUser } from '../../../lib/session.ts'
import { useCart } from '../../../shop/cart.ts'
import { askForClient, useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { Tips } from '../../../shop/Tips.tsx'
import { askPagesAgain, treeQuery } from './catalogue.api.ts'
import styles from './catalogue.module.css'
import { Detail } from './Detail.tsx'
import { HeaderButtons } from './HeaderButtons.tsx'
import { ListBar } from './ListBar.tsx'
import { News } from './News.tsx'
import { PhoneBanner } from './PhoneBanner.tsx'
import { ProductList } from './ProductList.tsx'
import { isFiltered, noFilter } from './place.ts'
import { SideColumn } from './SideColumn.tsx'
import { brandNames, type TreeNode } from './tree.ts'
import { useCardActions } from './use-card-actions.ts'
import { useCataloguePlace } from './use-catalogue-place.ts'
import { useListView } from './use-list-view.ts'
import { useListedArticles } from './use-listed-articles.ts'
import { useClientQuestion, useOrder } from './use-ordering.ts'
import { useListKeys, usePageStages } from './use-page-stages.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

const FilterSheet = lazy(() => import('./FilterSheet.tsx').then((module) => ({ default: module.FilterSheet })))

const MeantTexts = optionalPart(() => import('./MeantTexts.tsx').then((module) => module.MeantTexts))

// Only a search needs it.
const CodeNotice = optionalPart(() => import('./CodeNotice.tsx').then((module) => module.CodeNotice))
const AfterCards = optionalPart(() => import('./AfterCards.tsx').then((module) => module.AfterCards))

const NO_TREE: readonly TreeNode[] = []

export function CataloguePage() {
  const clientId = useClientId()
  const { isStaff, missing } = useOnBehalf()
  const phone = usePhone()
  const { lines } = useCart()
  const { place, key, filter, offset, changeFilter, openDetail, closeDetail, writeAnchor } = useCataloguePlace()
  const { data } = useQuery(treeQuery)
  const tree = data ?? NO_TREE
  const brands = useMemo(() => brandNames(tree), [tree])
  const [sheet, setSheet] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { view, isShown, changeView, onRowsShown } = useListView(useUser().id)
  const { busy, loaded } = useListedArticles(filter, key, place.posicion)
  const { isPainted, hasArticles, isSettled } = usePageStages(loaded)
  useListKeys(list, hasArticles)
  useScrollPlace({
    list,
    // The same article is at another height in the other view.
    search: `${view}|${key}`,
    position: place.posicion,
    offset,
    ready: isShown && !busy && (!loaded.loading || loaded.loaded >= (place.posicion ?? 1)),
    active: place.articulo === undefined,
    write: writeAnchor,
  })

  const order = useOrder(missing)
  const actions = useCardActions({ open: ({ code }) => openDetail(code), save: order, askForClient })
  const askForClientFirst = useClientQuestion(place.articulo !== undefined, closeDetail)
  const first = loaded.started ? loaded.pages[0]?.[0] : null
  const isEmpty = first === undefined
  const meant = !busy && place.buscar !== undefined && (isEmpty || first?.approximate) && (
    <Suspense>
      <MeantTexts place={place} isEmpty={isEmpty} onFilter={changeFilter} />
    </Suspense>
  )
  const clear = () => changeFilter(noFilter)
  const latest = useRef({ clear, closeDetail })
  latest.current = { clear, closeDetail }
  const onClear = useCallback(() => latest.current.clear(), [])
  const onClose = useCallback(() => latest.current.closeDetail(), [])

  return (
    <>
      <HeaderButtons
        scans={phone}
        mayFetch={isPainted}
        isFiltered={isFiltered({ ...place, buscar: undefined })}
        onFilters={() => setSheet(true)}
      />
      <div className={styles.catalogue}>
        <div className={styles.head}>
          <ListBar
            place={place}
            total={loaded.started ? loaded.total : null}
            tree={tree}
            onFilter={changeFilter}
            onClear={onClear}
          >
            <ViewSwitch view={view} onChange={changeView} />
            {phone && !isFiltered(place) && <PhoneBanner />}
          </ListBar>
        </div>
        {!phone && <SideColumn place={place} known={data !== undefined} ready={hasArticles} onChoose={changeFilter} />}
        <section aria-label="Artículos del catálogo">
          {place.buscar && (
            <Suspense fallback={null}>
              <CodeNotice first={first} place={place} onSimilar={() => changeFilter({ parecidos: 1 })} />
            </Suspense>
          )}
          {!isEmpty && meant}
          <ProductList
            meant={isEmpty ? meant : undefined}
            rows={view === 'lista'}
            onReady={onRowsShown}
            list={list}
            loaded={loaded}
            busy={busy}
            lines={lines}
            behalfOf={isStaff ? clientId : null}
            actions={actions}
            brands={brands}
            onClear={isFiltered(place) ? onClear : undefined}
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
          brands={brands}
          inCart={(articleId) => lines.get(articleId)?.quantity ?? 0}
          noteOf={(articleId) => (isStaff ? (lines.get(articleId)?.note ?? '') : null)}
          onSave={missing ? null : order}
          onClose={onClose}
          onOpen={openDetail}
          onAskForClient={askForClientFirst}
        />
      )}
      {place.articulo === undefined && <News ready={hasArticles} />}
      <Tips />
      {isSettled && (
        <Suspense>
          <AfterCards />
        </Suspense>
      )}
    </>
  )
}
