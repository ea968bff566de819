import { otherTotalsOf } from '../../../contract/order-text.ts'
import { NO_ADDRESS, type OrderRow } from '../../../contract/orders.ts'
import { formatAmount, formatCount, formatDate } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/table/columns.ts'
import { capital } from './fulfilment-words.tsx'
import styles from './order-columns.module.css'

/** An order's web number, which leads to its page (R308). */
export const OrderLink = ({ id }: { id: number }) => (
  <Link to={paths.orderOf(id)} aria-label={`Pedido web ${id}`}>
    <strong>{id}</strong>
  </Link>
)

/** The ERP's number, and below it the one that the client gave the order in a sheet. */
const orderNumbers = ({ erpNumber, clientNumber }: OrderRow) => (
  <>
    {erpNumber}
    {clientNumber && <small className={styles.below}>Del cliente: {clientNumber}</small>}
  </>
)

/** The columns of the lists of orders (R102, R202). */
export const orderColumns: readonly Column<OrderRow>[] = [
  { name: 'id', label: 'Nro WEB', kind: 'short', show: ({ id }) => <OrderLink id={id} /> },
  { name: 'number', label: 'Nro Pedido', kind: 'short', show: orderNumbers },
  {
    name: 'address',
    label: 'Direccion',
    show: ({ addressId, address }) => address || (addressId === NO_ADDRESS ? 'A coordinar' : null),
  },
  {
    name: 'date',
    label: 'Fecha',
    kind: 'short',
    // A phone's row has room for why it is held in its second line alone.
    show: ({ createdAt, held }) => (
      <>
        {formatDate(createdAt)}
        {held && <span className={styles.onPhone}> · {capital(held)}</span>}
      </>
    ),
  },
  { name: 'client', label: 'Cliente', kind: 'long', show: ({ businessName }) => businessName },
  {
    name: 'total',
    label: 'Total',
    kind: 'figure',
    show: (order) => (
      <>
        <strong>$&nbsp;{formatAmount(order.total)}</strong>
        {otherTotalsOf(order).map(([name, cents]) => (
          <small key={name} className={styles.below}>
            {name} $&nbsp;{formatAmount(cents)}
          </small>
        ))}
      </>
    ),
  },
  { name: 'lines', label: 'Cant. items', kind: 'figure', show: ({ lineCount }) => formatCount(lineCount) },
]
