/** The texts about a waiting cart. */

import type { PendingCart } from '../../../../contract/clients.ts'
import { asSentence } from '../../../../contract/order-text.ts'
import { whatsappLink } from '../../../../contract/phone.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { shopName } from '../../../lib/shop.ts'

/** Days of waiting from which a cart is marked, so that somebody asks the client. */
export const STANDS_LONG = 3

/** How long a cart has waited: 'hoy', '1 día', '5 días'. */
export const ageOf = (days: number): string => (days === 0 ? 'hoy' : days === 1 ? '1 día' : `${formatCount(days)} días`)

/** The beginning of a message to the client. */
export function messageTo({ businessName, days, lineCount, total }: PendingCart, shop = shopName()): string {
  const since = days === 0 ? '' : ` desde hace ${ageOf(days)}`
  const lines = `${formatCount(lineCount)} ${lineCount === 1 ? 'artículo' : 'artículos'}`
  return (
    `${asSentence(`Hola, ${businessName}`)} Le escribo de ${shop}: tiene un carrito sin confirmar${since}, ` +
    `con ${lines} por ${formatMoney(total)}. ¿Quiere que lo ayude a cerrar el pedido?`
  )
}

/** Link to a chat with the client about the cart, at the mobile before the telephone; null without a number for WhatsApp. */
export const chatAbout = (cart: PendingCart): string | null =>
  whatsappLink(cart.mobile, messageTo(cart)) ?? whatsappLink(cart.phone, messageTo(cart))

/** The key of a cart: there is one for each user and client. */
export const keyOf = ({ userId, clientId }: PendingCart): string => `${userId}/${clientId}`
