import type { OrderChannel, OrderRow } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/api.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useOrderLines } from './orders.api.ts'

const channelNames: Record<OrderChannel, string> = {
  web: 'Tienda web',
  repeat: 'Pedido repetido',
  import: 'Planilla importada',
}

/** Who made an order, for whom and by which channel (READINGS 25); only staff is told. */
function Origin({ order: { madeBy, channel, businessName } }: { order: OrderRow }) {
  if (madeBy === undefined) return null
  return (
    <dl className="order-origin">
      <div>
        <dt>Cliente</dt>
        <dd>{businessName}</dd>
      </div>
      <div>
        <dt>Hecho por</dt>
        <dd>{madeBy}</dd>
      </div>
      {channel && (
        <div>
          <dt>Canal</dt>
          <dd>{channelNames[channel]}</dd>
        </div>
      )}
    </dl>
  )
}

/** 'Items del pedido': what was agreed, by code (spec 1 section 2). */
export function OrderLinesModal({ order, onClose }: { order: OrderRow; onClose: () => void }) {
  const { data, isPending, error } = useOrderLines(order.id)
  return (
    <Modal title="Items del pedido" size="large" reading onClose={onClose}>
      <Origin order={order} />
      {isPending && <SkeletonRows rows={4} height={40} />}
      {error && <p className="notice notice--error">{messageOf(error)}</p>}
      {data && (
        <table className="order-lines">
          <thead>
            <tr>
              <th scope="col">Código</th>
              <th scope="col">Descripción</th>
              <th scope="col">Precio unitario</th>
              <th scope="col">Cantidad</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, code, description, unitPrice, quantity, note }) => (
              <tr key={id}>
                <td data-label="Código">{code}</td>
                <td>
                  {description}
                  {note && <small>{note}</small>}
                </td>
                <td data-label="Precio unitario">{formatAmount(unitPrice)}</td>
                <td data-label="Cantidad">{formatCount(quantity)}</td>
                <td data-label="Total">{formatAmount(lineAmount(unitPrice, quantity))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                Total
              </th>
              <td>
                <Money cents={order.total} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </Modal>
  )
}
