/** The mail of notices (R381): articles that can be ordered again, prices of saved lists that changed. */
import { formatCount, formatPesos } from '../../contract/amounts.ts'
import { countInWords } from '../../contract/order-text.ts'
import { isPrice } from '../../contract/price.ts'
import { screens } from '../../contract/screens.ts'
import { brandColours } from '../lib/brand-colours.ts'
import { formatInstant } from '../lib/dates.ts'
import { linkTo, paragraph, type RenderedMail, renderMail, type Shop } from './layout.ts'
import { htmlTemplate, textTemplate } from './template.ts'

/** An article whose price is told. Cents, 0 without a price. */
export interface ToldArticle {
  readonly code: string
  readonly description: string
  readonly price: number
  readonly priceBefore: number
}

/** What is told for one client; it is stored until the mail is sent. */
export interface NoticesOfClient {
  readonly clientId: number
  /** Its name, where the reader orders for several; '' else. */
  readonly client: string
  /** Stock is null where nobody knows it. */
  readonly articles: readonly (ToldArticle & { readonly stock: number | null; readonly stockBefore: number | null })[]
  readonly lists: readonly {
    readonly id: number
    readonly name: string
    /** How many prices changed; `changes` are the first of them. */
    readonly count: number
    readonly changes: readonly ToldArticle[]
  }[]
}

export interface NoticesToMail {
  readonly clients: readonly NoticesOfClient[]
}

/** Most changes of one list in a mail: a price list that goes up changes them all. The list's page shows the rest. */
export const MOST_CHANGES = 30

interface ShownArticle {
  readonly code: string
  readonly description: string
  /** What is so now, and what was before. */
  readonly now: string
  readonly before: string
  readonly link: string
}

interface Part {
  readonly heading: string
  readonly articles: readonly ShownArticle[]
  /** How many changes are not shown; '' for none. */
  readonly rest: string
  /** Of the list; '' for none, and where the shop has no address. */
  readonly link: string
}

interface View {
  readonly name: string
  readonly at: string
  readonly parts: readonly Part[]
  readonly endLink: string
}

const html =
  htmlTemplate<View>(`<p style="${paragraph.first}">Hola<%= it.name && ' ' + it.name %>: esto es lo que pidió que le avisemos, como estaba el <%= it.at %>.</p>
<% for (const part of it.parts) { %>
<h2 style="margin:24px 0 6px;font-size:16px;"><% if (part.link) { %><a href="<%= part.link %>"><%= part.heading %></a><% } else { %><%= part.heading %><% } %></h2>
<table class="lines" width="100%" cellpadding="7" cellspacing="0" style="font-size:14px;border-collapse:collapse;">
<tbody valign="top">
<% for (const article of part.articles) { %><tr><td class="c"><%= article.code %></td><td class="d"><% if (article.link) { %><a href="<%= article.link %>"><%= article.description %></a><% } else { %><%= article.description %><% } %></td><td class="a"><b><%= article.now %></b><% if (article.before) { %><small><%= article.before %></small><% } %></td></tr>
<% } %></tbody>
</table>
<% if (part.rest) { %><p style="margin:8px 0 0;"><%= part.rest %></p><% } %>
<% } %>
<% if (it.endLink) { %><p style="margin:28px 0 0;font-size:13px;color:${brandColours.muted};">Recibe este correo porque tocó «Avisarme» en la tienda, y a lo sumo uno por día. <a href="<%= it.endLink %>">No quiero más avisos</a></p><% } %>`)

const text =
  textTemplate<View>(`Hola<%= it.name && ' ' + it.name %>: esto es lo que pidió que le avisemos, como estaba el <%= it.at %>.
<% for (const part of it.parts) { %>
<%= part.heading %>
<% for (const article of part.articles) { %>- <%= article.code %>  <%= article.description %>
    <%= article.now %><% if (article.before) { %> (<%= article.before %>)<% } %>
<% if (article.link) { %>    <%= article.link %>
<% } } %><% if (part.rest) { %><%= part.rest %>
<% } %><% if (part.link) { %><%= part.link %>
<% } %><% } %><% if (it.endLink) { %>
Recibe este correo porque tocó «Avisarme» en la tienda, y a lo sumo uno por día.
No quiero más avisos: <%= it.endLink %>
<% } %>`)

const priceText = (cents: number): string => (isPrice(cents) ? formatPesos(cents) : 'sin precio')
const join = (...texts: string[]): string => texts.filter(Boolean).join(' · ')

/**
 * Renders what was told at an instant (ISO 8601).
 * @param endLink ends the reader's notices; '' where the shop has no address
 */
export function renderNoticesMail(
  { name, madeAt, clients, endLink }: NoticesToMail & { name: string; madeAt: string; endLink: string },
  shop: Shop,
): RenderedMail {
  const articleLink = (code: string) => linkTo(shop, `${screens.catalogue.path}?articulo=${encodeURIComponent(code)}`)
  const parts = clients.flatMap(({ client, articles, lists }): Part[] => {
    const of = client && ` para ${client}`
    return [
      ...(articles.length === 0
        ? []
        : [
            {
              heading: `Ya se puede pedir${of}`,
              articles: articles.map(({ code, description, price, priceBefore, stock, stockBefore }) => ({
                ...{ code, description, link: articleLink(code) },
                now: join(formatPesos(price), stock === null ? '' : `hay ${formatCount(stock)}`),
                before: join(
                  priceBefore === price ? '' : `antes ${priceText(priceBefore)}`,
                  stockBefore !== null && stockBefore <= 0 ? 'no había stock' : '',
                ),
              })),
              rest: '',
              link: '',
            },
          ]),
      ...lists.map((list) => ({
        heading: `Cambiaron precios de la lista «${list.name}»${of}`,
        articles: list.changes.map(({ code, description, price, priceBefore }) => ({
          ...{ code, description, link: articleLink(code) },
          now: isPrice(price) ? formatPesos(price) : 'Consultar',
          before: `antes ${priceText(priceBefore)}`,
        })),
        rest:
          list.count > list.changes.length
            ? `Y ${countInWords(list.count - list.changes.length, 'artículo', 'artículos')} más, en la lista.`
            : '',
        link: linkTo(shop, `${screens.savedLists.path}?lista=${list.id}`),
      })),
    ]
  })
  const first = clients.flatMap(({ articles }) => articles)
  const moved = clients.flatMap(({ lists }) => lists).reduce((sum, { count }) => sum + count, 0)
  const heading =
    first.length === 0
      ? 'Cambiaron precios de sus listas'
      : first.length === 1 && moved === 0
        ? 'Ya se puede pedir lo que esperaba'
        : 'Novedades de lo que esperaba'
  const summary = join(
    first.length > 0 ? `${countInWords(first.length, 'artículo', 'artículos')} que ya se puede pedir` : '',
    moved > 0 ? countInWords(moved, 'precio que cambió', 'precios que cambiaron') : '',
  )
  const view = { name, at: formatInstant(madeAt), parts, endLink }
  return renderMail({
    ...{ shop, subject: `${heading} - ${shop.name}`, heading, summary },
    ...{ html: html(view), text: text(view) },
    action: { label: 'Ver mis avisos', path: screens.savedLists.path },
  })
}
