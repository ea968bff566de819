import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { lineAmount } from '../../../contract/rules.ts'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ChooseClientFirst } from '../../shop/ChooseClientFirst.tsx'
import { useCartOwner } from '../../shop/cart.ts'
import { useOnBehalf } from '../../shop/chosen-client.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { ScanButton } from '../../shop/scan/ScanButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { QuickBox } from './QuickBox.tsx'
import { QuickReview } from './QuickReview.tsx'
import styles from './quick-order.module.css'
import { type AddedLine, useQuickOrder } from './use-quick-order.ts'

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
  const { text, open, isReading, isAdding, failed } = order
  const busy = isReading || isAdding
  const box = useRef<HTMLTextAreaElement>(null)
  const seen = useRef(0)
  // The frame takes the focus when a screen opens; the box has it after that.
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  // After each answer the focus stands where the next key is meant for; after a failure where it was.
  useEffect(() => {
    if (busy) return
    const fresh = open.filter(({ id }) => id > seen.current)
    const isNew = fresh.length > 0
    seen.current = Math.max(seen.current, open.at(-1)?.id ?? 0)
    const [only, ...more] = fresh
    // One line typed, and one article it can mean: its quantity is next, unless the next line was begun.
    const isOffered = only?.kind === 'question' && more.length === 0 && only.articles.length === 1
    const offered =
      isOffered && text === ''
        ? document.querySelector<HTMLInputElement>(`[data-question="${only.id}"] [inputmode]`)
        : null
    const add = document.getElementById('agregar-todo')
    if (offered) {
      offered.focus()
      offered.select()
    } else if (isNew && add && text === '') add.focus()
    else if (!failed && !document.activeElement?.closest('form')) {
      const question = document.querySelector<HTMLElement>('[data-question] input')
      const next = question ?? box.current
      next?.focus()
    }
  }, [text, open, busy, failed])
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        <div className={styles.ways}>
          <ScanButton className="button button--plain" />
          <Link to={paths.cart} className="button button--plain">
            Ver el carrito
          </Link>
        </div>
      </div>
      <div className={styles.order}>
        <QuickBox order={order} box={box} />
        <QuickReview order={order} onCorrect={() => box.current?.focus()} />
        <Added lines={order.added} />
      </div>
    </div>
  )
}

/** What the cart has taken, the latest first. */
function Added({ lines }: { lines: readonly AddedLine[] }) {
  if (lines.length === 0) return null
  return (
    <section className={`panel ${styles.part}`} aria-labelledby="agregados">
      <h2 id="agregados">Agregado al carrito</h2>
      <ul className={styles.added}>
        {lines.map(({ id, code, description, quantity, askedQuantity, unitPrice }) => (
          <li key={id}>
            <IconCheck size={18} stroke={2} aria-hidden />
            <strong>{code}</strong>
            <span>{description}</span>
            <span>
              {formatCount(quantity)} {quantity === 1 ? 'unidad' : 'unidades'}
              {quantity !== askedQuantity && <small> (pedida: {formatCount(askedQuantity)})</small>}
            </span>
            <Money cents={lineAmount(unitPrice, quantity)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
