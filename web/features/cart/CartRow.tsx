import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '../../../contract/cart.ts'
import { isVideo } from '../../../contract/media.ts'
import { hasPrice, lineAmount } from '../../../contract/rules.ts'
import { formatPercent, formatPrice } from '../../lib/format.ts'
import { isOrderable, lineUnit, usePendingLine, useSaveCartLine } from '../../shop/cart.ts'
import { MediaView } from '../../ui/MediaView.tsx'
import { Money } from '../../ui/Money.tsx'
import { QuantityBox } from '../../ui/QuantityBox.tsx'
import styles from './cart.module.css'
import { LineState } from './LineState.tsx'

/** How long − and + are left in peace before their quantity is saved, in milliseconds. */
const QUIET = 450

/** One line of the cart; its quantity and observation are saved as they are left. */
export function CartRow({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const { code, description } = line
  const orderable = isOrderable(line)
  const unit = lineUnit(line)
  return (
    <li className={styles.row} data-blocked={!orderable}>
      <MediaView
        className={styles.image}
        source={line.image}
        video={line.media1 !== null && isVideo(line.media1)}
        alt=""
        width={88}
        height={88}
      />
      <div className={styles.what}>
        <h2>{description}</h2>
        <p className={styles.code}>{code}</p>
        {!orderable && (
          <p className={styles.why}>
            {line.sold ? 'Sin precio: consulte a su vendedor.' : 'Este artículo ya no está a la venta.'}{' '}
            Quítelo para confirmar el pedido.
          </p>
        )}
      </div>
      <div className={styles.quantity}>
        {orderable ? (
          <Quantity line={line} onRemove={onRemove} />
        ) : (
          <>
            <span>{line.quantity}</span>
            <LineState articleId={line.articleId} />
          </>
        )}
      </div>
      <p className={styles.unit}>
        <span className={styles.label}>Precio unitario </span>
        {formatPrice(unit)}
        {line.discount > 0 && hasPrice(line.listPrice) && (
          <span className={styles.list}>
            <s>
              <span className="visually-hidden">Precio de lista </span>
              <Money cents={line.listPrice} />
            </s>{' '}
            <em>-{formatPercent(line.discount)}</em>
          </span>
        )}
      </p>
      <p className={styles.amount}>
        <span className={styles.label}>Subtotal </span>
        {orderable ? <Money cents={lineAmount(unit, line.quantity)} /> : '—'}
      </p>
      <Note line={line} />
      <button
        type="button"
        data-remove
        className={`button button--danger ${styles.remove}`}
        aria-label={`Eliminar ${code}`}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
        Eliminar
      </button>
    </li>
  )
}

function Quantity({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const save = useSaveCartLine()
  const pending = usePendingLine(line.articleId)
  const now = pending?.quantity ?? line.quantity
  const [typed, setTyped] = useState<string | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; quantity: number }>(undefined)
  const send = (quantity: number) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    setTyped(null)
    if (quantity === now) return
    if (quantity === 0) onRemove()
    else save({ articleId: line.articleId, code: line.code, quantity })
  }
  const sendNow = useRef(send)
  useEffect(() => {
    sendNow.current = send
  })
  // Leaving the screen must not lose the last step.
  useEffect(
    () => () => {
      if (waiting.current) sendNow.current(waiting.current.quantity)
    },
    [],
  )
  return (
    <>
      <QuantityBox
        of={line.code}
        multiple={line.multiple}
        value={typed ?? String(now)}
        onChange={setTyped}
        onSettle={send}
        onStep={(quantity) => {
          clearTimeout(waiting.current?.timer)
          waiting.current = { quantity, timer: setTimeout(() => sendNow.current(quantity), QUIET) }
        }}
      />
      <LineState articleId={line.articleId} />
    </>
  )
}

function Note({ line }: { line: CartLine }) {
  const save = useSaveCartLine()
  const pending = usePendingLine(line.articleId)
  const [typed, setTyped] = useState<string | null>(null)
  const now = pending?.note ?? line.note
  return (
    <div className={styles.note}>
      <input
        className="input input--small input--quiet"
        aria-label={`Observación de ${line.code}`}
        placeholder="Observación"
        maxLength={500}
        value={typed ?? now}
        disabled={!isOrderable(line)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={() => {
          const note = (typed ?? now).trim()
          setTyped(null)
          const quantity = pending?.quantity ?? line.quantity
          if (note !== now) save({ articleId: line.articleId, code: line.code, quantity, note })
        }}
      />
    </div>
  )
}
