/** The mail about a new order: one text for the client, one for the client's seller, one for the office. */

import { formatCount, formatPesos, percentText } from '../../contract/amounts.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { asSentence, noteInWords, packsInWords, saleTermsInWords } from '../../contract/order-text.ts'
import { isAgreed, type PaidPrice } from '../../contract/price.ts'
import { lineAmount } from '../../contract/rules.ts'
import { screens } from '../../contract/screens.ts'
import { pricesInWords, totalWithVatLabel, type VatSums, vatRows } from '../../contract/vat.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { formatInstant } from '../lib/dates.ts'
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

export type Audience = 'client' | 'seller' | 'shop'

/** An order as its mail shows it. Amounts in cents, as agreed. */
export interface OrderToMail {
  /** The web number. */
  id: number
  /** The ERP's number, once it has one. */
  erpNumber: number | null
  /** The client's own number of the order; '' for none. */
  clientNumber: string
  /** ISO 8601. */
  createdAt: string
  businessName: string
  /** Eleven digits, or empty. */
  cuit: string
  email: string
  phone: string
  /** The name of who made the order for the client; empty when the client did. */
  orderedBy: string
  /** Whether the mail's reader is who made it. */
  isOwn: boolean
  /** How and where to, in words. */
  delivery: string
  /** '' for none. */
  carrier: string
  saleLine: string
  saleCondition: number
  note: string
  total: number
  /** What it comes to with VAT, and whether its prices held it (R357); null where nothing is said of that. */
  vat: { readonly sums: VatSums; readonly pricesWithVat: boolean } | null
  /** Why it is held (R390); '' where it is not. */
  held: string
  /** The name of the attached PDF; '' for none. */
  attached: string
  lines: readonly {
    code: string
    description: string
    quantity: number
    unitPrice: number
    listPrice: number
    /** Hundredths of a percent. */
    bonus: number
    /** '−10 % desde 24'; '' where it is the article's own. */
    priceReason: string
    /** Hundredths of a percent. */
    discount: number
    /** 0 where the article has no bulto. */
    unitsPerPack: number
    note: string
  }[]
}

/** Most lines in a mail's HTML: mail programs cut it after about 100 KB. */
export const MOST_LINES_IN_HTML = 30

interface ShownLine {
  code: string
  description: string
  note: string
  quantity: string
  /** '' where the article has no bulto. */
  packs: string
  price: string
  /** '' without one. */
  discount: string
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

interface Lead {
  intro: string
  /** Why it is held, '' where it is not, and what becomes of it. */
  held: string
  whatNow: string
  count: string
  totalLabel: string
  total: string
  /** What stands below the total; empty where nothing is said of VAT. */
  vat: readonly (readonly [label: string, amount: string])[]
  /** 'Precios sin IVA'; '' likewise. */
  prices: string
  attached: string
}

const leadHtml = htmlTemplate<Lead>(`<p style="${paragraph.first}"><%= it.intro %></p><% if (it.held) { %>
<p style="margin:14px 0 0;"><strong>En espera:</strong> <%= it.held %>. <%= it.whatNow %></p><% } %>
<p style="margin:14px 0 0;"><span style="color:${brandColours.muted};"><%= it.count %></span><br><strong style="font-size:24px;"><%= it.totalLabel %>&nbsp; <%= it.total %></strong><% for (const [label, amount] of it.vat) { %><br><%= label %>&nbsp; <%= amount %><% } %><% if (it.prices) { %><br><span style="color:${brandColours.muted};"><%= it.prices %></span><% } %></p>
<% if (it.attached) { %><p style="margin:10px 0 0;">Va adjunto en PDF: <%= it.attached %></p><% } %>`)
const leadText = textTemplate<Lead>(`<%= it.intro %><% if (it.held) { %>

EN ESPERA: <%= it.held %>. <%= it.whatNow %><% } %>

<%= it.count %>
<%= it.totalLabel.toUpperCase() %>: <%= it.total %><% for (const [label, amount] of it.vat) { %>
<%= label %>: <%= amount %><% } %><% if (it.prices) { %>
<%= it.prices %><% } %><% if (it.attached) { %>

Va adjunto en PDF: <%= it.attached %><% } %>`)

// A line takes under 300 bytes: what its cells share stands in the frame's styles, under class names of one letter. A mail
// program that drops the styles shows a plain table.
const html =
  htmlTemplate<View>(`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0;font-size:14px;">
<% for (const [label, value] of it.facts) { %>
<tr><td style="${label}"><%= label %></td><td style="padding:3px 0;white-space:pre-line;word-break:break-word;"><%= value %></td></tr>
<% } %>
</table>
<table class="lines" width="100%" cellpadding="7" cellspacing="0" style="font-size:14px;border-collapse:collapse;">
<thead><tr align="left" style="${head}"><th scope="col">Código</th><th scope="col">Artículo</th><th scope="col" align="right">Cantidad</th><th scope="col" align="right">Precio unitario</th><th scope="col" align="right">Subtotal</th></tr></thead>
<tbody valign="top">
<% for (const line of it.lines) { %><tr><td class="c"><%= line.code %></td><td class="d"><%= line.description %><% if (line.note) { %><small><%= line.note %></small><% } %></td><td class="q"><%= line.quantity %><i> &times;</i><% if (line.packs) { %><small><%= line.packs %></small><% } %></td><td class="p"><%= line.price %><% if (line.discount) { %><small><%= line.discount %></small><% } %></td><td class="a"><b><%= line.amount %></b></td></tr>
<% } %></tbody>
</table>
<% if (it.rest) { %><p style="margin:14px 0 0;"><%= it.rest %><% if (it.link) { %> <a href="<%= it.link %>">Ver el pedido completo</a><% } %></p><% } %>`)

const text = textTemplate<
  View & { total: string; totalLabel: string }
>(`<% for (const [label, value] of it.facts) { %><%= label %>: <%= value %>
<% } %>
<% for (const line of it.lines) { %><%= line.code %>  <%= line.description %>
    <%= line.quantity %> x <%= line.price %> = <%= line.amount %><% if (line.packs) { %> (<%= line.packs %>)<% } %><% if (line.discount) { %> (<%= line.discount %>)<% } %>
<% if (line.note) { %>    <%= line.note %>
<% } } %><% if (it.total) { %>
<%= it.totalLabel.toUpperCase() %>: <%= it.total %>
<% } %>`)

/**
 * Renders the new-order mail (R22, R235): count, total and the way to the order first. The client's copy thanks and
 * confirms; the seller's and the office's say who ordered and how to reach them (R311). The HTML shows the first lines of a long order, the
 * plain text all of them.
 */
export function renderNewOrderMail(order: OrderToMail, audience: Audience, shop: Shop): RenderedMail {
  const isForClient = audience === 'client'
  const lead = {
    intro: introOf(order, audience),
    held: order.held,
    whatNow: isForClient
      ? 'Pasa a preparación cuando la cuenta lo permita o lo liberemos; le avisamos por correo.'
      : 'No se prepara ni va al sistema de gestión hasta que se libere.',
    count: order.lines.length === 1 ? '1 artículo' : `${formatCount(order.lines.length)} artículos`,
    totalLabel: order.vat ? totalWithVatLabel('Total', order.vat.pricesWithVat) : 'Total',
    total: formatPesos(order.total),
    vat: order.vat
      ? vatRows(order.vat.sums, order.vat.pricesWithVat).map(({ label, cents }) => [label, formatPesos(cents)] as const)
      : [],
    prices: order.vat ? pricesInWords(order.vat.pricesWithVat) : '',
    attached: order.attached,
  }
  const path = screens.order.path.replace(':id', String(order.id))
  const facts = factsOf(order, audience)
  const lines = order.lines.map((line) => ({
    code: line.code,
    description: line.description,
    note: noteInWords(line.note),
    quantity: formatCount(line.quantity),
    packs: packsInWords(line.quantity, line.unitsPerPack),
    price: formatPesos(line.unitPrice),
    discount: discountInWords(line),
    amount: formatPesos(lineAmount(line.unitPrice, line.quantity)),
  }))
  const first = lines.slice(0, MOST_LINES_IN_HTML)
  const omitted = lines.length - first.length
  const rest = omitted === 0 ? '' : `Y ${formatCount(omitted)} ${omitted === 1 ? 'artículo' : 'artículos'} más.`
  return renderMail({
    shop,
    subject: isForClient
      ? `Recibimos su pedido web ${order.id} - ${shop.name}`
      : `Nuevo pedido web ${order.id} de ${order.businessName}`,
    summary: `${lead.count}, total ${lead.total}`,
    heading: isForClient ? 'Recibimos su pedido' : 'Nuevo pedido',
    lead: { html: leadHtml(lead), text: leadText(lead) },
    html: html({ facts, lines: first, rest, link: linkTo(shop, path) }),
    // Below a long list the total stands once more.
    text: text({ facts, lines, rest: '', link: '', totalLabel: lead.totalLabel, total: omitted > 0 ? lead.total : '' }),
    action: { label: 'Ver el pedido', path },
  })
}

/** How a price comes about: '−33,33 %', or agreed, as papers say it; '' for the plain list price. */
function discountInWords(line: PaidPrice & { priceReason: string }): string {
  if (isAgreed(line)) return 'Precio acordado'
  const { discount, priceReason } = line
  if (priceReason) return priceReason
  return discount > 0 ? `−${percentText(discount)} %` : ''
}

/** The first sentence: who ordered for whom, to whoever reads it. */
function introOf({ orderedBy, isOwn, businessName }: OrderToMail, audience: Audience): string {
  if (audience === 'client')
    return orderedBy === ''
      ? 'Gracias por su compra. Estos son los datos del pedido que recibimos.'
      : `${orderedBy} cargó este pedido para usted. Estos son los datos que recibimos.`
  if (isOwn) return asSentence(`Usted cargó este pedido para ${businessName}`)
  return orderedBy === ''
    ? `${businessName} envió un pedido desde la tienda.`
    : asSentence(`${orderedBy} cargó un pedido para ${businessName}`)
}

/** The facts that stand above the lines; empty ones are left out. */
function factsOf(order: OrderToMail, audience: Audience): [string, string][] {
  const shopOnly = audience !== 'client'
  const facts: [string, string][] = [
    ['N° de pedido web', String(order.id)],
    ['N° de pedido', order.erpNumber === null ? '' : String(order.erpNumber)],
    [shopOnly ? 'Pedido del cliente' : 'Su N° de pedido', order.clientNumber],
    ['Fecha', formatInstant(order.createdAt)],
    ['Cliente', order.businessName],
    ['CUIT', formatCuit(order.cuit)],
    ['Correo', shopOnly ? order.email : ''],
    ['Teléfono', shopOnly ? order.phone : ''],
    ['Pedido cargado por', order.orderedBy],
    ['Entrega', order.delivery],
    ['Transporte', order.carrier],
    // The seller's terms are the office's matter (R235).
    ['Condición de venta', shopOnly ? saleTermsInWords(order) : ''],
    ['Observaciones', noteInWords(order.note)],
  ]
  return facts.filter(([, value]) => value !== '')
}
