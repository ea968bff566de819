import type { MadeBranchOrder } from '../../../../contract/branch-orders.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { HeldMark } from '../../../shop/orders/fulfilment-words.tsx'
import shared from '../../../shop/sheets/sheets.module.css'
import { Money } from '../../../ui/Money.tsx'
import styles from './branch-orders.module.css'
import { type BranchPlan, nameOfBranch } from './branch-plan.ts'

interface MadeOrdersProps {
  readonly plan: BranchPlan
  readonly made: readonly MadeBranchOrder[]
  readonly onAgain: () => void
}

/** The orders that were made, each with the way to its page. */
export function MadeOrders({ plan: { branches, fileName }, made, onAgain }: MadeOrdersProps) {
  const total = made.reduce((sum, order) => sum + order.total, 0)
  const nameOf = (addressId: number) => {
    const branch = branches.find((one) => one.addressId === addressId)
    return branch ? nameOfBranch(branch) : ''
  }
  return (
    <div className={shared.review}>
      <section className="notice notice--ok" role="status">
        <strong>
          {made.length === 1 ? 'Se creó 1 pedido' : `Se crearon ${formatCount(made.length)} pedidos`} de {fileName} por{' '}
          <Money cents={total} />
        </strong>
      </section>
      <section className={`panel ${styles.made}`} aria-label="Pedidos creados">
        <ul>
          {made.map(({ addressId, orderId, erpNumber, lineCount, total: cents, held }) => (
            <li key={orderId}>
              <strong>{nameOf(addressId)}</strong>
              <Link to={paths.orderOf(orderId)}>
                Nro WEB {orderId}
                {erpNumber !== null && ` · Nro Pedido ${erpNumber}`}
              </Link>
              <span className={styles.lines}>
                {countInWords(lineCount, 'renglón', 'renglones')} · <Money cents={cents} />
              </span>
              {held && (
                <span className={styles.held}>
                  <HeldMark reason={held} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <div className="message-page__ways">
        <Link to={paths.myOrders} className="button" onClick={onAgain}>
          Ver mis pedidos
        </Link>
        <button type="button" className="button button--plain" onClick={onAgain}>
          Cargar otra planilla
        </button>
      </div>
    </div>
  )
}
