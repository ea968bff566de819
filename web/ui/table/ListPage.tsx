import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Sort } from '../../../contract/wire.ts'
import type { Action } from '../../lib/action.ts'
import type { AddressState } from '../../lib/address-state.ts'
import { formatCount } from '../../lib/format.ts'
import type { Page } from '../../lib/query.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Pager } from '../Pager.tsx'
import { type Loading, Waiting } from '../Waiting.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type Chosen, type Selection, useSelection } from './selection.ts'
import styles from './table.module.css'

/** What every list has in its address. */
interface ListState {
  page: number
  sort?: Sort | undefined
}

interface ListPageProps<Row, State extends ListState>
  extends Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'nameOf' | 'actions'> {
  title: string
  /** The page of rows, of `pageQueryOf`. */
  list: Loading<Page<Row>> & { readonly isPlaceholderData: boolean }
  /** The state in the address. */
  place: AddressState<State>
  /** What the state narrows the list to, beside page and order. */
  filters: object
  pageSize: number
  /** How far the server counts what matches; one more stands for all above. */
  countedTo?: number
  /** Whether the pager tells how many pages there are. */
  countsPages?: boolean
  /** What one row and several are called: ['usuario', 'usuarios']. */
  nouns: readonly [one: string, many: string]
  /** The sentence where nothing matches. */
  empty: string
  /** A `FilterBar`. */
  filterBar?: ReactNode
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
export function ListPage<Row, State extends ListState>({
  title,
  list,
  place,
  filters,
  pageSize,
  countedTo = Number.POSITIVE_INFINITY,
  countsPages = false,
  nouns,
  empty,
  filterBar,
  head,
  bulk,
  selection: kept,
  exporting,
  children,
  ...table
}: ListPageProps<Row, State>) {
  const { page, sort } = place.value
  const { rows = [], total = 0 } = list.data ?? {}
  const ownSelection = useSelection(rows.map(table.keyOf), total, JSON.stringify(filters))
  const selection = kept ?? ownSelection
  const isBehindLast = list.data !== undefined && !list.isPlaceholderData && rows.length === 0 && page > 0
  useEffect(() => {
    // A page that has no rows any more steps back (R204).
    if (isBehindLast) place.go({ page: page - 1 } as Partial<State>, { replace: true })
  }, [isBehindLast, place, page])
  return (
    <div className="page">
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
      {filterBar}
      <Waiting for={list} rows={10} height={40}>
        {() =>
          rows.length === 0 ? (
            !isBehindLast && <EmptyState text={empty} />
          ) : (
            <>
              <DataTable
                {...table}
                label={title}
                rows={rows}
                busy={list.isPlaceholderData}
                selection={bulk && selection}
                sort={sort}
                onSort={(by) => place.go({ sort: by, page: 0 } as Partial<State>)}
              />
              {bulk && <SelectionBar selection={selection}>{bulk}</SelectionBar>}
              <Pager
                page={page}
                hasNext={(page + 1) * pageSize < total || (total > countedTo && rows.length === pageSize)}
                pages={countsPages ? Math.ceil(total / pageSize) : undefined}
                onPage={(to) => place.go({ page: to } as Partial<State>)}
                note={`${total > countedTo ? `Más de ${formatCount(countedTo)}` : formatCount(total)} ${total === 1 ? nouns[0] : nouns[1]}`}
              />
            </>
          )
        }
      </Waiting>
      {children}
    </div>
  )
}
