import { type ChangedLine, totalChanged } from '../../../../contract/orders.ts'
import { isPrice } from '../../../../contract/price.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import type { KeptOrder, OrderStop } from '../../../shop/book/device-store.ts'
import { amountOf, isOffered, linesAsAccepted } from '../../../shop/book/order-changes.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './confirm-order.module.css'

interface ChangesDialogProps {
  /** An order that the server stopped, with the changes it found. */
  order: KeptOrder & { readonly stopped: OrderStop }
  onAccept: () => void
  onClose: () => void
}

/** A changed line, together with the line as the user confirmed it. */
interface Change extends ChangedLine {
  /** Units, and cents of one unit, as the user confirmed them; null for an article that only the server's cart has. */
  readonly shown: { readonly quantity: number; readonly unitPrice: number } | null
}

const units = (quantity: number) => `${formatCount(quantity)} u.`

/** Tells the units in the server's cart where the screen knew another number; '' where it did not. */
function serverCartNote({ inCart, shown }: Change): string {
  if (inCart === undefined) return ''
  if (!shown) return `Hay ${units(inCart)} en el carrito: se ${inCart === 1 ? 'queda' : 'quedan'} allí`
  return inCart === 0 ? 'En otro equipo ya se pidió o se quitó' : `En el carrito hay ${units(inCart)}, de otro equipo`
}

/** Each article's quantity and price before and now. `before` and `now` are the order's totals, in cents. */
const columnsOf = (before: number, now: number): readonly Column<Change>[] => [
  {
    name: 'article',
    label: 'Artículo',
    kind: 'long',
    show: (change) => (
      <>
        {change.description}
        <small>{[change.code, serverCartNote(change)].filter(Boolean).join(' · ')}</small>
        {change.question && <strong className={styles.question}>{change.question}</strong>}
      </>
    ),
    foot: 'Total',
  },
  {
    name: 'before',
    label: 'Antes',
    kind: 'figure',
    show: ({ shown }) => (shown ? `${units(shown.quantity)} a ${formatPrice(shown.unitPrice)}` : '—'),
    foot: <Money cents={before} />,
  },
  {
    name: 'now',
    label: 'En este pedido',
    kind: 'figure',
    show: (change) => (
      <strong>
        {isOffered(change)
          ? `${units(change.quantity)} a ${formatPrice(change.unitPrice)}`
          : change.sold && isPrice(change.unitPrice)
            ? 'No se pide'
            : 'Ya no está a la venta; se quita'}
      </strong>
    ),
    foot: <Money cents={now} />,
  },
]

/**
 * What changed since the order was confirmed: each line before and now, and the questions about unusual quantities. The user
 * accepts the changes or goes back (R22, R34, R225).
 */
export function ChangesDialog({ order, onAccept, onClose }: ChangesDialogProps) {
  const { changes, reason } = order.stopped
  const total = amountOf(linesAsAccepted(order, changes).lines)
  const shown = new Map(order.lines.map((line) => [line.articleId, line]))
  const rows = changes.map((change): Change => ({ ...change, shown: shown.get(change.articleId) ?? null }))
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
            <button type="button" className="button button--ok" onClick={onAccept}>
              Aceptar y enviar
            </button>
          )}
        </>
      }
    >
      <p className={styles.changed}>{reason || totalChanged}.</p>
      <DataTable
        label="Cambios"
        columns={columnsOf(amountOf(order.lines), total)}
        rows={rows}
        keyOf={({ articleId }) => articleId}
        nameOf={({ code }) => code}
      />
    </Modal>
  )
}
