import type { CartLine } from '../../../contract/cart.ts'
import { totalChanged } from '../../../contract/orders.ts'
import { hasPrice, lineAmount } from '../../../contract/rules.ts'
import { formatPrice } from '../../lib/format.ts'
import { totalOf } from '../../shop/cart.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
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
      <p>{totalChanged}.</p>
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">Artículo</th>
            <th scope="col">Antes</th>
            <th scope="col">Ahora</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ articleId, code, description, shownUnit, unitPrice, sold }) => (
            <tr key={articleId}>
              <th scope="row">
                <span>{code}</span> {description}
              </th>
              <td>{shownUnit === null ? '—' : formatPrice(shownUnit)}</td>
              <td>
                <strong>
                  {!sold || !hasPrice(unitPrice) ? (
                    'Ya no está a la venta; se quita'
                  ) : (
                    <Money cents={unitPrice} />
                  )}
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Money cents={totalOf(lines)} />
            </td>
            <td>
              <strong>
                <Money cents={total} />
              </strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </Modal>
  )
}
