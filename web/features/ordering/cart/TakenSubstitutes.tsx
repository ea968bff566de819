import { useState } from 'react'
import type { RepeatedLine } from '../../../../contract/orders.ts'
import { insteadInWords } from '../../../../contract/substitute-words.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { useForget } from '../../../shop/review/InsteadNote.tsx'
import styles from './cart.module.css'

/** The lines that went into the cart as other articles, because somebody decided so; each with a way back (R375). */
export function TakenSubstitutes({
  lines,
  clientId,
}: {
  readonly lines: readonly RepeatedLine[]
  readonly clientId: number
}) {
  if (lines.length === 0) return null
  return (
    <section className={`panel ${styles.substitutes}`} aria-labelledby="reemplazos">
      <h2 id="reemplazos" className={styles.takenTitle}>
        En lugar de lo que no se puede pedir
      </h2>
      <ul className={styles.takenList}>
        {lines.map((line) => (
          <Taken key={line.code} line={line} clientId={clientId} />
        ))}
      </ul>
    </section>
  )
}

function Taken({ line, clientId }: { readonly line: RepeatedLine; readonly clientId: number }) {
  const { articleId = 0, code, description, substitute, quantity, askedQuantity, unitPriceBefore, unitPrice } = line
  const [isForgotten, setForgotten] = useState(false)
  const forget = useForget({ clientId, articleId, code }, () => setForgotten(true))
  if (!substitute) return null
  const instead = { articleId, code, description, decidedBy: substitute.decidedBy }
  return (
    <li className={styles.taken}>
      <p>
        <strong>{substitute.code}</strong> {substitute.description}
      </p>
      <p>{insteadInWords(instead)}</p>
      <p>
        {formatCount(quantity)} {quantity === 1 ? 'unidad' : 'unidades'}
        {quantity !== askedQuantity && ` (pedida: ${formatCount(askedQuantity)})`} ·{' '}
        {unitPriceBefore > 0 && `antes ${formatMoney(unitPriceBefore)} c/u · `}hoy {formatMoney(unitPrice)} c/u
      </p>
      {isForgotten ? (
        <p role="status">La próxima vez le preguntamos. El artículo sigue en el carrito: quítelo si no lo quiere.</p>
      ) : (
        <button
          type="button"
          className="button button--small button--plain"
          aria-label={`No más ${substitute.code} en lugar de ${code}`}
          aria-disabled={forget.busy}
          onClick={() => void forget.run()}
        >
          No más
        </button>
      )}
    </li>
  )
}
