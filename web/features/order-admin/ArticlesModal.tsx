import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { type HistoricArticle, listHistoricArticles } from '../../../contract/order-admin.ts'
import type { Sort } from '../../../contract/wire.ts'
import { useAction } from '../../lib/action.ts'
import { exportList } from '../../lib/download.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, sorted } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './order-admin.module.css'

const PAGE_ROWS = 25
const columns: readonly Column<HistoricArticle>[] = [
  { name: 'code', label: 'Código', kind: 'short', sort: ({ code }) => code, show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    sort: ({ description }) => description,
    show: ({ description }) => description,
  },
  {
    name: 'orders',
    label: 'Pedidos',
    kind: 'figure',
    sort: ({ orders }) => orders,
    show: ({ orders }) => formatCount(orders),
  },
  {
    name: 'quantity',
    label: 'Cantidad',
    kind: 'figure',
    sort: ({ quantity }) => quantity,
    show: ({ quantity }) => formatCount(quantity),
  },
  {
    name: 'amount',
    label: 'Importe',
    kind: 'figure',
    sort: ({ amount }) => amount,
    show: ({ amount }) => formatAmount(amount),
  },
]

interface ArticlesModalProps {
  query: QueryOf<typeof listHistoricArticles>
  onClose: () => void
}

/** What a client ordered, article by article: the answer to 'what did this client order in March'. */
export function ArticlesModal({ query, onClose }: ArticlesModalProps) {
  const articles = useQuery(queryOf(listHistoricArticles, { query }))
  const exporting = useAction(() => exportList(listHistoricArticles, { query }, 'articulos-pedidos.xlsx'))
  const [sort, setSort] = useState<Sort>({ by: 'amount', down: true })
  const [page, setPage] = useState(0)
  const total = articles.data?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return (
    <Modal
      title="Artículos pedidos"
      size="large"
      reading
      onClose={onClose}
      footer={
        <div className={styles.foot}>
          <p>
            Total <Money cents={total} />
          </p>
          <button
            type="button"
            className="button button--plain"
            aria-disabled={exporting.busy}
            onClick={() => void exporting.run()}
          >
            <IconDownload size={18} aria-hidden />
            {exporting.busy ? 'Exportando…' : 'Exportar a excel'}
          </button>
        </div>
      }
    >
      <Waiting for={articles} rows={6} height={40}>
        {(rows) => (
          <>
            <DataTable
              label="Artículos pedidos"
              columns={columns}
              rows={sorted(rows, columns, sort).slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)}
              keyOf={({ articleId }) => articleId}
              nameOf={({ code }) => code}
              sort={sort}
              onSort={(by) => {
                setSort(by)
                setPage(0)
              }}
              dense
            />
            {rows.length > PAGE_ROWS && (
              <Pager
                page={page}
                hasNext={(page + 1) * PAGE_ROWS < rows.length}
                onPage={setPage}
                note={`${formatCount(rows.length)} artículos`}
              />
            )}
          </>
        )}
      </Waiting>
    </Modal>
  )
}
