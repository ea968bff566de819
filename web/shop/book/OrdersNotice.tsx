/** Orders that have no number on the screen yet, wherever their user is in the shop (R33, R228). */
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { numberText, type OrderNumbers } from '../../../contract/orders.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { useLinkRefused } from '../chosen-client.ts'
import { sendAll } from './cart-saves.ts'
import type { KeptOrder } from './device-store.ts'
import { forgetOrder, OrderFor, useKeptOrders, useOrderWaitsFor } from './kept-orders.tsx'
import styles from './notices.module.css'
import { OtherCartsNotice } from './OtherCartsNotice.tsx'
import { StoppedOrderWays } from './StoppedOrderWays.tsx'
import type { WaitsFor } from './waiting-words.ts'

/** Whether a screen tells of its order itself. The list of orders is not one of these: it tells of unmade orders alone. */
const tellsOfItsOrder = (pathname: string): boolean =>
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
  // A refused link hides the screen, which then tells of nothing.
  const isHidden = useLinkRefused()
  const unmade = !isHidden && pathname === paths.myOrders ? [] : orders.filter(({ numbers }) => !numbers)
  const waiting = unmade.filter(({ stopped }) => !stopped)
  const waitsFor = useOrderWaitsFor(waiting.map(({ owner }) => owner))
  if (!isHidden && tellsOfItsOrder(pathname)) return null
  return (
    <>
      {unmade.map((order) => order.stopped && <Stopped key={order.key} order={order} />)}
      {orders.map((order) => order.numbers && <Made key={order.key} order={order} numbers={order.numbers} />)}
      {waiting.length > 0 && (
        <section
          className={styles.notice}
          aria-label={waitsFor === 'signal' ? 'Pedidos que esperan señal' : 'Pedidos que esperan'}
          role="status"
          data-waiting
        >
          <IconClock size={20} aria-hidden />
          <p className={styles.text}>
            <Waiting count={waiting.length} waitsFor={waitsFor} /> <Link to={paths.myOrders}>Ver</Link>
          </p>
          <button type="button" className="button button--plain button--small" onClick={sendAll}>
            Enviar ahora
          </button>
        </section>
      )}
    </>
  )
}

function Waiting({ count, waitsFor }: { count: number; waitsFor: WaitsFor | undefined }) {
  const isSingle = count === 1
  const waits = isSingle ? '1 pedido espera' : `${count} pedidos esperan`
  if (waitsFor === 'signal')
    return (
      <>
        <strong>{waits} señal.</strong> Se {isSingle ? 'enviará' : 'enviarán'} cuando haya señal.
      </>
    )
  if (waitsFor === 'shop')
    return (
      <>
        <strong>{waits}.</strong> La tienda no pudo {isSingle ? 'recibirlo' : 'recibirlos'}; se vuelve a
        intentar.
      </>
    )
  if (waitsFor === 'order') return <strong>{waits} a que se resuelva el anterior.</strong>
  return <strong>{isSingle ? 'Enviando 1 pedido…' : `Enviando ${count} pedidos…`}</strong>
}

function Stopped({ order }: { order: KeptOrder }) {
  return (
    <section className={styles.notice} aria-label="Pedido que necesita su decisión" role="alert">
      <IconAlertTriangle size={22} aria-hidden />
      <p className={styles.text}>
        <strong>
          El pedido
          <OrderFor order={order} /> no se envió.
        </strong>{' '}
        {order.stopped?.reason}
      </p>
      <div className={styles.ways}>
        <StoppedOrderWays order={order} className="button" />
      </div>
    </section>
  )
}

function Made({ order, numbers }: { order: KeptOrder; numbers: OrderNumbers }) {
  return (
    <section className={styles.notice} aria-label="Pedido enviado" role="status" data-made>
      <IconCircleCheck size={20} aria-hidden />
      <p className={styles.text}>
        <strong>
          {order.stood ? 'El pedido' : 'Pedido enviado'}
          <OrderFor order={order} />
          {order.stood && ' ya estaba hecho'}.
        </strong>{' '}
        {numberText(numbers)}
      </p>
      {order.stood ? (
        <Link
          to={paths.orderConfirmed}
          state={{ order: order.key }}
          className="button button--plain button--small"
        >
          Ver qué tiene
        </Link>
      ) : (
        <button
          type="button"
          className="button button--plain button--small"
          onClick={() => forgetOrder(order)}
        >
          Entendido
        </button>
      )}
    </section>
  )
}
