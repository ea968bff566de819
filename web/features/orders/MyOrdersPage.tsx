import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { OrderRow } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/api.ts'
import { formatAmount, formatCount, formatDate } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { paths } from '../../paths.ts'
import { useClientId, useOnBehalf } from '../../shop/chosen-client.ts'
import { clientQuery } from '../../shop/clients.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useScrolledPast } from '../../ui/use-scrolled-past.ts'
import { useMyOrders } from './orders.api.ts'
import { RepeatQuestion } from './RepeatQuestion.tsx'
import { useRepeatOrder } from './use-repeat-order.ts'
import './my-orders.css'

const OrderLinesModal = lazy(() =>
  import('./OrderLinesModal.tsx').then((module) => ({ default: module.OrderLinesModal })),
)

const RepeatForClientModal = lazy(() =>
  import('./RepeatForClientModal.tsx').then((module) => ({ default: module.RepeatForClientModal })),
)

/** How far down the next page is asked for (R109). */
const NEXT_PAGE_AT = 0.6

/** 'Mis Pedidos' (R102). */
export function MyOrdersPage() {
  const { isStaff } = useOnBehalf()
  const clientId = useClientId()
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: isStaff })
  const [all, setAll] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), 250)
  const follows = isStaff && clientId !== NO_CLIENT && !all
  const orders = useMyOrders({ clientId: follows ? clientId : undefined, text })
  const { hasNextPage, isFetching, fetchNextPage } = orders
  const [shown, setShown] = useState<OrderRow | null>(null)
  const [toRepeat, setToRepeat] = useState<OrderRow | null>(null)
  const repeat = useRepeatOrder()
  const rows = orders.data?.pages.flat() ?? []
  useScrolledPast(NEXT_PAGE_AT, hasNextPage && !isFetching, fetchNextPage)
  return (
    <div className="page orders">
      <div className="page__head">
        <h1>Mis Pedidos</h1>
        <input
          type="search"
          className="input orders__search"
          aria-label="Buscar pedidos"
          placeholder="Número, fecha, dirección o código"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {isStaff && client && (
        <p className="orders__whose">
          {follows ? `Pedidos de ${client.businessName} · ` : 'Todos los pedidos que usted hizo · '}
          <button type="button" className="orders__switch" onClick={() => setAll(!all)}>
            {follows ? 'Ver todos los míos' : `Ver los de ${client.businessName}`}
          </button>
        </p>
      )}
      {orders.isPending && <SkeletonRows rows={6} height={56} />}
      {orders.isError && rows.length === 0 && (
        <EmptyState text={messageOf(orders.error)}>
          <button type="button" className="button" onClick={() => orders.refetch()}>
            Volver a intentar
          </button>
        </EmptyState>
      )}
      {orders.isSuccess && rows.length === 0 && text !== '' && (
        <EmptyState text={`Ningún pedido coincide con «${text}»`}>
          <button type="button" className="button" onClick={() => setTyped('')}>
            Limpiar la búsqueda
          </button>
        </EmptyState>
      )}
      {orders.isSuccess && rows.length === 0 && text === '' && (
        <EmptyState text="No hay pedidos aun.." icon={<IconClipboardList size={34} stroke={1.6} />}>
          <Link to={paths.catalogue} className="button">
            Ir al catálogo
          </Link>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <OrdersTable
          rows={rows}
          onShow={setShown}
          repeat={repeat}
          onRepeatFor={isStaff ? setToRepeat : null}
        />
      )}
      {orders.isFetchingNextPage && <SkeletonRows rows={2} height={56} />}
      {shown && (
        <Suspense>
          <OrderLinesModal
            order={shown}
            busy={repeat.busy}
            onRepeat={() => {
              setShown(null)
              void repeat.start(shown)
            }}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
      {toRepeat && !repeat.asking && (
        <Suspense>
          <RepeatForClientModal
            order={toRepeat}
            busy={repeat.busy}
            onRepeat={(clientId) => repeat.start(toRepeat, clientId)}
            onClose={() => setToRepeat(null)}
          />
        </Suspense>
      )}
      {repeat.asking && (
        <RepeatQuestion
          cart={repeat.asking}
          busy={repeat.busy}
          onConfirm={repeat.confirm}
          onCancel={() => {
            repeat.cancel()
            setToRepeat(null)
          }}
        />
      )}
    </div>
  )
}

interface OrdersTableProps {
  rows: readonly OrderRow[]
  onShow: (order: OrderRow) => void
  repeat: ReturnType<typeof useRepeatOrder>
  /** Null for those who order for themselves alone. */
  onRepeatFor: ((order: OrderRow) => void) | null
}

function OrdersTable({ rows, onShow, repeat, onRepeatFor }: OrdersTableProps) {
  return (
    <table className="orders__table">
      <thead>
        <tr>
          <th scope="col">Nro WEB</th>
          <th scope="col">Nro Pedido</th>
          <th scope="col">Direccion</th>
          <th scope="col">Fecha</th>
          <th scope="col">Cliente</th>
          <th scope="col" className="orders__figure">
            Total
          </th>
          <th scope="col" className="orders__figure">
            Cant. items
          </th>
          <th scope="col">
            <span className="visually-hidden">Acciones</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((order) => (
          <tr key={order.id}>
            <td data-label="Nro WEB" className="orders__id">
              {order.id}
            </td>
            <td data-label="Nro Pedido">{order.erpNumber ?? '—'}</td>
            <td data-label="Direccion">{order.address || '—'}</td>
            <td data-label="Fecha">{formatDate(order.createdAt)}</td>
            <td data-label="Cliente">{order.businessName}</td>
            <td data-label="Total" className="orders__figure orders__total">
              $&nbsp;{formatAmount(order.total)}
            </td>
            <td data-label="Cant. items" className="orders__figure">
              {formatCount(order.lineCount)}
            </td>
            <td className="orders__ways">
              <button
                type="button"
                className="button button--plain"
                aria-label={`Ver Items del pedido ${order.id}`}
                onClick={() => onShow(order)}
              >
                Ver Items
              </button>
              <button
                type="button"
                className="button button--plain"
                aria-label={`Repetir pedido ${order.id}`}
                aria-disabled={repeat.busy}
                onClick={() => repeat.start(order)}
              >
                Repetir pedido
              </button>
              {onRepeatFor && (
                <button
                  type="button"
                  className="button button--plain"
                  aria-label={`Repetir el pedido ${order.id} a otro cliente`}
                  aria-disabled={repeat.busy}
                  onClick={() => !repeat.busy && onRepeatFor(order)}
                >
                  a otro cliente
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
