import { deleteCart, getCart, getSimpleCart } from '../../../../contract/cart.ts'
import type { PendingCart } from '../../../../contract/clients.ts'
import { deleteCarts, listCarts, type RestoredCarts, restoreCarts } from '../../../../contract/order-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { showToast } from '../../../lib/toast.ts'

const outdates = [listCarts, getCart, getSimpleCart]
const cartsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'carrito' : 'carritos'}`

const restoredText = ({ carts, kept }: RestoredCarts) =>
  kept === 0
    ? `${cartsOf(carts)} como antes`
    : `${cartsOf(carts)} como antes; ${formatCount(kept)} renglones quedan como se cargaron después`

/** Deletes carts of other users, all or one; 'Deshacer' is offered for 10 s (R34). */
export function useDeleteCarts() {
  const restore = useAction(() => call(restoreCarts), { outdates, success: restoredText })
  const offerUndo = (text: string) => showToast('success', text, { label: 'Deshacer', run: () => void restore.run() })
  const all = useAction(() => call(deleteCarts), {
    outdates,
    onDone: (count) => offerUndo(`${cartsOf(count)} ${count === 1 ? 'borrado' : 'borrados'}`),
  })
  const one = useAction(({ userId, clientId }: PendingCart) => call(deleteCart, { params: { userId, clientId } }), {
    outdates,
    onDone: (_, { businessName }) => offerUndo(`Carrito de ${businessName} borrado`),
  })
  return { all, one }
}
