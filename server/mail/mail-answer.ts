/** The answer to a mail of which an order was made (R329). */
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

export interface MailAnswer {
  subject: string
  orderId: number
  /** The ERP's number, once it has one. */
  erpNumber: number | null
  /** Whether it is held (R390); whoever wrote is not told why. */
  isHeld: boolean
}

const html = htmlTemplate<{ lines: readonly string[] }>(
  `<% for (const [at, line] of it.lines.entries()) { %><p style="<%= at === 0 ? '${paragraph.first}' : '${paragraph.next}' %>"><%= line %></p>
<% } %>`,
)
const text = textTemplate<{ lines: readonly string[] }>(`<% for (const line of it.lines) { %><%= line %>

<% } %>`)

export function renderMailAnswer({ subject, orderId, erpNumber, isHeld }: MailAnswer, shop: Shop): RenderedMail {
  const path = `/pedido/${orderId}`
  const heading = `Su pedido es el N° ${orderId}`
  const view = {
    lines: [
      `Recibimos su correo e hicimos el pedido. N° de pedido web: ${orderId}.`,
      ...(erpNumber === null ? [] : [`N° de pedido: ${erpNumber}.`]),
      ...(isHeld ? ['Queda en espera: pasa a preparación cuando lo liberemos.'] : []),
      'Si algo no es como lo pidió, responda este correo.',
    ],
  }
  const title = subject === '' ? `${heading} - ${shop.name}` : subject
  return renderMail({
    shop,
    subject: /^re:/i.test(title) || subject === '' ? title : `Re: ${title}`,
    summary: heading,
    heading,
    html: html(view),
    text: text(view),
    ...(linkTo(shop, path) && { action: { label: 'Ver el pedido', path } }),
  })
}
