/** An order in words and addresses, for the screens that tell of one. */
import { NO_CLIENT } from '../../../contract/rules.ts'
import { paths } from '../../paths.ts'
import type { KeptOrder } from '../book/device-store.ts'

/** Where an order is confirmed, or decided about once the server has stopped it. */
export const confirmPathOf = ({ owner: { clientId } }: Pick<KeptOrder, 'owner'>, isStaff: boolean): string =>
  isStaff && clientId !== NO_CLIENT ? paths.confirmOrderFor(clientId) : paths.confirmOrder
