import { useQuery } from '@tanstack/react-query'
import { getOrder, getOrderLines, type OrderLine, type OrderRow } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { usePhone } from '../../lib/media-query.ts'
import { queryOf } from '../../lib/query.ts'
import { Modal } from '../../ui/Modal.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { HistoryButton } from '../History.tsx'
import { TotalInLine } from '../vat/TotalInLine.tsx'
import { vatOfOrder } from '../vat/vat-of-order.ts'
import { LineNote } from './LineNote.tsx'
import { OrderCertificates } from './OrderCertificates.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import styles from './order-dialogs.module.css'

/** By code, as the server answers them (R102). */
const columns: readonly Column<OrderLine>[] = [
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    show: ({ description, note }) => (
      <>
        {description}
        <LineNote note={note} />
      </>
    ),
  },
  {
    name: 'price',
    label: 'Precio unitario',
    kind: 'figure',
    show: ({ unitPrice }) => formatAmount(unitPrice),
  },
  { name: 'quantity', label: 'Cantidad', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
  {
    name: 'amount',
    label: 'Total',
    kind: 'figure',
    show: ({ unitPrice, quantity }) => formatAmount(lineAmount(unitPrice, quantity)),
  },
]

interface OrderLinesModalProps {
  order: OrderRow
  busy: boolean
  onRepeat: () => void
  onClose: () => void
}

/** 'Items del pedido': what was agreed, by code (R102), and the way to order it again. */
export function OrderLinesModal({ order, busy, onRepeat, onClose }: OrderLinesModalProps) {
  const lines = useQuery(queryOf(getOrderLines, { params: { id: order.id } }))
  const { data: detail } = useQuery(queryOf(getOrder, { params: { id: order.id } }))
  const isPhone = usePhone()
  // On a phone below the lines: above them they would take the room of two.
  const papers = (
    <div className={styles.papers}>
      <OrderDocuments orderId={order.id} />
    </div>
  )
  return (
    <Modal
      title="Items del pedido"
      size="large"
      reading
      onClose={onClose}
      footer={
        <div className={styles.foot}>
          <TotalInLine cents={order.total} vat={detail ? vatOfOrder(detail) : null} />
          <OrderCertificates orderId={order.id} />
          <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && onRepeat()}>
            Repetir pedido
          </button>
        </div>
      }
    >
      <OrderFacts order={order} />
      {!isPhone && papers}
      <HistoryButton entity="order" id={order.id} name={`del pedido ${order.id}`} />
      <Waiting for={lines} rows={4} height={40}>
        {(rows) => (
          <DataTable
            label="Items del pedido"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={({ code }) => code}
            dense
          />
        )}
      </Waiting>
      {isPhone && papers}
    </Modal>
  )
}
