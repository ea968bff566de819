import { IconClock, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { isVideo } from '../../../../contract/media.ts'
import { discountAt, hasPrice, nextStep, stepAt } from '../../../../contract/price.ts'
import { priceReason } from '../../../../contract/price-words.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatCount, formatPercent, formatPrice } from '../../../lib/format.ts'
import { useOnLeave } from '../../../lib/use-on-leave.ts'
import { useRest } from '../../../lib/use-rest.ts'
import { lineWaitsAlone } from '../../../shop/book/waiting-words.ts'
import { usePendingLine, useSaveCartLine } from '../../../shop/cart.ts'
import { isOrderable, lineUnit } from '../../../shop/cart-amounts.ts'
import { CartPriceSince } from '../../../shop/PriceSince.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Money } from '../../../ui/Money.tsx'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { typedQuantity } from '../../../ui/quantity.ts'
import { useCartNote } from './CartNote.tsx'
import { CartSubstitutes } from './CartSubstitutes.tsx'
import styles from './cart.module.css'
import { LineState } from './LineState.tsx'
import { shownUnits } from './shown-units.ts'

/** Debounce between − or + and the saving of the quantity, in milliseconds. */
const STEP_DEBOUNCE = 450

interface CartRowProps {
  readonly line: CartLine
  /** Heading level of the article's name. */
  readonly level: 2 | 3
  /** Cents that this client paid for one unit the last time; undefined where that is not known. */
  readonly lastUnitPrice: number | undefined
  /** From when on it costs what, in words; undefined where nothing is announced. */
  readonly coming: string | undefined
  readonly onRemove: (line: CartLine, row: HTMLElement | null) => void
}

/** One line of the cart in one row. Its quantity and observation are saved when their boxes are left. */
export function CartRow({ line, level, lastUnitPrice, coming, onRemove }: CartRowProps) {
  const { code, description } = line
  const orderable = isOrderable(line)
  const unit = lineUnit(line)
  const step = stepAt(line, line.quantity)
  const discount = discountAt(line, line.quantity)
  const why = priceReason(line, line.quantity)
  const next = orderable ? nextStep(line, line.quantity) : undefined
  const pending = usePendingLine(line.articleId)
  const row = useRef<HTMLLIElement>(null)
  const remove = () => onRemove(line, row.current)
  const note = useCartNote(line)
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <li ref={row} className={styles.row} data-article={line.articleId} data-blocked={!orderable}>
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
        {discount > 0 && hasPrice(line) && (
          <span className={styles.list}>
            <s>
              <span className="visually-hidden">Precio de lista </span>
              <Money cents={line.listPrice} />
            </s>
            {/* The words of the step say it, below the name. */}
            {!step && <em>-{formatPercent(discount)}</em>}
          </span>
        )}
      </p>
      <div className={styles.amount}>
        {/* The amount is that of a quantity stored on the device or by the server. */}
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
        <span className={styles.word} aria-hidden>
          Eliminar
        </span>
      </button>
      {orderable && (
        <div className={styles.since}>
          <CartPriceSince line={line} last={lastUnitPrice} />
          {coming && <p className={styles.steps}>{coming}</p>}
          {(why || next) && (
            <p className={styles.steps}>
              {why}
              {why && next && ' · '}
              {next && (
                <strong>
                  {formatCount(next.missing)} más y todo el renglón baja a <Money cents={next.unitPrice} />
                </strong>
              )}
            </p>
          )}
        </div>
      )}
      {!orderable && (
        <div className={styles.why}>
          {line.sold ? 'Sin precio: consulte a su vendedor.' : 'Este artículo ya no está a la venta.'} Quítelo para
          confirmar el pedido.
          <div className={styles.replace}>
            <CartSubstitutes line={line} />
          </div>
        </div>
      )}
      {note.text}
      {note.box}
    </li>
  )
}

function Quantity({ line, onRemove }: { line: CartLine; onRemove: () => void }) {
  const save = useSaveCartLine()
  const pending = usePendingLine(line.articleId)
  // What waits on the device is shown as it will be sold, as its amount is; what is refused or on its way, as it was typed.
  const current = pending && pending.state !== 'waiting' ? pending.quantity : line.quantity
  const [typed, setTyped] = useState<string | null>(null)
  const send = (quantity: number) => {
    debounced.cancel()
    setTyped(null)
    if (quantity === current) return
    if (quantity === 0) onRemove()
    else save({ articleId: line.articleId, code: line.code, quantity, article: line, shown: shownUnits(line) })
  }
  // Before the debounce, which it cancels: what − or + made stands in the box as well, and is saved once.
  useOnLeave(() => {
    const quantity = typed === null ? null : typedQuantity(typed)
    if (quantity !== null) send(quantity)
  })
  const debounced = useRest(send, STEP_DEBOUNCE)
  return (
    <QuantityBox
      of={line.code}
      multiple={line.multiple}
      value={typed ?? String(current)}
      onChange={setTyped}
      onSettle={send}
      onStep={debounced.later}
    />
  )
}
