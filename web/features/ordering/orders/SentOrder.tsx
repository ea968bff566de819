import { useQuery } from '@tanstack/react-query'
import { deliveryInWords, saleTermsInWords } from '../../../../contract/order-text.ts'
import { getOrder, numberText, ORDER_TO_SHOW, type OrderNumbers } from '../../../../contract/orders.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Facts } from '../../../shop/orders/OrderFacts.tsx'
import styles from './order-confirmed.module.css'

/** An order that was made, as the server has it: its number, contents and delivery, and who got a copy by mail. */
export function SentOrder({ numbers }: { numbers: OrderNumbers }) {
  const { data: order } = useQuery(queryOf(getOrder, { params: { id: numbers.orderId } }))
  return (
    <>
      {/* The ERP's number may have come since the order was sent. */}
      <p className={styles.number}>
        {numberText({ orderId: numbers.orderId, erpNumber: order?.erpNumber ?? numbers.erpNumber })}
      </p>
      {order && (
        <div className={styles.facts}>
          <Facts
            note={order.note}
            facts={[
              ['Cliente', order.businessName],
              ['Total', formatMoney(order.total)],
              ['Artículos', formatCount(order.lineCount)],
              ['Entrega', deliveryInWords(order)],
              ['Condición de venta', saleTermsInWords(order)],
              ['Copia por correo', order.copyTo.join(', ')],
            ]}
          />
        </div>
      )}
      <p>
        <Link to={paths.orderOf(numbers.orderId)}>Seguir este pedido</Link>
      </p>
      <p>
        <Link to={paths.myOrders} search={{ [ORDER_TO_SHOW]: numbers.orderId }}>
          Ver los items de este pedido
        </Link>
      </p>
    </>
  )
}
