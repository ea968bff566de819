import { useEffect, useRef } from 'react'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCartOwner } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { stateOf } from '../../../shop/review/review-rows.ts'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { ScanButton } from '../../../shop/scan/ScanButton.tsx'
import { QuickBox } from './QuickBox.tsx'
import styles from './quick-order.module.css'
import { useQuickOrder } from './use-quick-order.ts'

const TITLE = 'Pedido rápido'

/** Codes and quantities typed or pasted into one box, read by the server and added to the cart (R38, R219). */
export function QuickOrderPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  // What is read belongs to the cart it was read for.
  return missing ? <ChooseClientFirst title={TITLE} /> : <QuickOrder key={owner.clientId} owner={owner} />
}

function QuickOrder({ owner }: { owner: CartOwner }) {
  const order = useQuickOrder(owner)
  const { text, review, isReading, isAdding, failed } = order
  const { rows } = review
  const busy = isReading || isAdding
  const box = useRef<HTMLTextAreaElement>(null)
  const lastSeenId = useRef(0)
  // The shell takes the focus when a screen opens; the box takes it after that.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      box.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  // After an answer the focus goes to the control that is needed next; after a failure it stays where it was.
  useEffect(() => {
    if (busy) return
    const newRows = rows.filter(({ id }) => id > lastSeenId.current)
    lastSeenId.current = Math.max(lastSeenId.current, rows.at(-1)?.id ?? 0)
    const quantityOf = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"] [data-quantity] input`)
    const [only, ...more] = newRows
    if (only && text === '') {
      // A single row that is not ready needs its quantity next. A text in the box means that the next line was begun.
      if (more.length === 0 && stateOf(only) !== 'ready') quantityOf(only.id)?.focus()
      else document.getElementById('agregar-todo')?.focus()
    } else if (!failed && rows.length === 0 && !document.activeElement?.closest('form')) box.current?.focus()
  }, [text, rows, busy, failed])
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        <div className={styles.ways}>
          <ScanButton className="button button--plain" />
          <Link to={paths.filledList} className="button button--plain">
            Cargar planilla o PDF
          </Link>
          <Link to={paths.cart} className="button button--plain">
            Ver el carrito
          </Link>
        </div>
      </div>
      <div className={styles.order}>
        <QuickBox order={order} box={box} isNext={review.rows.length === 0} />
        <ReviewTable
          review={review}
          label="Renglones leídos"
          verb="Agregar"
          busy={isAdding}
          onAdd={(some) => void order.add(some)}
          onAnswer={(row, answer) => void order.answer(row, answer)}
          failure={order.failureOf('rows')}
        >
          <button
            type="button"
            className="button button--plain"
            onClick={() => {
              order.startAgain()
              box.current?.focus()
            }}
          >
            Empezar de nuevo
          </button>
        </ReviewTable>
        <StoredLines lines={review.stored} />
      </div>
    </div>
  )
}
