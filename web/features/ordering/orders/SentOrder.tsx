import { useQuery } from '@tanstack/react-query'
import { deliveryInWords, saleTermsInWords, totalLabelOf } from '../../../../contract/order-text.ts'
import {
  getOrder,
  numberText,
  ORDER_TO_SHOW,
  type OrderDetail,
  type OrderNumbers,
} from '../../../../contract/orders.ts'
import { firstShop } from '../../../lib/first-answers.ts'
import { formatCount, formatMoney, formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Facts } from '../../../shop/orders/OrderFacts.tsx'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { vatOfOrder } from '../../../shop/vat/vat-of-order.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import styles from './order-confirmed.module.css'

/** An order that was made, as the server has it: its number, contents and delivery, and who got a copy by mail. */
export function SentOrder({ numbers }: { numbers: OrderNumbers }) {
  const { data: order, error } = useQuery(queryOf(getOrder, { params: { id: numbers.orderId } }))
  return (
    <>
      <p className={styles.number}>
        {numberText({ orderId: numbers.orderId, erpNumber: order?.erpNumber ?? numbers.erpNumber })}
      </p>
      {order && <SentFacts order={order} />}
      {/* The links come with what stands above them, which would push them away under the pointer. */}
      {order || error ? (
        <>
          <p>
            <Link to={paths.orderOf(numbers.orderId)}>Seguir este pedido</Link>
            {order?.cancelableUntil && ` · Puede cambiarlo o cancelarlo hasta el ${formatTime(order.cancelableUntil)}`}
          </p>
          <p>
            <Link to={paths.myOrders} search={{ [ORDER_TO_SHOW]: numbers.orderId }}>
              Ver los items de este pedido
            </Link>
          </p>
        </>
      ) : (
        <div className={styles.facts}>
          <SkeletonRows rows={2} height={84} />
        </div>
      )}
    </>
  )
}

function SentFacts({ order }: { order: OrderDetail }) {
  const vat = vatOfOrder(order)
  return (
    <>
      {order.held && (
        <p className="notice" role="status">
          <strong>En espera:</strong> {order.held}. Pasa a preparación cuando la cuenta lo permita o lo liberemos
          {firstShop().hasNoMail ? '.' : '; le avisamos por correo.'}
        </p>
      )}
      <div className={styles.facts}>
        <Facts
          note={order.note}
          facts={[
            ['Cliente', order.businessName],
            [totalLabelOf([], order.pricesWithVat), formatMoney(order.total)],
            ['Artículos', formatCount(order.lineCount)],
            ['Entrega', deliveryInWords(order)],
            ['Condición de venta', saleTermsInWords(order)],
            ['Copia por correo', firstShop().hasNoMail ? '' : order.copyTo.join(', ')],
          ]}
        />
        {vat && <VatRows vat={vat} />}
      </div>
    </>
  )
}
