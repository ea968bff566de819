import type { CartLine } from '../../../contract/cart.ts'
import { totalChanged } from '../../../contract/orders.ts'
import { hasPrice, lineAmount } from '../../../contract/rules.ts'
import { formatPrice } from '../../lib/format.ts'
import { totalOf } from '../../shop/cart-amounts.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import styles from './confirm-order.module.css'
import type { Change } from './use-send-order.ts'

interface ChangesDialogProps {
  changes: readonly Change[]
  /** The cart as it was shown. */
  lines: readonly CartLine[]
  busy: boolean
  onAccept: () => void
  onClose: () => void
}

/** What the cart comes to with the changes, in cents. */
function totalWith(changes: readonly Change[], lines: readonly CartLine[]): number {
  const changed = new Map(changes.map((change) => [change.articleId, change]))
  const unchanged = totalOf(lines.filter(({ articleId }) => !changed.has(articleId)))
  return changes.reduce(
    (sum, { sold, unitPrice, quantity }) => sum + (sold ? lineAmount(unitPrice, quantity) : 0),
    unchanged,
  )
}

/** What each article cost on the screen and costs now, and what all of them come to, in cents. */
const columnsOf = (before: number, now: number): readonly Column<Change>[] => [
  {
    name: 'article',
    label: 'Artículo',
    kind: 'long',
    show: ({ code, description }) => (
      <>
        {description}
        <small>{code}</small>
      </>
    ),
    foot: 'Total',
  },
  {
    name: 'before',
    label: 'Antes',
    kind: 'figure',
    show: ({ shownUnit }) => (shownUnit === null ? '—' : formatPrice(shownUnit)),
    foot: <Money cents={before} />,
  },
  {
    name: 'now',
    label: 'Ahora',
    kind: 'figure',
    show: ({ sold, unitPrice }) => (
      <strong>
        {sold && hasPrice(unitPrice) ? <Money cents={unitPrice} /> : 'Ya no está a la venta; se quita'}
      </strong>
    ),
    foot: <Money cents={now} />,
  },
]

/** What changed since the cart was shown: what it was, what it is, and the choice to go on (R22). */
export function ChangesDialog({ changes, lines, busy, onAccept, onClose }: ChangesDialogProps) {
  const total = totalWith(changes, lines)
  return (
    <Modal
      title="Su pedido cambió"
      size="large"
      reading
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Volver
          </button>
          {total > 0 && (
            <button type="button" className="button button--ok" aria-disabled={busy} onClick={onAccept}>
              {busy ? 'Enviando…' : 'Aceptar y enviar'}
            </button>
          )}
        </>
      }
    >
      <p className={styles.changed}>{totalChanged}.</p>
      <DataTable
        label="Cambios"
        columns={columnsOf(totalOf(lines), total)}
        rows={changes}
        keyOf={({ articleId }) => articleId}
        nameOf={({ code }) => code}
      />
    </Modal>
  )
}
