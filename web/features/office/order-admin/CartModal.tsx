import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CartLine, getCart } from '../../../../contract/cart.ts'
import type { PendingCart } from '../../../../contract/clients.ts'
import { isVideo } from '../../../../contract/media.ts'
import { noteInWords } from '../../../../contract/order-text.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatAmount, formatCount, formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { isOrderable, lineUnit, totalOf } from '../../../shop/cart-amounts.ts'
import { TotalInLine } from '../../../shop/vat/TotalInLine.tsx'
import { useCartVat } from '../../../shop/vat/use-vat.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { ageOf } from './cart-text.ts'
import styles from './order-admin.module.css'

const columns: readonly Column<CartLine>[] = [
  {
    name: 'image',
    label: 'Imagen',
    show: ({ image, media1 }) => (
      <MediaView
        className={styles.image}
        source={image}
        video={media1 !== null && isVideo(media1)}
        alt=""
        width={56}
        height={56}
      />
    ),
  },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    show: (line) => (
      <>
        {line.description}
        {!isOrderable(line) && <small>{line.sold ? 'Sin precio' : 'Ya no está a la venta'}</small>}
      </>
    ),
  },
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  { name: 'quantity', label: 'Cantidad', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
  {
    name: 'amount',
    label: 'Subtotal',
    kind: 'figure',
    show: (line) => (isOrderable(line) ? formatAmount(lineAmount(lineUnit(line), line.quantity)) : '—'),
  },
  { name: 'note', label: 'Observación', kind: 'long', show: ({ note }) => noteInWords(note) || '—' },
]

interface CartModalProps {
  cart: PendingCart
  /** The buttons of the actions on the cart. */
  children: ReactNode
  onClose: () => void
}

/** A client's cart, read-only (R202: image, description, code, quantity, subtotal, observation). */
export function CartModal({ cart, children, onClose }: CartModalProps) {
  const { userId, clientId, businessName, holder, days, updatedAt } = cart
  const lines = useQuery(queryOf(getCart, { query: { userId, clientId } }))
  const vat = useCartVat(lines.data ?? [])
  return (
    <Modal
      title={`Carrito de ${businessName}`}
      size="large"
      reading
      onClose={onClose}
      footer={
        <div className={styles.foot}>
          {lines.data ? <TotalInLine cents={totalOf(lines.data)} vat={vat} /> : <p>Total …</p>}
          <div className={styles.footButtons}>{children}</div>
        </div>
      }
    >
      <p className={styles.facts}>
        Lo carga {holder}. Parado: {ageOf(days)}. Último cambio: {formatDate(updatedAt)}.
      </p>
      <Waiting for={lines} rows={4} height={56}>
        {(rows) =>
          rows.length === 0 ? (
            <p>El carrito ya no tiene artículos: se confirmó o se borró.</p>
          ) : (
            <DataTable
              label={`Carrito de ${businessName}`}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ code }) => code}
              dense
            />
          )
        }
      </Waiting>
    </Modal>
  )
}
