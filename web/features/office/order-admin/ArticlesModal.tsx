import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { stateWord } from '../../../../contract/erp.ts'
import {
  type HistoricArticle,
  type HistoricClient,
  listHistoricArticles,
  listHistoricClients,
} from '../../../../contract/order-admin.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import type { Sort } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { exportList } from '../../../lib/download.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { type Column, sorted } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { periodInWords } from './months.ts'
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

type Asked = QueryOf<typeof listHistoricArticles>

interface ArticlesModalProps {
  query: Asked
  onClose: () => void
}

/** The query for one of the clients found. The name and seller that found the client are dropped from it. */
const queryFor = (query: Asked, { clientId, userId }: HistoricClient): Asked => ({
  ...query,
  client: '',
  sellerId: undefined,
  clientId,
  userId: userId ?? query.userId,
})

/**
 * What a client ordered in a period, article by article: the answer to 'what did this client order in March'. Where the search
 * found several clients, the dialog asks which one is meant (R234).
 */
export function ArticlesModal({ query, onClose }: ArticlesModalProps) {
  const clients = useQuery(queryOf(listHistoricClients, { query }))
  const [chosen, setChosen] = useState<HistoricClient | null>(null)
  const [first, ...others] = clients.data ?? []
  const client = chosen ?? (others.length === 0 ? first : undefined)
  const period = periodInWords(query.from ?? '', query.to ?? '')
  if (client)
    return (
      <Articles
        title={`Artículos pedidos · ${client.businessName}`}
        period={query.erpState ? `${period} · ERP: ${stateWord(query.erpState)}` : period}
        query={queryFor(query, client)}
        onOther={others.length > 0 ? () => setChosen(null) : undefined}
        onClose={onClose}
      />
    )
  return (
    <Modal title="Artículos pedidos" size="large" reading onClose={onClose}>
      <Waiting for={clients} rows={4} height={40}>
        {(rows) => (
          <>
            <p className={styles.facts}>
              {rows.length === 0
                ? 'Ningún pedido coincide con la búsqueda'
                : `Los pedidos que coinciden son de ${rows.length} clientes. ¿De cuál? · ${period}`}
            </p>
            <ul className={styles.clients}>
              {rows.map((row) => (
                <li key={`${row.clientId}/${row.userId}`}>
                  <button type="button" className="button button--plain" onClick={() => setChosen(row)}>
                    <span>{row.businessName}</span>
                    <small>
                      {formatCount(row.orders)} {row.orders === 1 ? 'pedido' : 'pedidos'} · <Money cents={row.total} />
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Waiting>
    </Modal>
  )
}

interface ArticlesProps extends ArticlesModalProps {
  title: string
  period: string
  /** Goes back to the choice of the client; undefined where there was only one client. */
  onOther: (() => void) | undefined
}

function Articles({ title, period, query, onOther, onClose }: ArticlesProps) {
  const articles = useQuery(queryOf(listHistoricArticles, { query }))
  const exporting = useAction(() => exportList(listHistoricArticles, { query }, 'articulos-pedidos.xlsx'))
  const [sort, setSort] = useState<Sort>({ by: 'amount', down: true })
  const [page, setPage] = useState(0)
  const total = articles.data?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return (
    <Modal
      title={title}
      size="large"
      reading
      onClose={onClose}
      footer={
        <div className={styles.foot}>
          <p>
            Total <Money cents={total} />
          </p>
          {onOther && (
            <button type="button" className="button button--plain" onClick={onOther}>
              Otro cliente
            </button>
          )}
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
      <p className={styles.facts}>Pedidos: {period}</p>
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
                note={countInWords(rows.length, 'artículo', 'artículos')}
              />
            )}
          </>
        )}
      </Waiting>
    </Modal>
  )
}
