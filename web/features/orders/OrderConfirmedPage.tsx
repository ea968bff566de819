import { IconCircleCheck, IconClipboardList, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { formatDate } from '../../lib/format.ts'
import { navigate } from '../../lib/navigation.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ContactWays } from '../../shop/ContactWays.tsx'
import { sendAll } from '../../shop/cart-saves.ts'
import { isKeptHereOnly, type KeptOrder } from '../../shop/device-store.ts'
import { forgetOrder, useKeptOrders } from '../../shop/orders/kept-orders.tsx'
import { amountOf } from '../../shop/orders/order-changes.ts'
import { numberText } from '../../shop/orders/order-words.ts'
import { StoppedOrderWays } from '../../shop/orders/StoppedOrderWays.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './order-confirmed.module.css'
import { useLastOrder } from './orders.api.ts'

/**
 * 'Pedido creado correctamente!' after an order, which waits here while the server can't be reached; whoever comes by
 * hand finds the last order, if there is one.
 */
export function OrderConfirmedPage() {
  const { confirmed, order: key } = useLocation().state
  const order = useKeptOrders().find((one) => one.key === key)
  const numbers = order?.numbers
  useEffect(() => {
    if (!numbers) return
    // The number stays with this page; with that it has been read.
    navigate(paths.orderConfirmed, { state: { confirmed: numbers }, replace: true })
    forgetOrder(order)
  }, [numbers, order])
  const made = confirmed ?? numbers
  if (made)
    return (
      <Message icon={<IconCircleCheck size={46} stroke={1.6} />} look="done">
        <h1>Pedido creado correctamente!</h1>
        <p className={styles.number}>{numberText(made)}</p>
        <p>Ante cualquier duda, comuníquese con nuestro equipo de ventas.</p>
        <ContactWays />
      </Message>
    )
  return order ? <Waiting order={order} /> : <LastOrder />
}

/** An order on the device: never shown as sent before the server's number is there (R37). */
function Waiting({ order }: { order: KeptOrder }) {
  const count = order.lines.filter(({ quantity }) => quantity > 0).length
  if (order.stopped)
    return (
      <Message icon={<IconClock size={46} stroke={1.6} />}>
        <h1>El pedido no se envió</h1>
        <p>{order.stopped.reason}.</p>
        <StoppedOrderWays order={order} className="button button--ok" />
      </Message>
    )
  const isKept = !isKeptHereOnly()
  return (
    <Message icon={<IconClock size={46} stroke={1.6} />} look="waiting">
      <h1>{isKept ? 'Pedido guardado en este equipo' : 'Pedido sin enviar'}</h1>
      <p className={styles.number}>Se enviará cuando haya señal</p>
      <p>
        {count} {count === 1 ? 'artículo' : 'artículos'} por <Money cents={amountOf(order.lines)} />.{' '}
        {isKept
          ? 'Puede cerrar la tienda: al volver a abrirla con señal se envía solo, y aquí aparece su número.'
          : 'Este navegador no deja guardarlo: no cierre esta página hasta que se envíe.'}
      </p>
      <button type="button" className="button button--ok" onClick={sendAll}>
        Enviar ahora
      </button>
    </Message>
  )
}

function LastOrder() {
  const { data: last, isPending } = useLastOrder()
  if (isPending) return null
  return (
    <Message icon={<IconClipboardList size={46} stroke={1.6} />}>
      <h1>{last ? 'Su último pedido' : 'No hay pedidos aun..'}</h1>
      {last && (
        <>
          <p className={styles.number}>{numberText({ orderId: last.id, erpNumber: last.erpNumber })}</p>
          <p>
            Del {formatDate(last.createdAt)}, por <Money cents={last.total} />.
          </p>
        </>
      )}
    </Message>
  )
}

interface MessageProps {
  icon: ReactNode
  look?: 'done' | 'waiting'
  children: ReactNode
}

function Message({ icon, look, children }: MessageProps) {
  return (
    <div className={`message-page panel ${styles.confirmed}`} data-look={look} role="status">
      <span className="message-page__icon" aria-hidden>
        {icon}
      </span>
      {children}
      <div className="message-page__ways">
        <Link to={paths.catalogue} className="button">
          Volver a inicio
        </Link>
        <Link to={paths.myOrders} className="button button--plain">
          Ver mis pedidos
        </Link>
      </div>
    </div>
  )
}
