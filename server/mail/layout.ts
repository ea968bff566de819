/** The frame of every mail: the shop's name, a card, the contact data. Looks as in docs/design.md. */
import { type BrandColours, brandColours } from '../lib/brand-colours.ts'
import type { MailAttachment } from '../ports/mail/mail.ts'
import { htmlTemplate, textTemplate } from './template.ts'

/** A mail ready to be sent. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** Pictures that stand in its HTML. */
  inline?: readonly MailAttachment[]
  /** The sender's name where that is `from`: a shop that has a name of its own writes under it. */
  renamed?: { readonly from: string; readonly to: string }
}

/** Whose mail it is. */
export interface Shop {
  name: string
  /** Where the shop is reached; without it mails carry no links. */
  url?: string | undefined
  /** Empty when there is none. */
  contactMail?: string
  contactPhone?: string
  /** Absent: the factory's. */
  colours?: BrandColours
  /** Its logo as PNG in the size of mails, in dots of which a screen shows half; absent: three balls. */
  logo?: { readonly png: Uint8Array; readonly width: number; readonly height: number }
  /** Whether the name stands beside the logo. */
  withName?: boolean
  /** SHOP_NAME where the shop has another name now. */
  configuredName?: string
}

export interface Content {
  shop: Shop
  subject: string
  /** What a list of mails shows beside the subject. */
  summary: string
  heading: string
  /** HTML, escaped already. */
  html: string
  text: string
  /** What stands above the button; the rest then follows below it, because mail programs cut long mails. */
  lead?: { html: string; text: string }
  /** A button at the end, or below the lead; `path` from the shop's address. Not shown when the shop has no address. */
  action?: { label: string; path: string }
}

/** What the HTML calls the logo that comes with the mail. */
const LOGO_ID = 'logo@bulto'

/** Mail programs load no fonts: the shop's own where installed, else the system's. */
const fonts = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

interface View extends Content {
  contact: string
  link: string
  colours: BrandColours
}

const frame = htmlTemplate<View>(`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light only">
<title><%= it.subject %></title>
<style>
  a { color: <%= it.colours.action %>; }
  .lines td { border-top: 1px solid ${brandColours.line}; }
  .lines .c { color: ${brandColours.muted}; white-space: nowrap; }
  .lines .q, .lines .p, .lines .a { text-align: right; white-space: nowrap; }
  .lines small { display: block; color: ${brandColours.muted}; font-size: 12.5px; word-break: break-word; }
  .lines i { display: none; font-style: normal; }
  @media (max-width: 640px) {
    .page { padding: 12px 8px !important; }
    .card { padding: 22px 18px !important; }
    .lines, .lines tbody, .lines tr { display: block !important; width: 100% !important; }
    .lines thead { display: none !important; }
    .lines tr { padding: 12px 0 !important; border-top: 1px solid ${brandColours.line} !important; overflow: hidden; }
    .lines td { display: block !important; padding: 0 !important; border: 0 !important; text-align: left !important; }
    .lines .c { font-size: 12.5px !important; }
    .lines .d { padding: 2px 0 6px !important; }
    .lines .q, .lines .p { display: inline-block !important; padding-right: 6px !important; color: ${brandColours.muted} !important; vertical-align: top; }
    .lines .q { min-width: 112px; }
    .lines .a { float: right; }
    .lines i { display: inline !important; }
  }
</style>
</head>
<body style="margin:0;padding:0;background:${brandColours.page};color:${brandColours.ink};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;"><%= it.summary %></div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${brandColours.page};">
<tr><td class="page" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:680px;font-family:${fonts};font-size:15px;line-height:1.5;color:${brandColours.ink};font-variant-numeric:tabular-nums;">
<tr><td style="padding:0 6px 16px;font-size:22px;font-weight:700;line-height:1.2;color:<%= it.colours.navy %>;">
<% if (it.shop.logo) { %><img src="cid:${LOGO_ID}" width="<%= it.shop.logo.width %>" height="<%= it.shop.logo.height %>" alt="<%= it.shop.withName ? '' : it.shop.name %>" style="border:0;vertical-align:middle;max-width:100%;font-size:22px;font-weight:700;color:<%= it.colours.navy %>;"><% } else { %>
<span aria-hidden="true" style="font-size:20px;letter-spacing:1px;"><span style="color:${brandColours.balls[0]};">&#9679;</span><span style="color:${brandColours.balls[1]};">&#9679;</span><span style="color:${brandColours.balls[2]};">&#9679;</span></span><% } %>
<% if (!it.shop.logo || it.shop.withName) { %><%= it.shop.name %><% } %>
</td></tr>
<tr><td class="card" style="padding:32px;background:#FFFFFF;border:1px solid ${brandColours.line};border-radius:14px;">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700;color:${brandColours.ink};"><%= it.heading %></h1>
<% if (it.lead) { %><%~ it.lead.html %><% } else { %><%~ it.html %><% } %>
<% if (it.link) { %>
<p style="margin:<%= it.lead ? '18px' : '28px' %> 0 0;"><a href="<%= it.link %>" style="display:inline-block;padding:12px 22px;background:<%= it.colours.action %>;border-radius:9px;color:#FFFFFF;font-weight:600;text-decoration:none;"><%= it.action.label %></a></p>
<% } %>
<% if (it.lead) { %><%~ it.html %><% } %>
</td></tr>
<tr><td style="padding:18px 6px 0;font-size:13px;color:${brandColours.muted};">
<% if (it.contact) { %><p style="margin:0 0 4px;">Ante cualquier duda, comuníquese con nosotros: <%= it.contact %></p><% } %>
<p style="margin:0;">Mensaje automático de <%= it.shop.name %><% if (!it.shop.name.endsWith('.')) { %>.<% } %></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)

const plainFrame = textTemplate<View>(`<%= it.heading %>

<% if (it.lead) { %><%= it.lead.text %>
<% if (it.link) { %>
<%= it.action.label %>: <%= it.link %>
<% } %>
<%= it.text %>
<% } else { %><%= it.text %>
<% if (it.link) { %>
<%= it.action.label %>: <%= it.link %>
<% } %><% } %>
--
<% if (it.contact) { %>Ante cualquier duda, comuníquese con nosotros: <%= it.contact %>
<% } %>Mensaje automático de <%= it.shop.name %><% if (!it.shop.name.endsWith('.')) { %>.<% } %>
`)

/** An address of the shop; '' where the shop has none. */
export const linkTo = (shop: Shop, path: string): string => (shop.url ? shop.url.replace(/\/{1,9}$/, '') + path : '')

/** Puts a mail's content into the frame, as HTML and as plain text. */
export function renderMail(content: Content): RenderedMail {
  const { shop, subject, action } = content
  const contact = [shop.contactMail, shop.contactPhone].filter(Boolean).join(' · ')
  const link = action ? linkTo(shop, action.path) : ''
  const view = { ...content, contact, link, colours: shop.colours ?? brandColours }
  return {
    // A subject is one line, whatever a name in it holds.
    subject: subject.replace(/\s+/g, ' ').trim(),
    html: frame(view),
    text: plainFrame({ ...view, text: content.text.trim() }),
    ...(shop.logo && {
      inline: [{ filename: 'logo.png', contentType: 'image/png', content: shop.logo.png, id: LOGO_ID }],
    }),
    ...(shop.configuredName && { renamed: { from: shop.configuredName, to: shop.name } }),
  }
}

/** Running text in a mail's HTML: the first paragraph, and those after it. */
export const paragraph = { first: 'margin:0;', next: 'margin:14px 0 0;' } as const
