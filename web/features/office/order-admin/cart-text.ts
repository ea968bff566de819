/** How a waiting cart is told. */
import type { PendingCart } from '../../../../contract/clients.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { whatsappLink } from '../../../lib/phone.ts'
import { shopName } from '../../../lib/shop.ts'

/** From so many days on a cart is marked: somebody should ask. */
export const STANDS_LONG = 3

/** Since when a cart stands: 'hoy', '1 día', '5 días'. */
export const ageOf = (days: number): string =>
  days === 0 ? 'hoy' : days === 1 ? '1 día' : `${formatCount(days)} días`

/** What a message to the client begins with. */
export function messageTo({ businessName, days, lineCount, total }: PendingCart, shop = shopName()): string {
  const since = days === 0 ? '' : ` desde hace ${ageOf(days)}`
  const lines = `${formatCount(lineCount)} ${lineCount === 1 ? 'artículo' : 'artículos'}`
  return (
    `Hola, ${businessName}. Le escribo de ${shop}: tiene un carrito sin confirmar${since}, ` +
    `con ${lines} por ${formatMoney(total)}. ¿Quiere que lo ayude a cerrar el pedido?`
  )
}

/** A chat with the client about the cart; null without a number that WhatsApp knows. The mobile comes first. */
export const chatAbout = (cart: PendingCart): string | null =>
  whatsappLink(cart.mobile, messageTo(cart)) ?? whatsappLink(cart.phone, messageTo(cart))

/** A cart is its user's for a client. */
export const keyOf = ({ userId, clientId }: PendingCart): string => `${userId}/${clientId}`
