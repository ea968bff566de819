/** Orders that have no number on the screen yet, wherever their user is in the shop (R33, R228). */
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { numberText, type OrderNumbers } from '../../../contract/orders.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { useCartOwner } from '../cart.ts'
import { useLinkRefused } from '../chosen-client.ts'
import { sendAll } from './cart-saves.ts'
import type { KeptOrder } from './device-store.ts'
import { forgetOrder, OrderFor, useKeptOrders, useOrderWaitsFor } from './kept-orders.tsx'
import styles from './notices.module.css'
import { OtherCartsNotice } from './OtherCartsNotice.tsx'
import { StoppedOrderWays } from './StoppedOrderWays.tsx'
import { useUnsent } from './unsent.ts'
import type { WaitsFor } from './waiting-words.ts'

/** Whether a screen tells of its order itself. The list of orders is not one of these: it tells of unmade orders alone. */
const tellsOfItsOrder = (pathname: string): boolean =>
  pathname === paths.orderConfirmed || pathname === paths.confirmOrder || pathname.startsWith(paths.confirmOrderFor(''))

interface OrdersNoticeProps {
  /** Opens the list of all that waits. */
  readonly onList: () => void
}

export function OrdersNotice({ onList }: OrdersNoticeProps) {
  return (
    <>
      <OtherCartsNotice />
      <Orders onList={onList} />
    </>
  )
}

/** How many lines of carts that are not on the screen wait, and what for. */
function useOtherLines() {
  const { clientId } = useCartOwner()
  const lines = useUnsent()
    .filter(({ owner }) => owner.clientId !== clientId)
    .flatMap((cart) => cart.lines.filter(({ state }) => state === 'waiting'))
  return { count: lines.length, waitsFor: lines[0]?.waitsFor }
}

function Orders({ onList }: OrdersNoticeProps) {
  const orders = useKeptOrders()
  const { pathname } = useLocation()
  // A refused link hides the screen, which then tells of nothing.
  const isHidden = useLinkRefused()
  const unmade = !isHidden && pathname === paths.myOrders ? [] : orders.filter(({ numbers }) => !numbers)
  const waiting = unmade.filter(({ stopped }) => !stopped)
  const ordersWaitFor = useOrderWaitsFor(waiting.map(({ owner }) => owner))
  const others = useOtherLines()
  const waitsFor = waiting.length > 0 ? ordersWaitFor : others.waitsFor
  if (!isHidden && tellsOfItsOrder(pathname)) return null
  return (
    <>
      {unmade.map((order) => order.stopped && <Stopped key={order.key} order={order} />)}
      {orders.map((order) => order.numbers && <Made key={order.key} order={order} numbers={order.numbers} />)}
      {waiting.length + others.count > 0 && (
        <section
          className={styles.notice}
          aria-label={`${waiting.length > 0 ? 'Pedidos' : 'Artículos de otros clientes'} que esperan${waitsFor === 'signal' ? ' señal' : ''}`}
          role="status"
          data-waiting
        >
          <IconClock size={20} aria-hidden />
          <p className={styles.text}>
            <Waiting orders={waiting.length} lines={others.count} waitsFor={waitsFor} />
          </p>
          <button type="button" className="button button--quiet button--small" onClick={onList}>
            Ver
          </button>
          <button type="button" className={`button button--plain button--small ${styles.now}`} onClick={sendAll}>
            Enviar ahora
          </button>
        </section>
      )}
    </>
  )
}

interface WaitingProps {
  readonly orders: number
  /** Lines of carts that are not on the screen. */
  readonly lines: number
  readonly waitsFor: WaitsFor | undefined
}

function Waiting({ orders, lines, waitsFor }: WaitingProps) {
  const isSingle = orders + lines === 1
  const names = [
    orders > 0 && (orders === 1 ? '1 pedido' : `${orders} pedidos`),
    lines > 0 && `${lines === 1 ? '1 artículo' : `${lines} artículos`} de otros clientes`,
  ]
    .filter(Boolean)
    .join(' y ')
  const waits = `${names} ${isSingle ? 'espera' : 'esperan'}`
  if (waitsFor === 'signal')
    return (
      <>
        <strong>{waits} señal.</strong>{' '}
        <span className={styles.more}>Se {isSingle ? 'enviará' : 'enviarán'} cuando haya señal.</span>
      </>
    )
  if (waitsFor === 'shop')
    return (
      <>
        <strong>{waits}.</strong> La tienda no pudo {isSingle ? 'recibirlo' : 'recibirlos'}; se vuelve a intentar.
      </>
    )
  if (waitsFor === 'order') return <strong>{waits} a que se resuelva el anterior.</strong>
  return <strong>{`Enviando ${names}…`}</strong>
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
        <Link to={paths.orderConfirmed} state={{ order: order.key }} className="button button--plain button--small">
          Ver qué tiene
        </Link>
      ) : (
        <>
          <Link to={paths.orderOf(numbers.orderId)} className="button button--plain button--small">
            Ver el pedido
          </Link>
          <button type="button" className="button button--plain button--small" onClick={() => forgetOrder(order)}>
            Entendido
          </button>
        </>
      )}
    </section>
  )
}
