import type { CartLine } from '../../contract/cart.ts'
import { formatMoney } from '../lib/format.ts'
import { lineUnit } from './cart-amounts.ts'
import styles from './price-since.module.css'
import { hasMoved, movesSincePut, type PriceMoves, partOf } from './price-since.ts'

interface PriceSinceProps {
  /** Cents one unit cost before; undefined where that is not known. */
  readonly before: number | undefined
  /** Cents one unit costs now. */
  readonly now: number
  /** When that was, where the text beside it does not say. */
  readonly then?: 'la última vez' | 'al agregarlo' | 'a'
}

/** 'la última vez $ 7.200,00, +26 %'; nothing where the price is the same (R242). */
export function PriceSince({ before, now, then = 'la última vez' }: PriceSinceProps) {
  if (!hasMoved(before, now)) return null
  return (
    <small className={styles.since}>
      {then} {formatMoney(before)}, <em data-up={now > before || undefined}>{partOf(before, now)}</em>
    </small>
  )
}

/** How a cart line's price moved since it was put there; where it did not, since the client last paid it (R242). */
export function CartPriceSince({ line, last }: { readonly line: CartLine; readonly last: number | undefined }) {
  const now = lineUnit(line)
  return hasMoved(line.shownPrice, now) ? (
    <PriceSince then="al agregarlo" before={line.shownPrice} now={now} />
  ) : (
    <PriceSince before={last} now={now} />
  )
}

/** What a cart came to when its lines were put there, where prices have moved since (R242). */
export function CartMovesNote({ lines }: { readonly lines: readonly CartLine[] }) {
  const moves = movesSincePut(lines)
  if (!moves) return null
  return (
    <section className="notice" aria-label="Cambios de precio">
      <p>
        <strong>Los precios cambiaron desde que se armó este carrito.</strong>
      </p>
      <PriceMovesNote moves={moves} then="Costaba" />
    </section>
  )
}

/** What an order costs more or less than at the prices paid before, and the lines that rose most (R242). */
export function PriceMovesNote({ moves, then }: { readonly moves: PriceMoves; readonly then: string }) {
  const { before, now, risen } = moves
  const sign = now < before ? '−' : '+'
  return (
    <div className={styles.moves}>
      <p>
        {then} <strong>{formatMoney(before)}</strong>; hoy cuesta <strong>{formatMoney(now)}</strong>
        {before !== now && (
          <>
            {' '}
            ({sign}
            {formatMoney(Math.abs(now - before))}, {partOf(before, now)})
          </>
        )}
        .
      </p>
      {risen.length > 0 && (
        <p>
          {risen.length === 1 ? 'Lo que subió' : 'Lo que más subió'}:{' '}
          {risen.map((line, at) => (
            <span key={line.code}>
              {at > 0 && '; '}
              <strong>{line.code}</strong> {line.description} {partOf(line.before, line.now)}
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}
