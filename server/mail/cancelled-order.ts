/** The mail about an order that was cancelled before anybody took it (R331): the same for client, seller and office. */
import { formatPesos } from '../../contract/amounts.ts'
import { countInWords } from '../../contract/order-text.ts'
import { screens } from '../../contract/screens.ts'
import { formatInstant } from '../lib/dates.ts'
import { paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

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

interface View {
  paragraphs: readonly string[]
}
const html = htmlTemplate<View>(`<% for (const text of it.paragraphs) { %>
<p style="${paragraph.next}"><%= text %></p>
<% } %>`)
const text = textTemplate<View>(`<% for (const text of it.paragraphs) { %><%= text %>

<% } %>`)

export function renderCancelledOrderMail(order: CancelledOrderToMail, shop: Shop): RenderedMail {
  const { orderId, businessName, lineCount, total, at, by, reason } = order
  const subject = `Se canceló el pedido web ${orderId}`
  const paragraphs = [
    `El pedido web ${orderId} de ${businessName} (${countInWords(lineCount, 'artículo', 'artículos')}, ${formatPesos(total)}) se canceló antes de prepararlo: no hay que entregarlo.`,
    `Lo canceló ${by} el ${formatInstant(at)}.`,
    reason && `Motivo: ${reason}`,
  ].filter((paragraphText) => paragraphText !== '')
  const view = { paragraphs }
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: paragraphs[0] ?? '' },
    ...{ html: html(view), text: text(view) },
    action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
  })
}
