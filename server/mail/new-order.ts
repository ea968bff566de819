/** The mail about a new order: one text for the client, one for the shop's staff. */
import { formatCuit } from '../../contract/cuit.ts'
import { lineAmount } from '../../contract/rules.ts'
import { formatInstant, formatInteger, formatMoney } from './format.ts'
import { colours, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
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
  /** Who ordered when it was not the client; empty otherwise. */
  orderedBy: string
  delivery: { pickup: true } | { pickup: false; address: string }
  saleLine: string
  saleCondition: number
  note: string
  total: number
  lines: readonly { code: string; description: string; quantity: number; unitPrice: number; note: string }[]
}

interface View {
  audience: Audience
  intro: string
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly {
    code: string
    description: string
    note: string
    quantity: string
    price: string
    amount: string
  }[]
  count: string
  total: string
}

const label = `padding:3px 16px 3px 0;color:${colours.muted};vertical-align:top;white-space:nowrap;`
const head = `padding:0 0 8px;font-size:12.5px;font-weight:600;color:${colours.muted};text-align:left;`
const cell = `padding:10px 0 10px 0;border-top:1px solid ${colours.line};vertical-align:top;`
const figure = 'text-align:right;white-space:nowrap;padding-left:14px;'

const html = htmlTemplate<View>(`<p style="${paragraph.first}"><%= it.intro %></p>
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0 24px;font-size:14px;">
<% for (const [label, value] of it.facts) { %>
<tr><td style="${label}"><%= label %></td><td style="padding:3px 0;white-space:pre-line;word-break:break-word;"><%= value %></td></tr>
<% } %>
</table>
<table class="lines" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;border-collapse:collapse;">
<thead><tr>
<th scope="col" style="${head}">Código</th>
<th scope="col" style="${head}padding-left:14px;">Artículo</th>
<th scope="col" style="${head}${figure}">Cantidad</th>
<th scope="col" style="${head}${figure}">Precio unitario</th>
<th scope="col" style="${head}${figure}">Subtotal</th>
</tr></thead>
<tbody>
<% for (const line of it.lines) { %>
<tr>
<td class="code" style="${cell}color:${colours.muted};white-space:nowrap;"><%= line.code %></td>
<td class="name" style="${cell}padding-left:14px;"><%= line.description %><% if (line.note) { %><br><span style="font-size:13px;color:${colours.muted};"><%= line.note %></span><% } %></td>
<td class="quantity" style="${cell}${figure}"><%= line.quantity %><span class="times" style="display:none;">&nbsp;&times;</span></td>
<td class="price" style="${cell}${figure}"><%= line.price %></td>
<td class="amount" style="${cell}${figure}font-weight:600;"><%= line.amount %></td>
</tr>
<% } %>
</tbody>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:2px solid ${colours.ink};">
<tr>
<td style="padding:12px 0 0;color:${colours.muted};font-size:14px;"><%= it.count %></td>
<td style="padding:12px 0 0;text-align:right;white-space:nowrap;font-size:20px;font-weight:700;">Total&nbsp; <%= it.total %></td>
</tr>
</table>`)

const text = textTemplate<View>(`<%= it.intro %>

<% for (const [label, value] of it.facts) { %><%= label %>: <%= value %>
<% } %>
<% for (const line of it.lines) { %><%= line.code %>  <%= line.description %>
    <%= line.quantity %> x <%= line.price %> = <%= line.amount %>
<% if (line.note) { %>    <%= line.note %>
<% } } %>
<%= it.count %>
TOTAL: <%= it.total %>
`)

/**
 * Renders the new-order mail (R22). The client's copy thanks and confirms; the shop's one says
 * who ordered and how to reach them.
 */
export function renderNewOrderMail(order: OrderToMail, audience: Audience, shop: Shop): RenderedMail {
  const client = audience === 'client'
  const view: View = {
    audience,
    intro: client
      ? 'Gracias por su compra. Estos son los datos del pedido que recibimos.'
      : `${order.businessName} envió un pedido desde la tienda.`,
    facts: factsOf(order, audience),
    lines: order.lines.map(({ code, description, note, quantity, unitPrice }) => ({
      code,
      description,
      note,
      quantity: formatInteger(quantity),
      price: formatMoney(unitPrice),
      amount: formatMoney(lineAmount(unitPrice, quantity)),
    })),
    count: order.lines.length === 1 ? '1 artículo' : `${formatInteger(order.lines.length)} artículos`,
    total: formatMoney(order.total),
  }
  return renderMail({
    shop,
    subject: client
      ? `Recibimos su pedido web ${order.id} - ${shop.name}`
      : `Nuevo pedido web ${order.id} de ${order.businessName}`,
    summary: `${view.count}, total ${view.total}`,
    heading: client ? 'Recibimos su pedido' : 'Nuevo pedido',
    html: html(view),
    text: text(view),
    ...(client && { action: { label: 'Ver mis pedidos', path: '/mis-pedidos' } }),
  })
}

/** What stands above the lines; what is empty is left out. */
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
    [
      'Entrega',
      order.delivery.pickup ? 'Retiro en el local' : order.delivery.address || 'Sin dirección registrada',
    ],
    [
      'Condición de venta',
      [order.saleLine && `Línea ${order.saleLine.toUpperCase()}`, order.saleCondition]
        .filter(Boolean)
        .join(', condición '),
    ],
    ['Observaciones', order.note],
  ]
  return facts.filter(([, value]) => value !== '')
}
