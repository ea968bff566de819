import { handleNewUserOrder, listNewUserOrders, type NewUserOrder } from '../../../../contract/new-user-orders.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'

const mark = ({ id }: NewUserOrder, handled: boolean) => call(handleNewUserOrder, { params: { id }, body: { handled } })

/** Takes a new user's order off the list; 'Deshacer' is offered for 10 s (R34, R234). */
export function useHandled() {
  const outdates = [listNewUserOrders]
  const restore = useAction((order: NewUserOrder) => mark(order, false), {
    outdates,
    success: 'El pedido está otra vez en la lista',
  })
  return useAction((order: NewUserOrder) => mark(order, true), {
    outdates,
    onDone: (_, order) =>
      showToast('success', `Pedido ${order.id} atendido`, {
        label: 'Deshacer',
        run: () => void restore.run(order),
      }),
  })
}
