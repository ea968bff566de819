import { IconCircleCheck, IconClipboardList, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { sendAll } from '../../../shop/book/cart-saves.ts'
import { isKeptHereOnly, type KeptOrder } from '../../../shop/book/device-store.ts'
import { forgetOrder, useKeptOrders, useOrderWaitsFor } from '../../../shop/book/kept-orders.tsx'
import { StoppedOrderWays } from '../../../shop/book/StoppedOrderWays.tsx'
import { orderWaits } from '../../../shop/book/waiting-words.ts'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { LeftRows } from '../../../shop/review/LeftRows.tsx'
import { KeptOrderFacts } from './KeptOrderFacts.tsx'
import styles from './order-confirmed.module.css'
import { useLastOrder } from './orders.api.ts'
import { SentOrder } from './SentOrder.tsx'
import { StandingOrder } from './StandingOrder.tsx'

/**
 * 'Pedido creado correctamente!'. While the server cannot be reached, the order waits on this page. A user who opens the page
 * by hand, or after a new sign-in, sees the order that waits on this device, else the last order made, if any.
 */
export function OrderConfirmedPage() {
  const { confirmed, stood, order: key } = useLocation().state
  const kept = useKeptOrders()
  const isByHand = key === undefined && !confirmed
  const order = isByHand ? kept.at(-1) : kept.find((keptOrder) => keptOrder.key === key)
  const numbers = order?.numbers
  useEffect(() => {
    if (!numbers) return
    // From here on the history entry has the number, so the device may forget the order.
    const state = { confirmed: numbers, ...(order.stood && { stood: true }) }
    navigate(paths.orderConfirmed, { state, replace: true })
    forgetOrder(order)
  }, [numbers, order])
  const made = confirmed ?? numbers
  if (made && (stood ?? order?.stood))
    return (
      <Message icon={<IconClipboardList size={46} stroke={1.6} />}>
        <StandingOrder numbers={made} />
      </Message>
    )
  if (made)
    return (
      <Message icon={<IconCircleCheck size={46} stroke={1.6} />} look="done">
        <h1>Pedido creado correctamente!</h1>
        <SentOrder numbers={made} />
        <LeftRows />
        <p>Ante cualquier duda, comuníquese con nuestro equipo de ventas.</p>
        <ContactWays />
      </Message>
    )
  return order ? <Waiting order={order} /> : <LastOrder />
}

/** An order on the device: never shown as sent before the server's number has come (R37). */
function Waiting({ order }: { order: KeptOrder }) {
  const waitsFor = useOrderWaitsFor([order.owner])
  if (order.stopped)
    return (
      <Message icon={<IconClock size={46} stroke={1.6} />}>
        <h1>El pedido no se envió</h1>
        <p>{order.stopped.reason}.</p>
        <KeptOrderFacts order={order} />
        <StoppedOrderWays order={order} className="button button--ok" />
      </Message>
    )
  const isKept = !isKeptHereOnly()
  const isBehindAnother = waitsFor === 'order'
  return (
    <Message icon={<IconClock size={46} stroke={1.6} />} look="waiting">
      <h1>{isKept ? 'Pedido guardado en este equipo' : 'Pedido sin enviar'}</h1>
      <p className={styles.number}>{orderWaits(waitsFor)}</p>
      <KeptOrderFacts order={order} />
      <p>
        {isKept
          ? `Puede cerrar la tienda: al volver a abrirla ${waitsFor === 'signal' ? 'con señal ' : ''}se envía solo, y aquí aparece su número.`
          : 'Este navegador no deja guardarlo: no cierre esta página hasta que se envíe.'}
      </p>
      {!isBehindAnother && (
        <button type="button" className="button button--ok" onClick={sendAll}>
          Enviar ahora
        </button>
      )}
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
          <SentOrder numbers={{ orderId: last.id, erpNumber: last.erpNumber }} />
          <p>Del {formatDate(last.createdAt)}.</p>
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
