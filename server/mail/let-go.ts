/** The mail about a held order that was let go (R391): the same for client, seller and office. */
import { formatPesos } from '../../contract/amounts.ts'
import { countInWords } from '../../contract/order-text.ts'
import { screens } from '../../contract/screens.ts'
import { formatInstant } from '../lib/dates.ts'
import { type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'

export interface LetGoToMail {
  orderId: number
  businessName: string
  lineCount: number
  /** Cents. */
  total: number
  /** ISO 8601. */
  at: string
  /** Whether nobody but the account did. */
  byAccount: boolean
  /** Until when it can be cancelled, ISO 8601; null: it cannot. */
  handOverAt: string | null
}

export function renderLetGoMail(order: LetGoToMail, shop: Shop): RenderedMail {
  const { orderId, businessName, lineCount, total, at, byAccount, handOverAt } = order
  const subject = `El pedido web ${orderId} ya no está en espera`
  const paragraphs = [
    `El pedido web ${orderId} de ${businessName} (${countInWords(lineCount, 'artículo', 'artículos')}, ${formatPesos(total)}) ya no está en espera: sigue su curso.`,
    `Se liberó el ${formatInstant(at)}${byAccount ? ': la cuenta ya no lo impide' : ''}.`,
    handOverAt !== null && `Puede cambiarlo o cancelarlo hasta el ${formatInstant(handOverAt)}.`,
  ].filter((text) => text !== false)
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: paragraphs[0] ?? '' },
    ...inParagraphs({ name: '', paragraphs }),
    action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
  })
}
