/** The page of the link that ends notices (R382): HTML by itself, because no program of the shop's may load for it. */
import { createHash } from 'node:crypto'
import { brandColours } from '../../lib/brand-colours.ts'
import { htmlTemplate } from '../../mail/template.ts'

const style = `body{margin:0;padding:32px 16px;background:${brandColours.page};color:${brandColours.ink};font:16px/1.5 system-ui,sans-serif}
main{max-width:480px;margin:0 auto;padding:28px 24px;background:#fff;border:1px solid ${brandColours.line};border-radius:14px}
h1{margin:0 0 12px;font-size:22px;line-height:1.25}p{margin:0 0 20px}
button{min-height:44px;padding:10px 22px;border:0;border-radius:9px;background:${brandColours.action};color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid ${brandColours.navy};outline-offset:2px}`

/** The page runs no script, loads nothing, and sends its form to the shop alone. */
export const END_PAGE_POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const words = {
  ask: {
    title: 'Terminar los avisos',
    text: 'Deja de recibir los correos de los artículos y las listas que esperaba. Puede volver a pedirlos en la tienda cuando quiera.',
  },
  ended: { title: 'Listo: no recibe más avisos', text: 'Puede volver a pedirlos en la tienda cuando quiera.' },
  gone: {
    title: 'Ese enlace ya no sirve',
    text: 'Los avisos ya terminaron, o el enlace es de hace más de 90 días. Si le siguen llegando, use el del último correo, o quítelos en «Mis listas».',
  },
} as const

const page = htmlTemplate<{ shop: string; title: string; text: string; asks: boolean }>(`<!doctype html>
<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.title %> - <%= it.shop %></title>
<style>${style}</style>
</head>
<body>
<main>
<h1><%= it.title %></h1>
<p><%= it.text %></p>
<% if (it.asks) { %><form method="post"><button type="submit">No quiero más avisos</button></form><% } %>
</main>
</body>
</html>
`)

/** The page, with its button where there is something to end. A form without an action goes to the page's own address. */
export const endPage = (shop: string, state: keyof typeof words): string =>
  page({ shop, ...words[state], asks: state === 'ask' })
