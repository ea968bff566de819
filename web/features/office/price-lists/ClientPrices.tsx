import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  CLIENT_PRICES_PAGE,
  type ClientPrice,
  type ClientTerms,
  getClientTerms,
  listClientPrices,
} from '../../../../contract/price-lists.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { beginningText, endText } from '../../../lib/beginnings.ts'
import { formatPercent, formatPrice } from '../../../lib/format.ts'
import { pageQueryOf, queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { ClientPicker } from '../../../shop/ClientPicker.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { articleColumns, PagedPrices } from './PagedPrices.tsx'
import styles from './price-lists.module.css'

const columns: readonly Column<ClientPrice>[] = [
  ...articleColumns,
  {
    name: 'price',
    label: 'Precio',
    kind: 'figure',
    phone: 'end',
    show: ({ listPrice }) => formatPrice(listPrice),
  },
  {
    name: 'discounts',
    label: 'Descuentos y bonificación',
    show: ({ withDiscount }) => (withDiscount ? 'También' : 'No lleva'),
  },
  {
    name: 'holds',
    label: 'Vale',
    kind: 'long',
    phone: 'second',
    show: ({ since, until }) => [beginningText(since), endText(until)].filter(Boolean).join(' ') || 'siempre',
  },
  {
    name: 'state',
    label: 'Hoy',
    show: ({ state }) => {
      if (state === 'vigente') return <Mark kind="ok">Vigente</Mark>
      return <Mark>{state === 'futuro' ? 'Todavía no' : 'Vale otro más nuevo'}</Mark>
    },
  },
]

interface ClientPricesProps {
  /** Null: none is chosen. */
  readonly clientId: number | null
  readonly page: number
  readonly onChoose: (clientId: number) => void
  readonly onPage: (page: number) => void
}

/** A box that finds a client, and below it what the client buys by. */
export function ClientPrices({ clientId, page, onChoose, onPage }: ClientPricesProps) {
  const id = useId()
  const params = clientId === null ? null : { clientId }
  const terms = useQuery(queryOf(getClientTerms, params && { params }))
  return (
    <>
      <ClientPicker
        id={id}
        label="Cliente"
        className={styles.box}
        clientId={clientId ?? NO_CLIENT}
        onChoose={(client) => onChoose(client.id)}
      />
      {clientId !== null && (
        <Waiting for={terms} rows={2} height={44}>
          {(found) => (
            <>
              <Terms of={found} />
              <Link to={paths.catalogue} search={{ c: clientId }} className={`button button--plain ${styles.way}`}>
                Ver el catálogo como este cliente
              </Link>
              <OwnPrices clientId={clientId} page={page} onPage={onPage} />
            </>
          )}
        </Waiting>
      )}
    </>
  )
}

function bonusText({ bonus, isBonusInPrices }: ClientTerms): string {
  if (bonus === 0) return 'No tiene'
  return `${formatPercent(bonus)}: ${isBonusInPrices ? 'se descuenta de los precios que ve y paga' : 'no se descuenta de los precios de la tienda'}`
}

const Terms = ({ of }: { of: ClientTerms }) => (
  <dl className={styles.terms}>
    <div>
      <dt>Lista</dt>
      <dd>{of.active ? of.name : `${of.name}, fuera de uso: no tiene precios`}</dd>
    </div>
    <div>
      <dt>Bonificación</dt>
      <dd>{bonusText(of)}</dd>
    </div>
  </dl>
)

function OwnPrices({ clientId, page, onPage }: Pick<ClientPricesProps, 'page' | 'onPage'> & { clientId: number }) {
  const list = useQuery(pageQueryOf(listClientPrices, { params: { clientId }, query: { page } }))
  return (
    <Waiting for={list} rows={3} height={44}>
      {({ rows, total }) =>
        total === 0 ? (
          <p>No tiene precios especiales.</p>
        ) : (
          <>
            <h3>Precios especiales</h3>
            <PagedPrices
              label="Precios especiales"
              columns={columns}
              {...{ rows, total, page, onPage }}
              busy={list.isPlaceholderData}
              keyOf={({ articleId, since }) => `${articleId} ${since}`}
              size={CLIENT_PRICES_PAGE}
              noun="precios"
            />
          </>
        )
      }
    </Waiting>
  )
}
