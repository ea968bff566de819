/** Orders that have no number on the screen yet, wherever their user is in the shop (R33, R228). */
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { OrderNumbers } from '../../contract/orders.ts'
import { Link, useLocation } from '../lib/router.tsx'
import { paths } from '../paths.ts'
import { sendAll } from '../shop/cart-saves.ts'
import { useLinkRefused } from '../shop/chosen-client.ts'
import type { KeptOrder } from '../shop/device-store.ts'
import { forgetOrder, OrderFor, useKeptOrders } from '../shop/orders/kept-orders.tsx'
import { numberText } from '../shop/orders/order-words.ts'
import { StoppedOrderWays } from '../shop/orders/StoppedOrderWays.tsx'
import { OtherCartsNotice } from './OtherCartsNotice.tsx'

/** These tell of their order themselves; the list of orders tells of those that are none yet. */
const tellThemselves = (pathname: string): boolean =>
  pathname === paths.orderConfirmed ||
  pathname === paths.confirmOrder ||
  pathname.startsWith(paths.confirmOrderFor(''))

export function OrdersNotice() {
  return (
    <>
      <OtherCartsNotice />
      <Orders />
    </>
  )
}

function Orders() {
  const orders = useKeptOrders()
  const { pathname } = useLocation()
  // In its place stands that its client is none.
  const isAway = useLinkRefused()
  if (!isAway && tellThemselves(pathname)) return null
  const open = !isAway && pathname === paths.myOrders ? [] : orders.filter(({ numbers }) => !numbers)
  const waiting = open.filter(({ stopped }) => !stopped)
  return (
    <>
      {open.map((order) => order.stopped && <Stopped key={order.key} order={order} />)}
      {orders.map((order) => order.numbers && <Made key={order.key} order={order} numbers={order.numbers} />)}
      {waiting.length > 0 && (
        <section className="unsaved" aria-label="Pedidos que esperan señal" role="status" data-waiting>
          <IconClock size={20} aria-hidden />
          <p className="unsaved__text">
            <strong>
              {waiting.length === 1 ? '1 pedido espera' : `${waiting.length} pedidos esperan`} señal.
            </strong>{' '}
            Se {waiting.length === 1 ? 'enviará' : 'enviarán'} cuando haya señal.{' '}
            <Link to={paths.myOrders}>Ver</Link>
          </p>
          <button type="button" className="button button--plain button--small" onClick={sendAll}>
            Enviar ahora
          </button>
        </section>
      )}
    </>
  )
}

function Stopped({ order }: { order: KeptOrder }) {
  return (
    <section className="unsaved" aria-label="Pedido que necesita su decisión" role="alert">
      <IconAlertTriangle size={22} aria-hidden />
      <p className="unsaved__text">
        <strong>
          El pedido
          <OrderFor order={order} /> no se envió.
        </strong>{' '}
        {order.stopped?.reason}
      </p>
      <div className="unsaved__ways">
        <StoppedOrderWays order={order} className="button" />
      </div>
    </section>
  )
}

function Made({ order, numbers }: { order: KeptOrder; numbers: OrderNumbers }) {
  return (
    <section className="unsaved" aria-label="Pedido enviado" role="status" data-made>
      <IconCircleCheck size={20} aria-hidden />
      <p className="unsaved__text">
        <strong>
          Pedido enviado
          <OrderFor order={order} />.
        </strong>{' '}
        {numberText(numbers)}
      </p>
      <button type="button" className="button button--plain button--small" onClick={() => forgetOrder(order)}>
        Entendido
      </button>
    </section>
  )
}
