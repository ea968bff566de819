import type { NewUserOrder } from '../../../contract/user-admin.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { observationOf } from './order-text.ts'

/** The articles of a new user's order: code, description, price and quantity (spec 2 section 2). */
export function NewUserOrderModal({ order, onClose }: { order: NewUserOrder; onClose: () => void }) {
  return (
    <Modal title={`Items del pedido ${order.id}`} size="large" onClose={onClose}>
      <p className="admin-home__whose">
        {order.businessName || order.name} · {order.email}
      </p>
      <table className="order-items">
        <thead>
          <tr>
            <th scope="col">Código</th>
            <th scope="col">Descripción</th>
            <th scope="col">Precio</th>
            <th scope="col">Cantidad</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ code, description, unitPrice, quantity, note }) => (
            <tr key={code}>
              <td>{code}</td>
              <td>
                {description}
                {observationOf(note) && <small>{observationOf(note)}</small>}
              </td>
              <td data-label="Precio">{formatAmount(unitPrice)}</td>
              <td data-label="Cantidad">{formatCount(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
