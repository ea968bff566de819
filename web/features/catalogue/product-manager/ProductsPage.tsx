import { IconFileInvoice, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { filterListings, type ListingFilter, type ManagedProduct } from '../../../../contract/product-manager.ts'
import { PAGE_SIZE } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { useAddressState } from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { exportList } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { useTaxonomy } from '../../../shop/taxonomy.ts'
import { PhotoDialog } from '../../../ui/media/PhotoDialog.tsx'
import type { SearchStep } from '../../../ui/table/FilterBar.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import type { Chosen } from '../../../ui/table/selection.ts'
import { address, type Filters, filterOf, orderOf, sortOf } from './filters.ts'
import { ListNotice } from './ListNotice.tsx'
import { photosOf } from './photos.ts'
import { productColumns } from './product-columns.tsx'
import styles from './product-manager.module.css'
import { productSearch } from './product-search.tsx'
import { QuotationDialog } from './QuotationDialog.tsx'
import { MOST_QUOTED, selectionOf, useQuotation } from './quotation.ts'

const ProductDrawer = lazy(() => import('./ProductDrawer.tsx').then((m) => ({ default: m.ProductDrawer })))

export interface ProductsProps {
  title: string
  /** The actions on many articles: the chosen ones or, with `chosen.all`, all that the filter matches except them. */
  bulk?: (chosen: Chosen, filter: ListingFilter) => ReactNode
  /** More elements beside the title. */
  head?: ReactNode
}

/** The product manager (R202). */
export const AdminProductsPage = (more: Omit<ProductsProps, 'title'>) => <Products title="Productos" {...more} />

/** The article query of supervisors: the same list and edit panel (R202). */
export const ArticlesPage = (more: Omit<ProductsProps, 'title'>) => <Products title="Consulta de artículos" {...more} />

const allThatMatch = async (filter: ListingFilter): Promise<ManagedProduct[]> => {
  const rows: ManagedProduct[] = []
  for (let page = 0; page * PAGE_SIZE < MOST_QUOTED; page++) {
    const next = await call(filterListings, { query: { ...filter, page } })
    rows.push(...next)
    if (next.length < PAGE_SIZE) break
  }
  return rows
}

function Products({ title, bulk, head }: ProductsProps) {
  const place = useAddressState(address)
  const { page, sort, open, quoting, ...filters } = place.value
  const filter = filterOf(place.value)
  const pageSize = usePageSize(PAGE_SIZE)
  const list = useQuery(pageQueryOf(filterListings, { query: { ...filter, page, size: pageSize.asked } }))
  const { data: taxonomy } = useTaxonomy()
  const exporting = useAction(() => exportList(filterListings, { query: { ...filter, page } }, 'articles.xlsx'))
  const [photosAt, setPhotosAt] = useState<ManagedProduct | null>(null)
  const [isQuotationOpen, setQuotationOpen] = useState(false)
  const quotation = useQuotation(useUser().id)
  const lastTicked = useRef<number>(undefined)
  const tellFull = (notAdded: number) =>
    showToast('failure', `La cotización admite ${MOST_QUOTED} artículos: ${formatCount(notAdded)} no entraron`)
  const addAll = useAction(() => allThatMatch(filter), {
    onDone: (rows) => {
      const notAdded = quotation.add(rows)
      if (notAdded > 0) tellFull(notAdded)
    },
  })
  const search = ({ order, ...wanted }: Filters, step: SearchStep) =>
    place.go({ ...wanted, sort: sortOf(order), page: 0, open: null }, step)
  const close = () => place.close({ open: null })
  return (
    <div className={styles.wide}>
      <ListPage
        title={title}
        nouns={['artículo', 'artículos']}
        empty="No hay artículos para esta búsqueda"
        list={list}
        place={place}
        filters={filters}
        pageSize={pageSize}
        countsPages
        columns={productColumns(setPhotosAt)}
        keyOf={({ articleId }) => articleId}
        nameOf={({ code }) => code}
        actions={({ articleId, code }) => (
          <RowButton
            label="Editar"
            of={code}
            icon={<IconPencil size={17} aria-hidden />}
            onClick={() => place.open({ open: articleId })}
          />
        )}
        exporting={exporting}
        head={
          <>
            {head}
            <button
              type="button"
              className={`button ${quoting ? '' : 'button--plain'}`}
              aria-pressed={quoting}
              onClick={() => place.go({ quoting: !quoting }, { replace: true })}
            >
              <IconFileInvoice size={18} aria-hidden />
              Cotización
            </button>
            {quoting && quotation.articles.length > 0 && (
              <button type="button" className="button" onClick={() => setQuotationOpen(true)}>
                Ver cotización ({formatCount(quotation.articles.length)})
              </button>
            )}
          </>
        }
        {...(quoting
          ? {
              bulk: () => null,
              selection: selectionOf(quotation, {
                rows: list.data?.rows ?? [],
                total: list.data?.total ?? 0,
                last: lastTicked,
                onAll: () => void addAll.run(),
                onFull: tellFull,
              }),
            }
          : bulk && { bulk: (chosen) => bulk(chosen, filter) })}
        sortsByFilter
        search={productSearch({ shown: { ...filters, order: orderOf(sort) }, taxonomy, onSearch: search })}
        notice={
          <ListNotice
            rows={list.isPlaceholderData ? undefined : list.data?.rows}
            state={filters.state}
            onAnyState={() => place.go({ state: 'todos', page: 0 })}
          />
        }
      >
        <Suspense>{open !== null && <ProductDrawer key={open} articleId={open} onClose={close} />}</Suspense>
        {photosAt && (
          <PhotoDialog title={photosAt.code} photos={photosOf(photosAt)} onClose={() => setPhotosAt(null)} />
        )}
        {isQuotationOpen && <QuotationDialog quotation={quotation} onClose={() => setQuotationOpen(false)} />}
      </ListPage>
    </div>
  )
}
