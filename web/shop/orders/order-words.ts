/** An order in words and addresses, for the screens that tell of one. */
import type { OrderNumbers } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { paths } from '../../paths.ts'
import type { KeptOrder } from '../device-store.ts'

/** An order's number in words: the ERP's, and the shop's own until there is one (R26). */
export const numberText = ({ orderId, erpNumber }: OrderNumbers): string =>
  erpNumber === null ? `Numero de pedido web: ${orderId}` : `Numero de pedido: ${erpNumber}`

/** Where an order is confirmed, or decided about once the server has stopped it. */
export const confirmPathOf = ({ owner: { clientId } }: Pick<KeptOrder, 'owner'>, isStaff: boolean): string =>
  isStaff && clientId !== NO_CLIENT ? paths.confirmOrderFor(clientId) : paths.confirmOrder
