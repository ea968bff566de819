import { formatMoney } from '../lib/format.ts'
import styles from './price-since.module.css'
import { hasMoved, type PriceMoves, partOf } from './price-since.ts'

interface PriceSinceProps {
  /** Cents one unit cost this client the last time; undefined where that is not known. */
  readonly before: number | undefined
  /** Cents one unit costs now. */
  readonly now: number
  /** Whether the text beside it already says that this was the last time. */
  readonly short?: boolean
}

/** 'la última vez $ 7.200,00, +26 %'; nothing where the price is the same (R242). */
export function PriceSince({ before, now, short = false }: PriceSinceProps) {
  if (!hasMoved(before, now)) return null
  return (
    <small className={styles.since}>
      {short ? 'a' : 'la última vez'} {formatMoney(before)},{' '}
      <em data-up={now > before || undefined}>{partOf(before, now)}</em>
    </small>
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
