import type { NewUserOrder } from '../../../contract/orders.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { OrderCertificates } from '../../shop/orders/OrderCertificates.tsx'
import { Modal } from '../../ui/Modal.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { observationOf } from './order-text.ts'

const columns: readonly Column<NewUserOrder['lines'][number]>[] = [
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    show: ({ description, note }) => (
      <>
        {description} {observationOf(note) && <small>{observationOf(note)}</small>}
      </>
    ),
  },
  { name: 'unitPrice', label: 'Precio', kind: 'figure', show: ({ unitPrice }) => formatAmount(unitPrice) },
  { name: 'quantity', label: 'Cantidad', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
]

/** The articles of a new user's order: code, description, price and quantity (R202). */
export const NewUserOrderModal = ({ order, onClose }: { order: NewUserOrder; onClose: () => void }) => (
  <Modal
    title={`Items del pedido ${order.id}`}
    size="large"
    onClose={onClose}
    footer={<OrderCertificates orderId={order.id} />}
  >
    <p className="admin-home__whose">
      {order.businessName || order.name} · {order.email}
    </p>
    <DataTable
      label={`Items del pedido ${order.id}`}
      columns={columns}
      rows={order.lines}
      keyOf={({ code }) => code}
      nameOf={({ code }) => code}
    />
  </Modal>
)
