/** The mails to the client about what became of an order (R307): accepted, dispatched, what will be missing. */
import { formatCount, formatPesos } from '../../contract/amounts.ts'
import { countInWords, otherTotalsOf } from '../../contract/order-text.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

export type FulfilmentNews = 'accepted' | 'dispatched' | 'missing'

export interface FulfilmentToMail {
  orderId: number
  /** The ERP's number, once it has one. */
  erpNumber: number | null
  /** The client's own number of the order, '' for none. */
  clientNumber: string
  /** Cents: what was ordered, what of it comes, what was billed; null where no bill was told (R319). */
  total: number
  comingTotal: number
  billedTotal: number | null
  about: FulfilmentNews
  /** The remito. Of a dispatch, as what follows; '' and null where nobody told. */
  note: string
  carrier: string
  guide: string
  packages: number | null
  /** What left, or what will not come, by code. */
  lines: readonly MailedLine[]
  /** What is still to be dispatched, by code. */
  pending: readonly MailedLine[]
}

interface MailedLine {
  code: string
  description: string
  /** Units. */
  quantity: number
  /** Why it will not come; '' where nothing is to be said. */
  why: string
}

/** Most lines in a mail; the order's page has all. */
export const MOST_COURSE_LINES = 100

interface View {
  intro: string
  facts: readonly (readonly [label: string, value: string])[]
  /** Tables of lines, each below a sentence; the first below the facts, without one. */
  parts: readonly { heading: string; lines: readonly ShownLine[]; rest: string }[]
}

interface ShownLine {
  code: string
  description: string
  quantity: string
  units: string
  why: string
}

const html = htmlTemplate<View>(`<p style="${paragraph.first}"><%= it.intro %></p>
<% for (const [label, value] of it.facts) { %><p style="margin:6px 0 0;"><span style="color:${brandColours.muted};"><%= label %>:</span> <%= value %></p>
<% } %>
<% for (const part of it.parts) { %><% if (part.heading) { %><p style="${paragraph.next}"><%= part.heading %></p>
<% } %><table class="lines" width="100%" cellpadding="7" cellspacing="0" style="margin:20px 0 0;font-size:14px;border-collapse:collapse;">
<thead><tr align="left" style="font-size:12.5px;color:${brandColours.muted};"><th scope="col">Código</th><th scope="col">Artículo</th><th scope="col" align="right">Unidades</th></tr></thead>
<tbody>
<% for (const line of part.lines) { %><tr valign="top" style="border-top:1px solid ${brandColours.line}"><td class="code" nowrap><%= line.code %></td><td class="name"><%= line.description %><% if (line.why) { %><br><span class="note"><%= line.why %></span><% } %></td><td align="right" nowrap><%= line.quantity %></td></tr>
<% } %></tbody>
</table>
<% if (part.rest) { %><p style="${paragraph.next}"><%= part.rest %></p>
<% } %><% } %>`)

const text = textTemplate<View>(`<%= it.intro %>
<% for (const [label, value] of it.facts) { %>
<%= label %>: <%= value %><% } %>
<% for (const part of it.parts) { %><% if (part.heading) { %>

<%= part.heading %>
<% } %><% for (const line of part.lines) { %>
<%= line.code %>  <%= line.description %>: <%= line.units %><% if (line.why) { %> (<%= line.why %>)<% } %><% } %><% if (part.rest) { %>

<%= part.rest %><% } %><% } %>`)

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
  const { orderId, erpNumber, clientNumber, about, note, carrier, guide, packages, lines } = fulfilment
  const { subject, heading } = words[about]
  // Nobody told what left: nothing is announced that does not follow.
  const isBare = about === 'dispatched' && lines.length === 0
  const intro = isBare ? 'Despachamos su pedido. En su página está lo que salió.' : words[about].intro
  const path = `/pedido/${orderId}`
  const facts = (
    [
      ['N° de pedido web', String(orderId)],
      ['Su N° de pedido', clientNumber],
      ['N° de pedido', erpNumber === null ? '' : String(erpNumber)],
      ['Remito', note],
      ['Transporte', carrier],
      ['Guía', guide],
      ['Bultos', packages === null ? '' : formatCount(packages)],
      ...totalsOf(fulfilment).map(([label, cents]) => [label, formatPesos(cents)] as const),
    ] as const
  ).filter(([, value]) => value !== '')
  const pending = about === 'dispatched' ? fulfilment.pending : []
  const units = pending.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = `${units === 1 ? 'Queda' : 'Quedan'} ${countInWords(units, 'unidad', 'unidades')} por despachar:`
  const view: View = {
    intro,
    facts,
    parts: [partOf('', lines), partOf(left, pending)].filter(({ lines: shown }) => shown.length > 0),
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

/** The order's totals, where they are not all the same. */
function totalsOf(fulfilment: FulfilmentToMail): (readonly [label: string, cents: number])[] {
  const others = fulfilment.about === 'accepted' ? [] : otherTotalsOf(fulfilment)
  return others.length === 0 ? [] : [['Pedido', fulfilment.total], ...others]
}

function partOf(heading: string, lines: readonly MailedLine[]): View['parts'][number] {
  const omitted = lines.length - MOST_COURSE_LINES
  return {
    heading,
    lines: lines.slice(0, MOST_COURSE_LINES).map((line) => ({
      ...line,
      quantity: formatCount(line.quantity),
      units: countInWords(line.quantity, 'unidad', 'unidades'),
    })),
    rest: omitted > 0 ? `Y ${countInWords(omitted, 'artículo', 'artículos')} más, en la página del pedido.` : '',
  }
}
