/** Sends the cart of who prepares orders to those who confirm them (R372). */
import { useState } from 'react'
import { getCart, getSimpleCart } from '../../../../contract/cart.ts'
import { getSavedList, listSavedLists, sendCart } from '../../../../contract/saved-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { sendBook } from '../../../shop/book/cart-saves.ts'
import type { CartOwner, OrderChoice } from '../../../shop/book/device-store.ts'
import { whyNotAside } from '../../../shop/saved-lists/put-aside.ts'
import { dropOrderDraft } from './order-draft.ts'

/** The server takes what it has of the cart, so that what waits on the device goes first. */
export function useSendCart(owner: CartOwner) {
  const [failure, setFailure] = useState('')
  const action = useAction(
    /** Answers why it can't be sent; '' once it is. */
    async ({ addressId, note }: OrderChoice): Promise<string> => {
      await sendBook(owner)
      const why = whyNotAside(owner, 'enviarlo a confirmar')
      if (why) return why
      const name = `Pedido del ${formatTime(new Date().toISOString())}`
      await call(sendCart, { body: { clientId: owner.clientId, name, addressId, note } })
      return ''
    },
    {
      outdates: [getSimpleCart, getCart, listSavedLists, getSavedList],
      onDone: (why, choice) => {
        if (why) return setFailure(why)
        dropOrderDraft(owner, choice)
        showToast('success', 'Pedido enviado a confirmar')
        navigate(paths.savedLists, { replace: true })
      },
      onRefused: ({ message }) => setFailure(message),
    },
  )
  const send = (choice: OrderChoice) => {
    setFailure('')
    void action.run(choice)
  }
  return { busy: action.busy, failure, send }
}
