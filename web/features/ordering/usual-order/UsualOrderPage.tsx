import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UsualOrder, usualOrder } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { keepDraft, keptDraft } from '../../../lib/draft.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCart, useCartOwner, usePendingLines } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { PriceMovesNote } from '../../../shop/PriceSince.tsx'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useAdding, useReview } from '../../../shop/review/use-review.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { UsualChanges } from './UsualChanges.tsx'
import styles from './usual-order.module.css'
import { type Changes, changesOf, movesOf, usualRows, withChanges } from './usual-rows.ts'

const TITLE = 'Su pedido de siempre'

/**
 * The articles that the client usually takes and that are due, from the client's own orders alone. The user looks at them,
 * changes them, and adds them with one key (R223).
 */
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
          {order.data?.lastDay && <p className={styles.from}>{fromWhat(order.data.orders, order.data.lastDay)}</p>}
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
  const cart = useCart()
  const pending = usePendingLines()
  if (cart.isPending) return null
  const inCart = (articleId: number): number =>
    pending.get(articleId)?.quantity ?? cart.lines.get(articleId)?.quantity ?? 0
  return (
    <div className={styles.order} data-changed={order.changes.length > 0}>
      {/* The key: a proposal with other lines is reviewed anew. */}
      <UsualReview key={JSON.stringify(order.lines)} owner={owner} order={order} inCart={inCart} />
      <UsualChanges changes={order.changes} counts={order.counts} />
    </div>
  )
}

interface UsualReviewProps {
  readonly owner: CartOwner
  readonly order: UsualOrder
  /** Units of an article in the cart; 0 for none. */
  readonly inCart: (articleId: number) => number
}

/** The proposal with the user's changes, which outlive a reload (R33). */
function UsualReview({ owner, order, inCart }: UsualReviewProps) {
  const name = `pedido-de-siempre:${owner.userId}:${owner.clientId}`
  const [proposed, setProposed] = useState(() => usualRows(order, inCart))
  const review = useReview(owner, () => withChanges(proposed, keptDraft<Changes>(name, {})))
  const adding = useAdding(review)
  const { rows, stored } = review
  // Once nothing is left to add, the next visit begins anew.
  const isDone = rows.every(({ discarded }) => discarded)
  useEffect(() => keepDraft(name, isDone ? {} : changesOf(rows, proposed)), [name, rows, proposed, isDone])
  // One key adds the proposal. The shell takes the focus when a screen opens; the button takes it after that.
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.getElementById('agregar-todo')?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const moves = movesOf(rows, order.lines)
  return (
    <div className={styles.review}>
      {proposed.length === 0 && <EmptyState text="Nada de lo que suele llevar se puede pedir hoy." />}
      <ReviewTable review={review} label="Lo que suele llevar" heading="Lo que lleva" verb="Agregar" {...adding}>
        <button
          type="button"
          className="button button--plain"
          onClick={() => {
            const freshRows = usualRows(order, inCart)
            setProposed(freshRows)
            review.startAgain(freshRows)
          }}
        >
          Empezar de nuevo
        </button>
      </ReviewTable>
      {moves && (
        <div className={`panel ${styles.moves}`}>
          <PriceMovesNote moves={moves} then="A los precios de la última vez:" />
        </div>
      )}
      <StoredLines lines={stored} />
    </div>
  )
}
