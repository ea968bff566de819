import { IconCheck } from '@tabler/icons-react'
import { lineAmount } from '../../../contract/rules.ts'
import { formatCount } from '../../lib/format.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './review.module.css'
import type { StoredLine } from './review-state.ts'

type ShownLine = Pick<StoredLine, 'code' | 'description' | 'quantity' | 'askedQuantity' | 'unitPrice'>

/** The lines that went into the cart, as the server stored them, the latest first (R33). */
export function StoredLines({ lines }: { readonly lines: readonly ShownLine[] }) {
  if (lines.length === 0) return null
  return (
    <section className={`panel ${styles.review}`} aria-labelledby="agregados">
      <h2 id="agregados">Agregado al carrito</h2>
      <ul className={styles.stored}>
        {lines.map(({ code, description, quantity, askedQuantity, unitPrice }) => (
          <li key={code}>
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
