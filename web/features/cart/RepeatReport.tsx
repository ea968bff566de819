import { useState } from 'react'
import type { RepeatedLine } from '../../../contract/orders.ts'
import { formatCount } from '../../lib/format.ts'
import styles from './cart.module.css'

const outcomeOf = ({ outcome, askedQuantity, quantity }: RepeatedLine): string =>
  outcome === 'sin-venta'
    ? 'ya no está a la venta; no se agregó'
    : `cantidad ajustada de ${formatCount(askedQuantity)} a ${formatCount(quantity)}`

/** What became of a repeated order, line by line where it is not as it was (R23). */
export function RepeatReport({ lines }: { lines: readonly RepeatedLine[] }) {
  const [closed, setClosed] = useState(false)
  if (closed) return null
  const added = lines.filter(({ outcome }) => outcome !== 'sin-venta').length
  const different = lines.filter(({ outcome }) => outcome !== 'agregado')
  return (
    <section
      className={`notice ${styles.report} ${different.length > 0 ? '' : 'notice--ok'}`}
      aria-label="Pedido repetido"
    >
      <p>
        <strong>
          Pedido repetido: se {added === 1 ? 'agregó 1 artículo' : `agregaron ${added} artículos`} al carrito.
        </strong>
      </p>
      {different.length > 0 && (
        <ul>
          {different.map((line) => (
            <li key={line.code}>
              <strong>{line.code}</strong> {line.description}: {outcomeOf(line)}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button button--quiet" onClick={() => setClosed(true)}>
        Entendido
      </button>
    </section>
  )
}
