/** What putting a cart aside needs to know of it (R369). */
import { formatTime } from '../../lib/format.ts'
import { keptOrders, pendingLines } from '../book/cart-saves.ts'
import type { CartOwner } from '../book/device-store.ts'

/** The name of a cart that is put aside without one: 'Carrito del 29/11 16:40'. */
export const asideName = (now = new Date()): string => `Carrito del ${formatTime(now.toISOString())}`

/**
 * Why a cart can't be put aside now, in words; '' when it can. The server takes what it has of it: a change that waits here
 * would stay behind, and the lines of an order that waits here would be ordered and put aside.
 */
export function whyNotAside(owner: CartOwner, then = 'dejarlo aparte'): string {
  if (keptOrders(owner).length > 0)
    return `Hay un pedido de este carrito que todavía no se envió: cuando tenga su número, puede ${then}.`
  if (pendingLines(owner).size > 0)
    return `Hay cambios del carrito que todavía no se guardaron: con señal, o una vez resueltos, puede ${then}.`
  return ''
}
