/** The mails to the client about what became of an order (R307): accepted, dispatched, what will be missing. */
import { formatCount } from '../../contract/amounts.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

export type FulfilmentNews = 'accepted' | 'dispatched' | 'missing'

export interface FulfilmentToMail {
  orderId: number
  about: FulfilmentNews
  /** Of a dispatch; '' and null where nobody told. */
  carrier: string
  guide: string
  packages: number | null
  /** What left, or what will not come, by code. */
  lines: readonly { code: string; description: string; quantity: number; why: string }[]
  /** Units that are still to be dispatched. */
  pendingUnits: number
}

/** Most lines in a mail; the order's page has all. */
export const MOST_COURSE_LINES = 100

interface View {
  intro: string
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly { code: string; description: string; quantity: string; why: string }[]
  outro: string
}

const html = htmlTemplate<View>(`<p style="${paragraph.first}"><%= it.intro %></p>
<% for (const [label, value] of it.facts) { %><p style="margin:6px 0 0;"><span style="color:${brandColours.muted};"><%= label %>:</span> <%= value %></p>
<% } %>
<% if (it.lines.length > 0) { %><table class="lines" width="100%" cellpadding="7" cellspacing="0" style="margin:20px 0 0;font-size:14px;border-collapse:collapse;">
<thead><tr align="left" style="font-size:12.5px;color:${brandColours.muted};"><th scope="col">Código</th><th scope="col">Artículo</th><th scope="col" align="right">Unidades</th></tr></thead>
<tbody>
<% for (const line of it.lines) { %><tr valign="top" style="border-top:1px solid ${brandColours.line}"><td class="code" nowrap><%= line.code %></td><td class="name"><%= line.description %><% if (line.why) { %><br><span class="note"><%= line.why %></span><% } %></td><td align="right" nowrap><%= line.quantity %></td></tr>
<% } %></tbody>
</table><% } %>
<% if (it.outro) { %><p style="${paragraph.next}"><%= it.outro %></p><% } %>`)

const text = textTemplate<View>(`<%= it.intro %>
<% for (const [label, value] of it.facts) { %>
<%= label %>: <%= value %><% } %>
<% for (const line of it.lines) { %>
<%= line.code %>  <%= line.description %>: <%= line.quantity %> unidades<% if (line.why) { %> (<%= line.why %>)<% } %><% } %>

<%= it.outro %>`)

const words: Record<FulfilmentNews, { subject: string; heading: string; intro: string }> = {
  accepted: {
    subject: 'Aceptamos su pedido web',
    heading: 'Aceptamos su pedido',
    intro: 'Su pedido está aceptado. Le avisaremos cuando salga.',
  },
  dispatched: {
    subject: 'Salió su pedido web',
    heading: 'Su pedido salió',
    intro: 'Despachamos lo siguiente de su pedido.',
  },
  missing: {
    subject: 'Lo que va a faltar de su pedido web',
    heading: 'Lo que va a faltar de su pedido',
    intro: 'Lo siguiente de su pedido no va a llegar.',
  },
}

export function renderFulfilmentMail(fulfilment: FulfilmentToMail, shop: Shop): RenderedMail {
  const { orderId, about, carrier, guide, packages, lines, pendingUnits } = fulfilment
  const { subject, heading, intro } = words[about]
  const path = `/pedido/${orderId}`
  const facts = (
    [
      ['N° de pedido web', String(orderId)],
      ['Transporte', carrier],
      ['Guía', guide],
      ['Bultos', packages === null ? '' : formatCount(packages)],
    ] as const
  ).filter(([, value]) => value !== '')
  const omitted = lines.length - MOST_COURSE_LINES
  const outro = [
    omitted > 0 ? `Y ${formatCount(omitted)} artículos más, en la página del pedido.` : '',
    about === 'dispatched' && pendingUnits > 0 ? `Quedan ${formatCount(pendingUnits)} unidades por despachar.` : '',
  ]
  const view: View = {
    intro,
    facts,
    lines: lines.slice(0, MOST_COURSE_LINES).map((line) => ({ ...line, quantity: formatCount(line.quantity) })),
    outro: outro.filter(Boolean).join(' '),
  }
  return renderMail({
    shop,
    subject: `${subject} ${orderId} - ${shop.name}`,
    summary: intro,
    heading,
    html: html(view),
    text: text(view),
    ...(linkTo(shop, path) && { action: { label: 'Ver el pedido', path } }),
  })
}
