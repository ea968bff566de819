import { useQuery } from '@tanstack/react-query'
import { readId } from '../../../../contract/ids.ts'
import { getPastOrder, type PastLine, type PastOrder, repeatPastOrder } from '../../../../contract/past-orders.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { AddressError } from '../../../lib/address-error.ts'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { formatAmount, formatCount, formatDate, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { BackLink } from '../../../shop/BackLink.tsx'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { NotFoundMessage } from '../../../shop/NotFoundMessage.tsx'
import { FillQuestion } from '../../../shop/orders/FillQuestion.tsx'
import { useFillCart } from '../../../shop/orders/use-fill-cart.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { nameOf, toPastOrders } from './past-order-words.ts'
import styles from './past-orders.module.css'

const columns: readonly Column<PastLine>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    phone: 'title',
    show: ({ description, code }) => description || code,
  },
  {
    name: 'quantity',
    label: 'Cantidad',
    kind: 'figure',
    phone: 'second',
    show: ({ quantity }) => formatCount(quantity),
  },
  {
    name: 'price',
    label: 'Precio',
    kind: 'figure',
    show: ({ unitPrice }) => unitPrice !== null && formatAmount(unitPrice),
  },
  {
    name: 'amount',
    label: 'Importe',
    kind: 'figure',
    phone: 'end',
    show: ({ unitPrice, quantity }) =>
      unitPrice !== null && <strong>{formatAmount(lineAmount(unitPrice, quantity))}</strong>,
  },
]

/** An order of the past with its lines (R399): to be read, and to be repeated at today's prices. */
export function PastOrderPage({ id: named }: { id: string }) {
  const id = readId(named)
  if (id === undefined) throw new AddressError(named)
  return <PastOrderOf id={id} />
}

function PastOrderOf({ id }: { id: number }) {
  const order = useQuery(queryOf(getPastOrder, { params: { id } }))
  const { error } = order
  if (error instanceof ApiError && order.data === undefined) {
    if (error.status === 404) return <NotFoundMessage />
    if (error.status === 403)
      return (
        <div className="page">
          <EmptyState text={`No puede ver este pedido anterior. ${messageOf(error)}`}>
            <Link to={toPastOrders} className="button">
              Ver pedidos anteriores
            </Link>
          </EmptyState>
        </div>
      )
  }
  return (
    <div className="page">
      <BackLink to={toPastOrders}>Pedidos anteriores</BackLink>
      <Waiting for={order} rows={8} height={56}>
        {(found) => <Order order={found} />}
      </Waiting>
    </div>
  )
}

function Order({ order }: { order: PastOrder }) {
  const { id, at, state, total, lines, clientId, businessName } = order
  const { isStaff } = useOnBehalf()
  const filling = useFillCart()
  const repeat = () =>
    filling.start({
      by: 'order',
      clientId,
      fill: (clearCart) => call(repeatPastOrder, { params: { id }, body: { clientId, clearCart } }),
    })
  return (
    <article>
      <div className="page__head">
        <h1>{nameOf(order)}</h1>
        {lines.length > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={filling.busy}
            onClick={() => !filling.busy && repeat()}
          >
            Repetir pedido
          </button>
        )}
      </div>
      <p className={styles.facts}>
        <span>{formatDate(at)}</span>
        {isStaff && <span>{businessName}</span>}
        {state && <Mark>{state}</Mark>}
        {total !== null && (
          <span>
            Importe <strong>{formatMoney(total)}</strong>
          </span>
        )}
      </p>
      <p className={styles.note}>Es un pedido del sistema de gestión, hecho antes de esta tienda o por otro medio.</p>
      {lines.length === 0 ? (
        <EmptyState text="El sistema de gestión no mandó los renglones de este pedido" />
      ) : (
        <DataTable
          label="Items"
          columns={columns}
          rows={lines}
          keyOf={({ line }) => line}
          nameOf={({ code }) => code}
        />
      )}
      {filling.asking && <FillQuestion filling={filling} />}
    </article>
  )
}
