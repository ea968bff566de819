import { noteInWords, packsInWords } from '../../../../contract/order-text.ts'
import { lineAmount, roundToMultiple } from '../../../../contract/rules.ts'
import { formatMoney } from '../../../lib/format.ts'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { typedQuantity } from '../../../ui/quantity.ts'
import styles from './accept.module.css'
import type { OpenLine } from './open-lines.ts'

interface OfferRowProps {
  readonly line: OpenLine
  /** Cents of a unit at its quantity. */
  readonly unit: number
  readonly busy: boolean
  readonly onChange: (text: string) => void
}

/** An article of the order: how many, what it costs and what it cost before, and the way to leave it out. */
export function OfferRow({ line, unit, busy, onChange }: OfferRowProps) {
  const { code, description, note, multiple, unitsPerPack, text, sold, before } = line
  const typed = typedQuantity(text) ?? 0
  const units = typed > 0 ? roundToMultiple(typed, multiple) : 0
  // Not while its box is empty: somebody may be about to type another quantity.
  const isOut = text === '0'
  const settle = (quantity: number) => onChange(String(quantity > 0 ? roundToMultiple(quantity, multiple) : 0))
  return (
    <li className={styles.line} data-out={isOut || !sold}>
      <div className={styles.article}>
        <strong>{description}</strong>
        <span className={styles.facts}>
          {[code, packsInWords(units, unitsPerPack), noteInWords(note)].filter(Boolean).join(' · ')}
        </span>
        {!sold && <span className={styles.gone}>Ya no está a la venta: se acepta sin este artículo</span>}
        {before !== null && (
          <span className={styles.moved}>
            Antes {formatMoney(before)}, ahora {formatMoney(unit)} la unidad
          </span>
        )}
      </div>
      {sold && (
        <>
          <div className={styles.quantity}>
            {isOut ? (
              <span>No va en el pedido</span>
            ) : (
              <QuantityBox
                of={code}
                multiple={multiple}
                value={text}
                disabled={busy}
                onChange={onChange}
                onSettle={settle}
              />
            )}
          </div>
          <p className={styles.amount}>
            <span>{formatMoney(unit)} c/u</span>
            <strong>{formatMoney(lineAmount(unit, units))}</strong>
          </p>
          <button
            type="button"
            className="button button--quiet button--small"
            aria-label={`${isOut ? 'Volver a poner' : 'Quitar'} ${code}`}
            aria-disabled={busy}
            onClick={() => !busy && onChange(isOut ? String(line.quantity) : '0')}
          >
            {isOut ? 'Volver a poner' : 'Quitar'}
          </button>
        </>
      )}
    </li>
  )
}
