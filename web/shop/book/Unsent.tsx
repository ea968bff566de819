/** 'Por enviar': everything that waits on this device, of all clients, and why (R255). */
import { IconAlertTriangle, IconClock, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { roles } from '../../../contract/roles.ts'
import { useHasSignal } from '../../lib/device/has-signal.ts'
import { formatCount, formatTime } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { useUser } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { discardLines, type Pending } from './cart-saves.ts'
import type { KeptOrder } from './device-store.ts'
import { useClientOfKept, useOrderWaitsFor } from './kept-orders.tsx'
import { amountOf } from './order-changes.ts'
import { StoppedOrderWays } from './StoppedOrderWays.tsx'
import styles from './unsent.module.css'
import { retryUnsent, type UnsentCart, useUnsent } from './unsent.ts'
import { lineWaitsAlone, orderWaits } from './waiting-words.ts'

const articlesText = (count: number) => `${formatCount(count)} ${count === 1 ? 'artículo' : 'artículos'}`

/** The list over the screen. */
export const UnsentSheet = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Por enviar" onClose={onClose} footer={<Retry />} reading>
    <UnsentList onLeave={onClose} />
  </Modal>
)

/** The list inside a screen that has no data without signal; nothing where nothing waits. */
export function UnsentHere() {
  if (useUnsent().length === 0) return null
  return (
    <section className={`panel ${styles.here}`} aria-label="Por enviar">
      <h2>Por enviar</h2>
      <UnsentList />
      <Retry />
    </section>
  )
}

function Retry() {
  const carts = useUnsent()
  const hasSignal = useHasSignal()
  if (carts.length === 0) return null
  if (!hasSignal)
    return <p className={styles.quiet}>Sin señal. Queda guardado en este equipo y se envía solo cuando vuelva.</p>
  return (
    <button type="button" className="button" onClick={() => retryUnsent(carts)}>
      Reintentar
    </button>
  )
}

/** @param onLeave Called when a link of the list leads elsewhere. */
function UnsentList({ onLeave }: { onLeave?: () => void }) {
  const carts = useUnsent()
  if (carts.length === 0) return <p role="status">No queda nada por enviar en este equipo.</p>
  return carts.map((cart) => <Cart key={cart.owner.clientId} cart={cart} onLeave={onLeave} />)
}

function Cart({ cart, onLeave }: { cart: UnsentCart; onLeave: (() => void) | undefined }) {
  const { owner, clientName, orders, lines } = cart
  const { isStaff } = roles[useUser().type]
  const client = useClientOfKept(owner, clientName)
  // A device that has never heard the name still tells the clients apart.
  const name = client.name ?? (isStaff ? `Cliente ${owner.clientId}` : undefined)
  return (
    <section className={styles.cart} aria-label={name ?? 'Por enviar de su carrito'}>
      {name && <h3>{name}</h3>}
      <ul>
        {orders.map((order) => (
          <Order key={order.key} order={order} />
        ))}
        {lines.map((line) => (
          <Line key={line.articleId} line={line} />
        ))}
      </ul>
      {lines.length > 0 &&
        (client.isGone ? (
          <Discard cart={cart} name={name} />
        ) : (
          <Link
            to={paths.cart}
            search={isStaff ? { id: owner.clientId } : {}}
            className="button button--plain button--small"
            onClick={onLeave}
          >
            Ver el carrito
          </Link>
        ))}
    </section>
  )
}

/** Of a client that is no longer the seller's: it can only be discarded (R228). */
function Discard({ cart: { owner, lines }, name }: { cart: UnsentCart; name: string | undefined }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="button button--plain button--small" onClick={() => setAsking(true)}>
        Descartar
      </button>
      {isAsking && (
        <ConfirmDialog
          title="¿Descartar lo que no se guardó?"
          text={`${articlesText(lines.length)} para ${name} se ${lines.length === 1 ? 'borra' : 'borran'} de este equipo. Esto no se puede deshacer.`}
          confirm="Descartar"
          onConfirm={() => discardLines(owner)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Order({ order }: { order: KeptOrder }) {
  const waitsFor = useOrderWaitsFor([order.owner])
  const count = order.lines.filter(({ quantity }) => quantity > 0).length
  return (
    <li data-refused={order.stopped !== undefined || undefined}>
      {order.stopped ? <IconAlertTriangle size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
      <p>
        <strong>
          Pedido del {formatTime(new Date(order.at).toISOString())}: {articlesText(count)} por{' '}
          <Money cents={amountOf(order.lines)} />
        </strong>
        <span>{order.stopped ? `No se envió. ${order.stopped.reason}` : orderWaits(waitsFor)}</span>
      </p>
      {order.stopped && <StoppedOrderWays order={order} className="button button--small" />}
    </li>
  )
}

const stateOf = ({ state, reason, waitsFor }: Pending): string => {
  if (state === 'saving') return 'Guardando…'
  return state === 'waiting' ? lineWaitsAlone(waitsFor) : `No se guardó. ${reason}`
}

function Line({ line }: { line: Pending }) {
  const { code, quantity, note, article, state } = line
  const isRefused = state === 'refused' || state === 'asking'
  const Icon = isRefused ? IconAlertTriangle : state === 'saving' ? IconLoader2 : IconClock
  return (
    <li data-refused={isRefused || undefined}>
      <Icon size={20} aria-hidden />
      <p>
        <strong>
          {quantity === 0 ? `Quitar ${code}` : `${formatCount(quantity)} × ${code}`}
          {article && ` ${article.description}`}
        </strong>
        {note && <span>{note}</span>}
        <span>{stateOf(line)}</span>
      </p>
    </li>
  )
}
