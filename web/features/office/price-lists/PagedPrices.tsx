import { formatCount } from '../../../lib/format.ts'
import type { Page } from '../../../lib/query.ts'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable, type DataTableProps } from '../../../ui/table/DataTable.tsx'

/** The article of a row. */
export const articleColumns: readonly Column<{ code: string; description: string }>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  { name: 'description', label: 'Descripción', kind: 'long', phone: 'title', show: ({ description }) => description },
]

interface PagedPricesProps<Row>
  extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'busy' | 'keyOf' | 'actions'>,
    Page<Row> {
  readonly page: number
  /** Rows of a page. */
  readonly size: number
  /** What the rows are called: 'precios'. */
  readonly noun: string
  readonly onPage: (page: number) => void
}

/** A page of prices of articles, and the way to the others where there are any. */
export const PagedPrices = <Row extends { code: string }>({
  total,
  page,
  size,
  noun,
  onPage,
  ...table
}: PagedPricesProps<Row>) => (
  <>
    <DataTable {...table} nameOf={({ code }) => code} />
    {total > size && (
      <Pager page={page} hasNext={(page + 1) * size < total} onPage={onPage} note={`${formatCount(total)} ${noun}`} />
    )}
  </>
)
