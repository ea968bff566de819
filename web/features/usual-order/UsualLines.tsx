import { type RefObject, useRef } from 'react'
import { lineAmount, roundToMultiple } from '../../../contract/rules.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { moveInColumn } from '../../ui/column-keys.ts'
import { MediaView } from '../../ui/MediaView.tsx'
import { Money } from '../../ui/Money.tsx'
import { QuantityBox } from '../../ui/QuantityBox.tsx'
import { reasonOf } from './habit-words.ts'
import type { ChosenLine, UsualOrderState } from './use-usual-order.ts'
import styles from './usual-order.module.css'

const counted = (count: number) => `${formatCount(count)} ${count === 1 ? 'renglón' : 'renglones'}`
/** What a line will cost as it will be stored. */
const amountOf = ({ line, quantity }: ChosenLine) =>
  quantity > 0 ? lineAmount(line.unitPrice, roundToMultiple(quantity, line.multiple)) : 0

interface UsualLinesProps {
  readonly state: UsualOrderState
  readonly add: RefObject<HTMLButtonElement | null>
}

/** The proposed lines: what is due, what comes later, and what all that is chosen comes to. */
export function UsualLines({ state, add }: UsualLinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const { chosen, adding, failure } = state
  const boxes = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-quantity] input') ?? [])]
  const hasRhythm = chosen.some(({ line }) => line.everyDays !== null)
  const parts = [
    [hasRhythm ? 'Le toca ahora' : 'Lo último que llevó', chosen.filter(({ line }) => line.due)],
    ['Más adelante', chosen.filter(({ line }) => !line.due)],
  ] as const
  const wanted = chosen.filter(({ on, quantity }) => on && quantity > 0)
  const total = wanted.reduce((sum, one) => sum + amountOf(one), 0)
  return (
    <div
      className={`panel ${styles.lines}`}
      ref={list}
      onKeyDownCapture={(event) => moveInColumn(event, boxes)}
    >
      {parts.map(
        ([title, some]) =>
          some.length > 0 && (
            <section key={title} className={styles.part} aria-label={title}>
              <h2>
                {title} <span>{counted(some.length)}</span>
              </h2>
              <ul>
                {some.map((one) => (
                  <Line key={one.line.articleId} chosen={one} onChange={state.change} />
                ))}
              </ul>
            </section>
          ),
      )}
      {failure && (
        <p className={`notice notice--error ${styles.failure}`} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.foot}>
        <p role="status">
          {counted(wanted.length)}{' '}
          <strong>
            <Money cents={total} />
          </strong>
        </p>
        <button
          ref={add}
          type="button"
          className="button button--ok"
          aria-disabled={adding || wanted.length === 0}
          onClick={() => void state.add()}
        >
          {adding ? 'Agregando…' : `Agregar ${counted(wanted.length)}`}
        </button>
      </div>
    </div>
  )
}

interface LineProps {
  readonly chosen: ChosenLine
  readonly onChange: UsualOrderState['change']
}

function Line({ chosen, onChange }: LineProps) {
  const { line, on, text, inCart } = chosen
  const { articleId, code, description, image, multiple, unitPrice } = line
  // A quantity that is typed is meant.
  const type = (quantity: string) => onChange(articleId, { quantity, on: true })
  return (
    <li className={styles.line} data-on={on}>
      <input
        type="checkbox"
        aria-label={`Pedir ${code}`}
        checked={on}
        onChange={({ target }) => onChange(articleId, { on: target.checked })}
      />
      <MediaView className={styles.image} source={image} video={false} alt="" width={40} height={40} />
      <div className={styles.what}>
        <h3>
          <span className={styles.code}>{code}</span> {description}
        </h3>
        <p>
          {reasonOf(line)}
          {inCart > 0 && <strong> · En el carrito: {formatCount(inCart)}</strong>}
        </p>
      </div>
      <div className={styles.quantity} data-quantity>
        <QuantityBox of={code} multiple={multiple} value={text} onChange={type} />
      </div>
      <p className={styles.amount}>
        <span className={styles.unit}>{formatMoney(unitPrice)} c/u</span>
        <Money cents={amountOf(chosen)} />
      </p>
    </li>
  )
}
