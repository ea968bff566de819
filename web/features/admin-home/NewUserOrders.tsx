import { useState } from 'react'
import { type NewUserOrder, USER_TO_EDIT } from '../../../contract/user-admin.ts'
import { formatCount, formatCuit } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { useNewUserOrders } from './admin-home.api.ts'
import { NewUserOrderModal } from './NewUserOrderModal.tsx'
import { dayOf } from './order-text.ts'
import { Section } from './Section.tsx'

/** Orders of users who have no client in the legacy system yet; their name leads to where one is linked. */
export function NewUserOrders() {
  const orders = useNewUserOrders()
  const [shown, setShown] = useState<NewUserOrder | null>(null)
  return (
    <>
      <Section title="Pedidos de usuarios nuevos" list={orders} empty="No hay pedidos de usuarios nuevos.">
        {(rows) => (
          <table className="data-table">
            <caption className="visually-hidden">Pedidos de usuarios nuevos</caption>
            <thead>
              <tr>
                <th scope="col">Nro WEB</th>
                <th scope="col">Fecha</th>
                <th scope="col">Razón social</th>
                <th scope="col">Nombre</th>
                <th scope="col">Email</th>
                <th scope="col">CUIT</th>
                <th scope="col" className="data-table__figure">
                  Cant. items
                </th>
                <th scope="col">
                  <span className="visually-hidden">Opciones</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((order) => (
                <tr key={order.id}>
                  <td data-label="Nro WEB">{order.id}</td>
                  <td data-label="Fecha" className="data-table__fixed">
                    {dayOf(order.date)}
                  </td>
                  <td data-label="Razón social" className="data-table__whole">
                    <Link to={paths.adminUsers} search={{ [USER_TO_EDIT]: order.userId }}>
                      {order.businessName || order.name}
                    </Link>
                  </td>
                  <td data-label="Nombre">{order.name}</td>
                  <td data-label="Email" className="data-table__whole">
                    {order.email}
                  </td>
                  <td data-label="CUIT" className="data-table__fixed">
                    {formatCuit(order.cuit)}
                  </td>
                  <td data-label="Cant. items" className="data-table__figure">
                    {formatCount(order.lines.length)}
                  </td>
                  <td className="data-table__ways data-table__figure">
                    <button
                      type="button"
                      className="button button--plain"
                      aria-label={`Ver Items del pedido ${order.id}`}
                      onClick={() => setShown(order)}
                    >
                      Ver Items
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {shown && <NewUserOrderModal order={shown} onClose={() => setShown(null)} />}
    </>
  )
}
