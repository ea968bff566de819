import { useQuery } from '@tanstack/react-query'
import { getOrderLines, type OrderNumbers } from '../../../../contract/orders.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { useCart } from '../../../shop/cart.ts'
import { Money } from '../../../ui/Money.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './order-confirmed.module.css'
import { SentOrder } from './SentOrder.tsx'

/** An order that an earlier try had made, with other contents than the last try sent: its number and its lines (R22). */
export function StandingOrder({ numbers }: { numbers: OrderNumbers }) {
  const { orderId } = numbers
  const lines = useQuery(queryOf(getOrderLines, { params: { id: orderId } }))
  const cart = useCart()
  const linesInCart = cart.lines.size
  return (
    <>
      <h1>Este pedido ya estaba hecho</h1>
      <p>Se hizo en el primer envío, antes de los últimos cambios, y no se hizo ningún otro. Esto es lo que tiene.</p>
      <SentOrder numbers={numbers} />
      <Waiting for={lines} rows={2} height={40}>
        {(held) => (
          <ul className={styles.held} aria-label="Artículos del pedido">
            {held.map(({ id, code, description, quantity, unitPrice, note }) => (
              <li key={id}>
                <span>
                  {description}
                  <small>
                    {code} · {formatCount(quantity)} × <Money cents={unitPrice} />
                    {note && ` · ${note}`}
                  </small>
                </span>
                <Money cents={lineAmount(unitPrice, quantity)} />
              </li>
            ))}
          </ul>
        )}
      </Waiting>
      {linesInCart > 0 ? (
        <p>
          Lo que le falta sigue <Link to={paths.cart}>en el carrito</Link>: puede enviarlo en otro pedido.
        </p>
      ) : (
        <p>Si hay que cambiarle algo, comuníquese con nuestro equipo de ventas.</p>
      )}
      <ContactWays />
    </>
  )
}
