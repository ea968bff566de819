/** Papers that are shared (R392, R395): as a file, or by a link that opens that paper alone. */
import * as z from 'zod/mini'
import { density } from './documents.ts'
import { endpoint, raw } from './endpoint.ts'
import { clientId, id, idText, optionalClientIdText } from './ids.ts'
import { linkKey } from './links.ts'
import { flag, instant, int, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

const PDF = 'application/pdf'
const ofClient = wireObject({ clientId: ['idcli', optionalClientIdText] })

/** What a link can open. An account and a quotation are shared as files only: what they tell is of today. */
const paperWords = { order: 'pedido', list: 'lista', catalogue: 'catalogo' } as const
export type PaperToLink = keyof typeof paperWords

/** The page with the button that opens a paper; the key comes behind the '#' of its address. */
export const paperPage = endpoint({
  method: 'GET',
  path: '/api/pedidos/enlaces/papel',
  access: { who: 'everyone' },
  summary: 'La página de un enlace que abre un papel; la clave, detrás del #, no llega con la dirección.',
  response: raw('text/html; charset=utf-8'),
})

export const linkPaper = endpoint({
  method: 'POST',
  path: '/api/pedidos/enlaces/papeles',
  access: { who: 'signedIn', client: 'body.idcli' },
  refusals: ['CONFLICT'],
  summary: 'Hace un enlace que abre un solo papel en PDF, sin cuenta, por 30 días o hasta que se quite.',
  body: wireObject({
    opens: ['abre', wireWords(paperWords)],
    /** The order or the list. */
    opensId: ['idabre', z.nullish(id)],
    /** For whom: whose list, or whose prices a catalogue has. An order's link is for its own client. */
    clientId: ['idcli', z.nullish(clientId)],
    /** Of a catalogue; with logo and prices where it does not say. */
    brandId: ['m', z.nullish(int)],
    withLogo: ['logo', z.optional(flag)],
    withPrices: ['prc', z.optional(flag)],
    perPage: ['porPagina', z.optional(density)],
  }),
  response: wireObject({
    id: ['id', int],
    /** The whole address, told this once. */
    address: ['enlace', z.string()],
    endsAt: ['hasta', instant],
  }),
})

export const openPaper = endpoint({
  method: 'POST',
  path: '/api/pedidos/enlaces/papel',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND', 'UNAVAILABLE'],
  summary: 'El PDF que abre un enlace; la clave va en el cuerpo, como JSON o formulario, que ningún registro guarda.',
  body: wireObject({ key: ['clave', linkKey] }),
  response: raw(PDF),
})

export const savedListPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/listas-guardadas/:id/pdf',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  summary: 'Una lista guardada en PDF (lista.pdf): artículos y cantidades, sin precios.',
  params: wireObject({ id: ['id', idText] }),
  query: ofClient,
  response: raw(PDF),
})

export const clientAccountPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/cuenta/pdf',
  access: { who: 'signedIn', client: 'query.idcli' },
  summary: 'La cuenta de un cliente en PDF (cuenta-corriente.pdf): saldo y comprobantes pendientes.',
  query: ofClient,
  response: raw(PDF),
})
