import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { formatTime } from '../../../lib/format.ts'
import type { KeptOrder } from '../../../shop/book/device-store.ts'
import { OrderFor, useKeptOrders, useOrderWaitsFor } from '../../../shop/book/kept-orders.tsx'
import { amountOf } from '../../../shop/book/order-changes.ts'
import { StoppedOrderWays } from '../../../shop/book/StoppedOrderWays.tsx'
import { orderWaits } from '../../../shop/book/waiting-words.ts'
import { Money } from '../../../ui/Money.tsx'
import styles from './my-orders.module.css'

/** The orders on this device that the server has given no number yet (R37, R228). */
export function WaitingOrders() {
  const waiting = useKeptOrders().filter(({ numbers }) => !numbers)
  if (waiting.length === 0) return null
  return (
    <section className={`panel ${styles.waiting}`} aria-label="Pedidos sin enviar">
      <h2>Sin enviar, en este equipo</h2>
      <ul>
        {waiting.map((order) => (
          <Row key={order.key} order={order} />
        ))}
      </ul>
    </section>
  )
}

function Row({ order }: { order: KeptOrder }) {
  const count = order.lines.filter(({ quantity }) => quantity > 0).length
  const waitsFor = useOrderWaitsFor([order.owner])
  return (
    <li data-stopped={order.stopped !== undefined || undefined}>
      {order.stopped ? <IconAlertTriangle size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
      <p>
        <strong>
          Pedido del {formatTime(new Date(order.at).toISOString())}
          <OrderFor order={order} />
        </strong>
        <span>
          {count} {count === 1 ? 'artículo' : 'artículos'} por <Money cents={amountOf(order.lines)} /> ·{' '}
          {order.stopped?.reason ?? orderWaits(waitsFor)}
        </span>
      </p>
      {order.stopped && <StoppedOrderWays order={order} className="button button--small" />}
    </li>
  )
}
