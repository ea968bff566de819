/** The mail about a new order: one text for the client, one for the shop's staff. */

import { formatCount, formatPesos } from '../../contract/amounts.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { noteInWords, saleTermsInWords } from '../../contract/order-text.ts'
import { ORDER_TO_SHOW } from '../../contract/orders.ts'
import { lineAmount } from '../../contract/rules.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { formatInstant } from '../lib/dates.ts'
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

export type Audience = 'client' | 'shop'

/** An order as its mail shows it. Amounts in cents, as agreed. */
export interface OrderToMail {
  /** The web number. */
  id: number
  /** The ERP's number, once it has one. */
  erpNumber: number | null
  /** ISO 8601. */
  createdAt: string
  businessName: string
  /** Eleven digits, or empty. */
  cuit: string
  email: string
  phone: string
  /** The name of who made the order for the client; empty when the client did. */
  orderedBy: string
  /** How and where to, in words. */
  delivery: string
  saleLine: string
  saleCondition: number
  note: string
  total: number
  lines: readonly { code: string; description: string; quantity: number; unitPrice: number; note: string }[]
}

/** Most lines in a mail's HTML: mail programs cut it after about 100 KB. */
export const MOST_LINES_IN_HTML = 30

interface ShownLine {
  code: string
  description: string
  note: string
  quantity: string
  price: string
  amount: string
}

interface View {
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly ShownLine[]
  /** The sentence that tells how many lines are left out; '' for none. */
  rest: string
  /** The address of the whole order; '' where the shop has no address. */
  link: string
}

const label = `padding:3px 16px 3px 0;color:${brandColours.muted};vertical-align:top;white-space:nowrap;`
const head = `font-size:12.5px;color:${brandColours.muted};`

const leadHtml = htmlTemplate<{
  intro: string
  count: string
  total: string
}>(`<p style="${paragraph.first}"><%= it.intro %></p>
<p style="margin:14px 0 0;"><span style="color:${brandColours.muted};"><%= it.count %></span><br><strong style="font-size:24px;">Total&nbsp; <%= it.total %></strong></p>`)
const leadText = textTemplate<{ intro: string; count: string; total: string }>(`<%= it.intro %>

<%= it.count %>
TOTAL: <%= it.total %>`)

// A line is written in few bytes: what its cells share stands in the table's attributes and in the frame's styles.
const html =
  htmlTemplate<View>(`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;font-size:14px;">
<% for (const [label, value] of it.facts) { %>
<tr><td style="${label}"><%= label %></td><td style="padding:3px 0;white-space:pre-line;word-break:break-word;"><%= value %></td></tr>
<% } %>
</table>
<table class="lines" width="100%" cellpadding="7" cellspacing="0" style="font-size:14px;border-collapse:collapse;">
<thead><tr align="left" style="${head}"><th scope="col">Código</th><th scope="col">Artículo</th><th scope="col" align="right">Cantidad</th><th scope="col" align="right">Precio unitario</th><th scope="col" align="right">Subtotal</th></tr></thead>
<tbody>
<% for (const line of it.lines) { %><tr valign="top" style="border-top:1px solid ${brandColours.line}"><td class="code" nowrap><%= line.code %></td><td class="name"><%= line.description %><% if (line.note) { %><br><span class="note"><%= line.note %></span><% } %></td><td class="quantity" align="right" nowrap><%= line.quantity %><span class="times">&nbsp;&times;&nbsp;</span></td><td class="price" align="right" nowrap><%= line.price %></td><td class="amount" align="right" nowrap><b><%= line.amount %></b></td></tr>
<% } %></tbody>
</table>
<% if (it.rest) { %><p style="margin:14px 0 0;"><%= it.rest %><% if (it.link) { %> <a href="<%= it.link %>">Ver el pedido completo</a><% } %></p><% } %>`)

const text = textTemplate<View>(`<% for (const [label, value] of it.facts) { %><%= label %>: <%= value %>
<% } %>
<% for (const line of it.lines) { %><%= line.code %>  <%= line.description %>
    <%= line.quantity %> x <%= line.price %> = <%= line.amount %>
<% if (line.note) { %>    <%= line.note %>
<% } } %>`)

/**
 * Renders the new-order mail (R22, R235): count, total and the way to the order first. The client's copy thanks and
 * confirms; the shop's one says who ordered and how to reach them. The HTML shows the first lines of a long order, the
 * plain text all of them.
 */
export function renderNewOrderMail(order: OrderToMail, audience: Audience, shop: Shop): RenderedMail {
  const isForClient = audience === 'client'
  const lead = {
    intro: isForClient
      ? 'Gracias por su compra. Estos son los datos del pedido que recibimos.'
      : `${order.businessName} envió un pedido desde la tienda.`,
    count: order.lines.length === 1 ? '1 artículo' : `${formatCount(order.lines.length)} artículos`,
    total: formatPesos(order.total),
  }
  const path = `/mis-pedidos?${ORDER_TO_SHOW}=${order.id}`
  const facts = factsOf(order, audience)
  const lines = order.lines.map(({ code, description, note, quantity, unitPrice }) => ({
    code,
    description,
    note: noteInWords(note),
    quantity: formatCount(quantity),
    price: formatPesos(unitPrice),
    amount: formatPesos(lineAmount(unitPrice, quantity)),
  }))
  const first = lines.slice(0, MOST_LINES_IN_HTML)
  const omitted = lines.length - first.length
  const rest =
    omitted === 0 ? '' : `Y ${formatCount(omitted)} ${omitted === 1 ? 'artículo' : 'artículos'} más.`
  return renderMail({
    shop,
    subject: isForClient
      ? `Recibimos su pedido web ${order.id} - ${shop.name}`
      : `Nuevo pedido web ${order.id} de ${order.businessName}`,
    summary: `${lead.count}, total ${lead.total}`,
    heading: isForClient ? 'Recibimos su pedido' : 'Nuevo pedido',
    lead: { html: leadHtml(lead), text: leadText(lead) },
    html: html({ facts, lines: first, rest, link: linkTo(shop, path) }),
    text: text({ facts, lines, rest: '', link: '' }),
    action: { label: 'Ver el pedido', path },
  })
}

/** The facts that stand above the lines; empty ones are left out. */
function factsOf(order: OrderToMail, audience: Audience): [string, string][] {
  const shopOnly = audience === 'shop'
  const facts: [string, string][] = [
    ['N° de pedido web', String(order.id)],
    ['N° de pedido', order.erpNumber === null ? '' : String(order.erpNumber)],
    ['Fecha', formatInstant(order.createdAt)],
    ['Cliente', order.businessName],
    ['CUIT', formatCuit(order.cuit)],
    ['Correo', shopOnly ? order.email : ''],
    ['Teléfono', shopOnly ? order.phone : ''],
    ['Pedido cargado por', order.orderedBy],
    ['Entrega', order.delivery],
    // The seller's terms are the office's matter (R235).
    ['Condición de venta', shopOnly ? saleTermsInWords(order) : ''],
    ['Observaciones', noteInWords(order.note)],
  ]
  return facts.filter(([, value]) => value !== '')
}
