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

export function renderFeedRefusedMail(reasons: readonly string[], shop: Shop): RenderedMail {
  const view = {
    intro:
      'El ERP envió datos que la tienda no tomó. Hasta que se corrijan sigue con los anteriores, también con sus precios.',
    reasons,
    outro:
      'El informe completo está en «ERP y tareas». Este aviso no se repite mientras el motivo sea el mismo.',
  }
  return renderMail({
    shop,
    subject: `Datos del ERP rechazados - ${shop.name}`,
    summary: 'La tienda sigue con los datos anteriores',
    heading: 'La tienda no tomó datos del ERP',
    html: html(view),
    text: text(view),
    action: { label: 'Ver ERP y tareas', path: '/admin/erp' },
  })
}
