/** A mail of a greeting and some paragraphs. */
import { paragraph } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

interface Paragraphs {
  /** '' greets without one. */
  name: string
  paragraphs: readonly string[]
}

const html = htmlTemplate<Paragraphs>(`<p style="${paragraph.first}">Hola<%= it.name && ' ' + it.name %>:</p>
<% for (const text of it.paragraphs) { %>
<p style="${paragraph.next}"><%= text %></p>
<% } %>`)

const text = textTemplate<Paragraphs>(`Hola<%= it.name && ' ' + it.name %>:
<% for (const text of it.paragraphs) { %>
<%= text %>
<% } %>`)

/** Both forms of it, for `renderMail`. */
export const inParagraphs = (content: Paragraphs): { html: string; text: string } => ({
  html: html(content),
  text: text(content),
})
