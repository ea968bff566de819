import type { NewUserOrder } from '../../../../contract/new-user-orders.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { LineNote } from '../../../shop/orders/LineNote.tsx'
import { OrderCertificates } from '../../../shop/orders/OrderCertificates.tsx'
import { OrderFacts } from '../../../shop/orders/OrderFacts.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './admin-home.module.css'

const columns: readonly Column<NewUserOrder['lines'][number]>[] = [
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    show: ({ description, note }) => (
      <>
        {description} <LineNote note={note} />
      </>
    ),
  },
  { name: 'unitPrice', label: 'Precio', kind: 'figure', show: ({ unitPrice }) => formatAmount(unitPrice) },
  { name: 'quantity', label: 'Cantidad', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
]

interface NewUserOrderModalProps {
  order: NewUserOrder
  onHandled: () => void
  onClose: () => void
}

/** A new user's order: where it goes, its observation, its articles and total (R202, R235). */
export const NewUserOrderModal = ({ order, onHandled, onClose }: NewUserOrderModalProps) => (
  <Modal
    title={`Items del pedido ${order.id}`}
    size="large"
    onClose={onClose}
    footer={
      <div className={styles.foot}>
        <p>
          Total <Money cents={order.total} />
        </p>
        <OrderCertificates orderId={order.id} />
        <button type="button" className="button" onClick={onHandled}>
          Marcar como atendido
        </button>
      </div>
    }
  >
    <p className={styles.whose}>
      {order.businessName || order.name} · {order.email}
    </p>
    <OrderFacts order={order} />
    <DataTable
      label={`Items del pedido ${order.id}`}
      columns={columns}
      rows={order.lines}
      keyOf={({ code }) => code}
      nameOf={({ code }) => code}
    />
  </Modal>
)
