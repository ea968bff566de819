import type { OrderChannel, OrderRow } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/api.ts'
import { formatAmount, formatCount, formatDate } from '../../lib/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useOrderLines } from './orders.api.ts'

const channelNames: Record<OrderChannel, string> = {
  web: 'Tienda web',
  repeat: 'Pedido repetido',
  import: 'Planilla importada',
}

/** Which order it is; who made it and by which channel only staff is told (R25). */
function Facts({ order }: { order: OrderRow }) {
  const { id, erpNumber, createdAt, address, businessName, madeBy, channel } = order
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ['Nro WEB', id],
    ['Nro Pedido', erpNumber ?? undefined],
    ['Fecha', formatDate(createdAt)],
    ['Direccion', address],
    ['Cliente', madeBy === undefined ? undefined : businessName],
    ['Hecho por', madeBy],
    ['Canal', channel && channelNames[channel]],
  ]
  return (
    <dl className="order-facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface OrderLinesModalProps {
  order: OrderRow
  busy: boolean
  onRepeat: () => void
  onClose: () => void
}

/** 'Items del pedido': what was agreed, by code (R102), and the way to order it again. */
export function OrderLinesModal({ order, busy, onRepeat, onClose }: OrderLinesModalProps) {
  const { data, isPending, error } = useOrderLines(order.id)
  return (
    <Modal
      title="Items del pedido"
      size="large"
      reading
      onClose={onClose}
      footer={
        <div className="order-foot">
          <p>
            Total <Money cents={order.total} />
          </p>
          <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && onRepeat()}>
            Repetir pedido
          </button>
        </div>
      }
    >
      <Facts order={order} />
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
        </table>
      )}
    </Modal>
  )
}
