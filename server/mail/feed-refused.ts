/** The mail to the shop's staff about data of the ERP that was refused (R42). */
import { brandColours } from '../lib/brand-colours.ts'
import { paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

interface View {
  intro: string
  /** One for each file; its lines belong together. */
  reasons: readonly string[]
  outro: string
}

const html = htmlTemplate<View>(`<p style="${paragraph.first}"><%= it.intro %></p>
<% for (const reason of it.reasons) { %>
<p style="${paragraph.next}white-space:pre-line;word-break:break-word;color:${brandColours.ink};"><%= reason %></p>
<% } %>
<p style="${paragraph.next}"><%= it.outro %></p>`)

const text = textTemplate<View>(`<%= it.intro %>
<% for (const reason of it.reasons) { %>

<%= reason %>
<% } %>

<%= it.outro %>
`)

/** What the mail tells: files that were refused, and files that wait for an answer; each with its reasons. */
export interface UntakenFeed {
  refused: readonly string[]
  waiting: readonly string[]
}

export function renderFeedRefusedMail({ refused, waiting }: UntakenFeed, shop: Shop): RenderedMail {
  const asks = waiting.length > 0
  const view = {
    intro: asks
      ? 'El ERP envió cambios que la tienda no toma sin que una persona los vea. Hasta que usted responda sigue con los datos anteriores, también con sus precios.'
      : 'El ERP envió datos que la tienda no tomó. Hasta que se corrijan sigue con los anteriores, también con sus precios.',
    reasons: [...waiting, ...refused],
    outro: asks
      ? 'Vea qué cambiaría y elija Aceptar o Rechazar, también desde el teléfono. Este aviso no se repite mientras el motivo sea el mismo.'
      : 'El informe completo está en «ERP y tareas». Este aviso no se repite mientras el motivo sea el mismo.',
  }
  return renderMail({
    shop,
    subject: asks ? `Datos del ERP esperan su respuesta - ${shop.name}` : `Datos del ERP rechazados - ${shop.name}`,
    summary: 'La tienda sigue con los datos anteriores',
    heading: asks ? 'El ERP envió cambios que esperan su respuesta' : 'La tienda no tomó datos del ERP',
    html: html(view),
    text: text(view),
    action: asks
      ? { label: 'Ver qué cambiaría', path: '/admin/erp/espera' }
      : { label: 'Ver ERP y tareas', path: '/admin/erp' },
  })
}
