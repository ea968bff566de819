import { type OrderRow, repeatOrder } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/session.ts'
import { keepRepeatedAddress } from './repeated-address.ts'
import { useFillCart } from './use-fill-cart.ts'

/** Repeating an order, for oneself or for another client (R104). */
export function useRepeatOrder() {
  const user = useUser()
  const { start, ...filling } = useFillCart()
  return {
    ...filling,
    /** Repeats the order for its own client, or for the one that is given; or only what was ordered and will not come. */
    start: (
      { id, addressId, clientId: clientOfOrder }: OrderRow,
      { otherClient, onlyMissing = false }: { otherClient?: number; onlyMissing?: boolean } = {},
    ) => {
      const clientId = otherClient ?? (roles[user.type].isStaff ? clientOfOrder : user.clientId)
      start({
        by: 'order',
        clientId,
        fill: (clearCart) => call(repeatOrder, { params: { id }, body: { clientId, clearCart, onlyMissing } }),
        // The new one begins with the address to which the old one went.
        onFilled: () => keepRepeatedAddress(user.id, clientId, addressId),
      })
    },
  }
}
