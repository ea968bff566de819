import type { CartLine } from '../../../contract/cart.ts'
import { daysInWords, missingTo, missingToFree, missingToLeast } from '../../../contract/order-amounts.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { totalOf } from '../cart-amounts.ts'
import { useLastTaken } from '../last-taken.ts'
import styles from './order-terms.module.css'
import { useOrderTerms } from './order-terms.ts'

interface OrderTermsNoteProps {
  lines: readonly CartLine[]
  /** Whether the order is delivered; null while nobody has said so, as in a cart. */
  delivers: boolean | null
  className?: string | undefined
}

/**
 * What a cart lacks for the least order and for free delivery, as it fills, with a way to what this client usually takes; once a
 * delivery is chosen, the days of the zone, too (R362).
 */
export function OrderTermsNote({ lines, delivers, className = '' }: OrderTermsNoteProps) {
  const terms = useOrderTerms()
  const lastTaken = useLastTaken()
  if (!terms) return null
  const total = totalOf(lines)
  const toLeast = missingTo(terms.least, total)
  const isFreeTold = terms.freeFrom !== null && delivers !== false
  const toFree = isFreeTold ? missingTo(terms.freeFrom, total) : 0
  const days = delivers ? daysInWords(terms.days) : ''
  if (toLeast === 0 && !isFreeTold && days === '') return null
  const inCart = new Set(lines.map(({ articleId }) => articleId))
  const takesMore = [...lastTaken.keys()].some((articleId) => !inCart.has(articleId))
  return (
    <section
      className={`notice ${styles.note} ${className}`}
      data-lacks={toLeast > 0 || undefined}
      aria-label="Pedido mínimo y envío"
    >
      <div role="status">
        {toLeast > 0 && (
          <p>
            <strong>{missingToLeast(toLeast)}</strong>
          </p>
        )}
        {isFreeTold && <p>{toFree > 0 ? missingToFree(toFree) : 'Envío sin cargo'}</p>}
      </div>
      {days && <p>Entrega {days}</p>}
      {(toLeast > 0 || toFree > 0) && takesMore && <Link to={paths.usualOrder}>Ver lo que suele llevar</Link>}
    </section>
  )
}
