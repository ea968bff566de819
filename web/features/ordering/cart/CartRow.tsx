import { IconClock, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, lineAmount } from '../../../../contract/rules.ts'
import { formatPercent, formatPrice } from '../../../lib/format.ts'
import { useRest } from '../../../lib/use-rest.ts'
import { lineWaitsAlone } from '../../../shop/book/waiting-words.ts'
import { usePendingLine, useSaveCartLine } from '../../../shop/cart.ts'
import { isOrderable, lineUnit } from '../../../shop/cart-amounts.ts'
import { PriceSince } from '../../../shop/PriceSince.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Money } from '../../../ui/Money.tsx'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { useCartNote } from './CartNote.tsx'
import styles from './cart.module.css'
import { LineState } from './LineState.tsx'

/** How long − and + are left in peace before their quantity is saved, in milliseconds. */
const QUIET = 450

interface CartRowProps {
  readonly line: CartLine
  /** Of the heading that an article's name is. */
  readonly level: 2 | 3
  /** Cents one unit cost this client the last time; undefined where that is not known. */
  readonly lastUnitPrice: number | undefined
  readonly onRemove: (line: CartLine, row: HTMLElement | null) => void
}

/** One line of the cart in one row; its quantity and observation are saved as they are left. */
export function CartRow({ line, level, lastUnitPrice, onRemove }: CartRowProps) {
  const { code, description } = line
  const orderable = isOrderable(line)
  const unit = lineUnit(line)
  const pending = usePendingLine(line.articleId)
  const row = useRef<HTMLLIElement>(null)
  const remove = () => onRemove(line, row.current)
  const note = useCartNote(line)
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <li ref={row} className={styles.row} data-blocked={!orderable}>
      <MediaView
        className={styles.image}
        source={line.image}
        video={line.media1 !== null && isVideo(line.media1)}
        alt=""
        width={36}
        height={36}
      />
      <div className={styles.what}>
        <p className={styles.code}>{code}</p>
        <Name title={description}>{description}</Name>
      </div>
      <div className={styles.quantity} data-quantity={orderable || undefined}>
        {orderable ? <Quantity line={line} onRemove={remove} /> : line.quantity}
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
      <div className={styles.amount}>
        {/* An amount stands for what is stored, here or at the server. */}
        {pending && pending.state !== 'waiting' ? (
          <LineState articleId={line.articleId} />
        ) : (
          <p>
            {pending && (
              <span className={styles.waits} title={lineWaitsAlone(pending.waitsFor)}>
                <IconClock size={15} aria-hidden />
                <span className="visually-hidden">{lineWaitsAlone(pending.waitsFor)}</span>
              </span>
            )}
            <span className={styles.label}>Subtotal </span>
            {orderable ? <Money cents={lineAmount(unit, line.quantity)} /> : '—'}
          </p>
        )}
      </div>
      {note.mark}
      <button
        type="button"
        data-remove
        className={styles.remove}
        aria-label={`Eliminar ${code}`}
        title="Eliminar"
        onClick={remove}
      >
        <IconTrash size={19} aria-hidden />
      </button>
      {orderable && (
        <div className={styles.since}>
          <PriceSince before={lastUnitPrice} now={unit} />
        </div>
      )}
      {!orderable && (
        <p className={styles.why}>
          {line.sold ? 'Sin precio: consulte a su vendedor.' : 'Este artículo ya no está a la venta.'} Quítelo
          para confirmar el pedido.
        </p>
      )}
      {note.text}
      {note.box}
    </li>
  )
}

function Quantity({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const save = useSaveCartLine()
  const pending = usePendingLine(line.articleId)
  const now = pending?.quantity ?? line.quantity
  const [typed, setTyped] = useState<string | null>(null)
  const send = (quantity: number) => {
    rest.cancel()
    setTyped(null)
    if (quantity === now) return
    if (quantity === 0) onRemove()
    else save({ articleId: line.articleId, code: line.code, quantity, article: line })
  }
  const rest = useRest(send, QUIET)
  return (
    <QuantityBox
      of={line.code}
      multiple={line.multiple}
      value={typed ?? String(now)}
      onChange={setTyped}
      onSettle={send}
      onStep={rest.later}
    />
  )
}
