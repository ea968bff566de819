import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Sort } from '../../../contract/wire.ts'
import type { Action } from '../../lib/action.ts'
import type { AddressState } from '../../lib/address-state.ts'
import { formatCount } from '../../lib/format.ts'
import { usePhone } from '../../lib/media-query.ts'
import { type PageSize, samePlace } from '../../lib/page-size.ts'
import type { Page } from '../../lib/query.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Pager } from '../Pager.tsx'
import { type Loading, Waiting } from '../Waiting.tsx'
import { DataTable, type DataTableProps, SortSelect } from './DataTable.tsx'
import { countFilters, FilterBar, type FilterBarProps, noneOf } from './FilterBar.tsx'
import { PageSizeSelect } from './PageSizeSelect.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type Chosen, type Selection, useSelection } from './selection.ts'
import styles from './table.module.css'

/** What every list has in its address. */
interface ListState {
  page: number
  sort?: Sort | undefined
}

interface ListPageProps<Row, State extends ListState, Filters extends object>
  extends Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'nameOf' | 'actions' | 'hrefOf'> {
  title: string
  /** The page of rows, of `pageQueryOf`. */
  list: Loading<Page<Row>> & { readonly isPlaceholderData: boolean }
  /** The state in the address. */
  place: AddressState<State>
  /** What the state narrows the list to, beside page and order. */
  filters: object
  pageSize: PageSize
  /** How far the server counts what matches; one more stands for all above. */
  countedTo?: number
  /** Whether the pager tells how many pages there are. */
  countsPages?: boolean
  /** What one row and several are called: ['usuario', 'usuarios']. */
  nouns: readonly [one: string, many: string]
  /** The sentence where nothing matches. */
  empty: string
  /** The filters above the rows. Where nothing matches, the list offers to take them away. */
  search?: FilterBarProps<Filters> | false | undefined
  /** Above the filters, and between them and the rows. */
  tabs?: ReactNode
  notice?: ReactNode
  /** Whether the filters choose the order too. */
  sortsByFilter?: boolean
  /** Above the title, the way back to where the list belongs. */
  back?: ReactNode
  /** Buttons beside the title. */
  head?: ReactNode
  /** What can be done with many rows at once; without it rows have no box. */
  bulk?: (chosen: Chosen) => ReactNode
  /** A selection that is kept elsewhere, in place of the list's own. */
  selection?: Selection | undefined
  /** Saves all that match as a workbook. */
  exporting?: Action<void>
  /** What opens over the list. */
  children?: ReactNode
}

/** A list screen of the administration: filters, rows, pages, what is done with one row and with many. */
export function ListPage<Row, State extends ListState, Filters extends object = object>({
  title,
  list,
  place,
  filters,
  pageSize,
  countedTo = Number.POSITIVE_INFINITY,
  countsPages = false,
  nouns,
  empty,
  search,
  tabs,
  notice,
  sortsByFilter = false,
  back,
  head,
  bulk,
  selection: kept,
  exporting,
  children,
  ...table
}: ListPageProps<Row, State, Filters>) {
  const { page, sort } = place.value
  const { rows = [], total = 0 } = list.data ?? {}
  const ownSelection = useSelection(rows.map(table.keyOf), total, JSON.stringify(filters))
  const selection = kept ?? ownSelection
  const isBehindLast = list.data !== undefined && !list.isPlaceholderData && rows.length === 0 && page > 0
  const lastPage = Math.max(0, Math.ceil(total / pageSize.rows) - 1)
  useEffect(() => {
    // A page that has no rows any more steps to the last one that has some (R204).
    if (isBehindLast) place.go({ page: Math.min(lastPage, page - 1) } as Partial<State>, { replace: true })
  }, [isBehindLast, place, page, lastPage])
  const sortable = table.columns.filter((column) => column.sort)
  const onSort = (by: Sort) => place.go({ sort: by, page: 0 } as Partial<State>)
  const onPageSize = (to: number) => {
    pageSize.choose(to)
    place.go({ page: samePlace(page, pageSize.rows, to) } as Partial<State>, { replace: true })
  }
  const sortsBeside = usePhone() && Boolean(search)
  return (
    <div className="page">
      {back}
      <div className="page__head">
        <h1>{title}</h1>
        <div className={styles.head}>
          {exporting && total > 0 && (
            <button
              type="button"
              className="button button--plain"
              aria-disabled={exporting.busy}
              onClick={() => void exporting.run()}
            >
              <IconDownload size={18} aria-hidden />
              {exporting.busy ? 'Exportando…' : 'Exportar a excel'}
            </button>
          )}
          {head}
        </div>
      </div>
      {tabs}
      {search && (
        <FilterBar
          {...search}
          beside={
            sortable.length > 0 && !sortsByFilter && <SortSelect columns={sortable} sort={sort} onSort={onSort} />
          }
        />
      )}
      {notice}
      <Waiting for={list} rows={10} height={40}>
        {() =>
          rows.length === 0 ? (
            !isBehindLast && (
              <EmptyState text={empty}>
                {search && countFilters(search.value) > 0 && (
                  <button type="button" className="button" onClick={() => search.onSearch(noneOf(search.value), {})}>
                    Borrar filtros
                  </button>
                )}
              </EmptyState>
            )
          ) : (
            <>
              <DataTable
                {...table}
                label={title}
                rows={rows}
                busy={list.isPlaceholderData}
                selection={bulk && selection}
                sort={sort}
                onSort={onSort}
                sortsElsewhere={sortsBeside || sortsByFilter}
              />
              {bulk && <SelectionBar selection={selection}>{bulk}</SelectionBar>}
              <Pager
                page={page}
                hasNext={(page + 1) * pageSize.rows < total || (total > countedTo && rows.length === pageSize.rows)}
                pages={countsPages ? Math.ceil(total / pageSize.rows) : undefined}
                onPage={(to) => place.go({ page: to } as Partial<State>)}
                note={`${total > countedTo ? `Más de ${formatCount(countedTo)}` : formatCount(total)} ${total === 1 ? nouns[0] : nouns[1]}`}
              >
                {total > pageSize.own && <PageSizeSelect size={pageSize} onChoose={onPageSize} />}
              </Pager>
            </>
          )
        }
      </Waiting>
      {children}
    </div>
  )
}
