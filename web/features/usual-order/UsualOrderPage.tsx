import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UsualOrder, usualOrder } from '../../../contract/usual-order.ts'
import { formatDay } from '../../lib/day.ts'
import { formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ChooseClientFirst } from '../../shop/ChooseClientFirst.tsx'
import { useCartOwner } from '../../shop/cart.ts'
import { useOnBehalf } from '../../shop/chosen-client.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { UsualChanges } from './UsualChanges.tsx'
import { UsualLines } from './UsualLines.tsx'
import { useUsualOrder } from './use-usual-order.ts'
import styles from './usual-order.module.css'

const TITLE = 'Tu pedido de siempre'

/** What the client usually takes and is due, from the own orders alone; looked at, changed, and added with one key (R223). */
export function UsualOrderPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  return missing ? <ChooseClientFirst title={TITLE} /> : <OfClient key={owner.clientId} owner={owner} />
}

function OfClient({ owner }: { owner: CartOwner }) {
  const order = useQuery(queryOf(usualOrder, { query: { clientId: owner.clientId } }))
  return (
    <div className="page">
      <div className={`page__head ${styles.head}`}>
        <div>
          <h1>{TITLE}</h1>
          {order.data?.lastDay && (
            <p className={styles.from}>{fromWhat(order.data.orders, order.data.lastDay)}</p>
          )}
        </div>
        <Link to={paths.cart} className="button button--plain">
          Ver el carrito
        </Link>
      </div>
      <Waiting for={order} rows={8} height={56}>
        {(data) => (data.orders === 0 ? <Nothing /> : <Proposal owner={owner} order={data} />)}
      </Waiting>
    </div>
  )
}

function fromWhat(orders: number, lastDay: string): string {
  const many = orders === 1 ? 'su único pedido' : `sus ${formatCount(orders)} pedidos`
  return `Según ${many}; el último es del ${formatDay(lastDay)}`
}

const Nothing = () => (
  <EmptyState text="Todavía no hay pedidos de los que aprender.">
    <Link to={paths.catalogue} className="button">
      Ir al catálogo
    </Link>
  </EmptyState>
)

function Proposal({ owner, order }: { owner: CartOwner; order: UsualOrder }) {
  const state = useUsualOrder(owner, order.lines)
  const add = useRef<HTMLButtonElement>(null)
  const { cartKnown } = state
  // One key adds what was looked at. The frame takes the focus when a screen opens; the button has it after that.
  useEffect(() => {
    if (!cartKnown) return
    const frame = requestAnimationFrame(() => add.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [cartKnown])
  if (!cartKnown) return null
  return (
    <div className={styles.order} data-changed={order.changes.length > 0}>
      {order.lines.length > 0 ? (
        <UsualLines state={state} add={add} />
      ) : (
        <EmptyState text="Nada de lo que suele llevar se puede pedir hoy." />
      )}
      <UsualChanges changes={order.changes} counts={order.counts} />
    </div>
  )
}
