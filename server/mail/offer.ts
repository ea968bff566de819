/** The mails to a seller about an order that was sent to be accepted by link (R388). */
import { formatPesos } from '../../contract/amounts.ts'
import { numberText } from '../../contract/orders.ts'
import { screens } from '../../contract/screens.ts'
import { type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'

export interface OfferToMail {
  about: 'accepted' | 'declined'
  /** Of the seller, and of the client. */
  name: string
  client: string
  /** The number of the quotation; null for an order at today's prices. */
  quotation: number | null
  /** What the client said with a no. */
  word: string
  /** The order that it became; null for a no. Cents. */
  orderId: number | null
  erpNumber: number | null
  total: number | null
  /** Why the order is held (R390); null where it is not. */
  held: string | null
}

export function renderOfferMail(offer: OfferToMail, shop: Shop): RenderedMail {
  const { subject, paragraphs, action } = wordsOf(offer)
  const view = { name: offer.name, paragraphs: paragraphs.filter(Boolean) }
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: view.paragraphs[0] ?? '' },
    ...{ ...inParagraphs(view), action },
  })
}

function wordsOf({ about, client, quotation, word, orderId, erpNumber, total, held }: OfferToMail) {
  const what = quotation === null ? 'el pedido' : `la cotización N° ${quotation}`
  if (about === 'declined')
    return {
      subject: `${client} respondió que no`,
      paragraphs: [`${client} no aceptó ${what} que usted le envió por enlace.`, word && `Dice: ${word}`],
      action: { label: 'Ver lo enviado', path: screens.savedLists.path },
    }
  return {
    subject: `${client} aceptó ${what}`,
    paragraphs: [
      `${client} aceptó ${what} que usted le envió por enlace. ${numberText({ orderId: orderId ?? 0, erpNumber })}.`,
      total === null ? '' : `Total: ${formatPesos(total)}`,
      held === null ? '' : `En espera: ${held}. No se prepara hasta que se libere.`,
    ],
    action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
  }
}
