/** The mail about an order that was cancelled before anybody took it (R331): the same for client, seller and office. */
import { formatPesos } from '../../contract/amounts.ts'
import { countInWords } from '../../contract/order-text.ts'
import { screens } from '../../contract/screens.ts'
import { formatInstant } from '../lib/dates.ts'
import { type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'

export interface CancelledOrderToMail {
  orderId: number
  businessName: string
  lineCount: number
  /** Cents. */
  total: number
  /** ISO 8601. */
  at: string
  by: string
  reason: string
}

export function renderCancelledOrderMail(order: CancelledOrderToMail, shop: Shop): RenderedMail {
  const { orderId, businessName, lineCount, total, at, by, reason } = order
  const subject = `Se canceló el pedido web ${orderId}`
  const paragraphs = [
    `El pedido web ${orderId} de ${businessName} (${countInWords(lineCount, 'artículo', 'artículos')}, ${formatPesos(total)}) se canceló antes de prepararlo: no hay que entregarlo.`,
    `Lo canceló ${by} el ${formatInstant(at)}.`,
    reason && `Motivo: ${reason}`,
  ].filter(Boolean)
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: paragraphs[0] ?? '' },
    ...inParagraphs({ name: '', paragraphs }),
    action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
  })
}
