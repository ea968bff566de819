import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readId } from '../../../../contract/ids.ts'
import { getOrder, getOrderLines, type OrderDetail } from '../../../../contract/orders.ts'
import { AddressError } from '../../../lib/address-error.ts'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { formatInstant } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { shopName } from '../../../lib/shop.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { NotFoundMessage } from '../../../shop/NotFoundMessage.tsx'
import { useOrderActions } from '../../../shop/orders/OrderActions.tsx'
import { OrderCertificates } from '../../../shop/orders/OrderCertificates.tsx'
import { OrderFacts } from '../../../shop/orders/OrderFacts.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { AskAbout } from './AskAbout.tsx'
import { OrderLines } from './OrderLines.tsx'
import styles from './order-page.module.css'

/** The id that the address names. @throws AddressError for what is no id */
function useOrderId(): number {
  const last = useLocation().pathname.split('/').at(-1)
  const id = readId(last)
  if (id === undefined) throw new AddressError(String(last))
  return id
}

/** An order by its web number (R308): what was ordered, and what became of it. */
export function OrderPage() {
  const id = useOrderId()
  const order = useQuery(queryOf(getOrder, { params: { id } }))
  const { error } = order
  if (error instanceof ApiError && order.data === undefined) {
    if (error.status === 404) return <NotFoundMessage />
    if (error.status === 403)
      return (
        <div className="page">
          <EmptyState text={`No puede ver el pedido ${id}. ${messageOf(error)}`}>
            <Link to={paths.myOrders} className="button">
              Ver mis pedidos
            </Link>
          </EmptyState>
        </div>
      )
  }
  return (
    <div className="page">
      <BackLink to={paths.myOrders}>Mis Pedidos</BackLink>
      <Waiting for={order} rows={8} height={56}>
        {(found) => <Order order={found} />}
      </Waiting>
    </div>
  )
}

function Order({ order }: { order: OrderDetail }) {
  const lines = useQuery({
    ...queryOf(getOrderLines, { params: { id: order.id } }),
    // An order's lines never change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { isStaff } = useOnBehalf()
  const actions = useOrderActions()
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <div className={styles.title}>
          <p className={styles.onPaper}>{shopName()}</p>
          <h1>Pedido web {order.id}</h1>
          <p>
            {order.erpNumber !== null && `Nro Pedido ${order.erpNumber} · `}
            {formatInstant(order.createdAt)}
          </p>
        </div>
        <div className={styles.actions}>
          <button
            type="button"
            className="button"
            aria-disabled={actions.isRepeating}
            onClick={() => !actions.isRepeating && actions.repeat(order)}
          >
            Repetir pedido
          </button>
          {isStaff && (
            <button
              type="button"
              className="button button--plain"
              aria-disabled={actions.isRepeating}
              onClick={() => !actions.isRepeating && actions.repeatForOther(order)}
            >
              a otro cliente
            </button>
          )}
          <OrderCertificates orderId={order.id} />
          <button type="button" className="button button--plain" onClick={() => window.print()}>
            <IconPrinter size={19} aria-hidden />
            Imprimir
          </button>
        </div>
      </header>
      <div className={styles.columns}>
        <section className={styles.lines} aria-labelledby="items">
          <h2 id="items">Items</h2>
          <Waiting for={lines} rows={6} height={44}>
            {(rows) => <OrderLines rows={rows} />}
          </Waiting>
        </section>
        <aside className={styles.side}>
          <OrderFacts order={order} />
          <AskAbout numbers={{ orderId: order.id, erpNumber: order.erpNumber }} />
        </aside>
      </div>
      {actions.dialogs}
    </article>
  )
}
