/** Pages of links that people get by mail or message: HTML by itself, because no program of the shop's may load for them. */
import { createHash } from 'node:crypto'
import { logoWithin } from '../../contract/face.rules.ts'
import { facePictureAddress } from '../../contract/face.ts'
import type { Face } from '../lib/face.ts'
import { htmlTemplate } from '../mail/template.ts'

/** The most that the logo takes above the page's text, in CSS pixels. */
const LOGO = { width: 220, height: 48 } as const

const styleOf = ({
  colours,
}: Face): string => `body{margin:0;padding:32px 16px;background:${colours.page};color:${colours.ink};font:16px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto;padding:28px 24px;background:#fff;border:1px solid ${colours.line};border-radius:14px}
.shop{display:flex;gap:10px;align-items:center;margin:0 0 20px;color:${colours.navy};font-size:20px;font-weight:700;line-height:1.2}
h1{margin:0 0 12px;font-size:22px;line-height:1.25}p{margin:0 0 20px}
button{min-height:44px;padding:10px 22px;border:0;border-radius:9px;background:${colours.action};color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid ${colours.navy};outline-offset:2px}`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What a page may do: nothing but its own style, its own `script` if it has one, and its form, which goes to the shop alone. */
export const pagePolicy = (face: Face, script?: string): string =>
  `default-src 'none'; img-src 'self'; style-src ${hashOf(styleOf(face))};${script ? ` script-src ${hashOf(script)};` : ''} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface PlainPage {
  readonly title: string
  readonly text: string
  /** The form's one button; without it there is no form. */
  readonly button?: string
  /** Where the form goes; without it to the page's own address. */
  readonly action?: string
  /** A hidden field of the form, which the script fills. */
  readonly field?: string
  readonly script?: string
}

interface View extends PlainPage {
  readonly face: Face
  readonly style: string
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null
}

const page = htmlTemplate<View>(`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.title %> - <%= it.face.name %></title>
<style><%~ it.style %></style>
</head>
<body>
<main>
<% if (it.logo) { %><p class="shop"><img src="<%= it.logo.address %>" width="<%= it.logo.width %>" height="<%= it.logo.height %>" alt="<%= it.face.withName ? '' : it.face.name %>"><% if (it.face.withName) { %> <%= it.face.name %><% } %></p><% } %>
<h1><%= it.title %></h1>
<p><%= it.text %></p>
<% if (it.button) { %><form method="post"<% if (it.action) { %> action="<%= it.action %>"<% } %>><% if (it.field) { %><input type="hidden" name="<%= it.field %>"><% } %><button type="submit"><%= it.button %></button></form><% } %>
</main>
<% if (it.script) { %><script><%~ it.script %></script><% } %>
</body>
</html>
`)

/** A page of one text, with at most one button, in the shop's face. `script` is written as it is: it comes from the code alone. */
export function plainPage(face: Face, content: PlainPage): string {
  const { logo } = face
  return page({
    ...content,
    face,
    style: styleOf(face),
    logo: logo && { address: facePictureAddress(logo.file, 'logo.webp'), ...logoWithin(logo, LOGO) },
  })
}
