/** The mails about a cart that one buyer sent for another to confirm (R372). */
import { formatPesos } from '../../contract/amounts.ts'
import { countInWords } from '../../contract/order-text.ts'
import { numberText } from '../../contract/orders.ts'
import { screens } from '../../contract/screens.ts'
import { type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'

export interface SentCartToMail {
  listId: number
  about: 'waiting' | 'returned' | 'confirmed'
  /** Of whoever reads it, of who made the cart, and of who decided. */
  name: string
  maker: string
  by: string
  lineCount: number
  note: string
  /** What was said with it when it was sent back. */
  word: string
  /** The order that it became; null while it is none. Cents. */
  orderId: number | null
  erpNumber: number | null
  total: number | null
  /** Why the order is held (R390); null where it is not. */
  held: string | null
}

export function renderSentCartMail(sent: SentCartToMail, shop: Shop): RenderedMail {
  const { subject, paragraphs, action } = wordsOf(sent)
  const view = { name: sent.name, paragraphs: paragraphs.filter(Boolean) }
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: view.paragraphs[0] ?? '' },
    ...{ ...inParagraphs(view), action },
  })
}

function wordsOf({ listId, about, maker, by, lineCount, note, word, orderId, erpNumber, total, held }: SentCartToMail) {
  const list = `${screens.savedLists.path}?lista=${listId}`
  switch (about) {
    case 'waiting':
      return {
        subject: `${maker} envió un pedido a confirmar`,
        paragraphs: [
          `${maker} armó un pedido de ${countInWords(lineCount, 'artículo', 'artículos')} y espera que usted lo confirme.`,
          note && `Observación: ${note}`,
          'Puede cambiar las cantidades, confirmarlo o devolverlo con una palabra.',
        ],
        action: { label: 'Ver el pedido', path: list },
      }
    case 'returned':
      return {
        subject: 'Le devolvieron un pedido',
        paragraphs: [
          `${by} le devolvió el pedido que usted envió a confirmar.`,
          `Dice: ${word}`,
          'Retómelo en «Mis listas», cámbielo y vuelva a enviarlo.',
        ],
        action: { label: 'Ver el pedido', path: list },
      }
    case 'confirmed':
      return {
        subject: 'Confirmaron su pedido',
        paragraphs: [
          `${by} confirmó el pedido que usted armó. ${numberText({ orderId: orderId ?? 0, erpNumber })}.`,
          total === null ? '' : `Total: ${formatPesos(total)}`,
          held === null ? '' : `En espera: ${held}. No se prepara hasta que se libere.`,
        ],
        action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
      }
  }
}
