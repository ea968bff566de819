/** Settings every screen reads (R107, R203, R19, R28). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import type { SettingKey } from './setting-keys.ts'
import { flag, textParam, wireObject } from './wire.ts'

/** One stored setting. */
export const setting = wireObject({
  key: ['clave', z.string()],
  value: ['valor', z.string()],
  aux: ['aux', z.string()],
})
export type Setting = z.output<typeof setting> & { key: SettingKey }

/** Pages that an admin can close, and the two parts of the catalogue that can be switched off. */
export const switches = ['CATALOGO', 'CARRITO', 'PEDIDOS', 'BANNER', 'CAROUSEL'] as const satisfies SettingKey[]
export type Switch = (typeof switches)[number]

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/config/anuncio',
  access: { who: 'everyone' },
  kept: true,
  summary: "Anuncio 'título;texto|colorTexto;colorFondo', vacío cuando no está habilitado.",
  response: z.string(),
})
export const isCarouselOn = endpoint({
  method: 'GET',
  path: '/api/config/carousel',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Si se muestran las novedades: 1 o 0.',
  response: flag,
})
export const getCarouselText = endpoint({
  method: 'GET',
  path: '/api/config/valor-carousel',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Título de las novedades.',
  response: z.string(),
})
export const isPageOpen = endpoint({
  method: 'GET',
  path: '/api/config/habilitado',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Si una página está abierta: 1 o 0.',
  query: wireObject({ page: ['pag', textParam] }),
  response: flag,
})
export const getContact = endpoint({
  method: 'GET',
  path: '/api/config/contacto',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Correo y teléfono de contacto (CONTACTO_MAIL y CONTACTO_TEL).',
  response: z.array(setting),
})
export const isBannerOn = endpoint({
  method: 'GET',
  path: '/api/config/bannerhab',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Si se muestra el banner lateral: 1 o 0.',
  response: flag,
})
export const getBanner = endpoint({
  method: 'GET',
  path: '/api/config/banner',
  access: { who: 'everyone' },
  summary: 'Imagen del banner lateral.',
  query: wireObject({ version: ['v', textParam] }),
  refusals: ['NOT_FOUND'],
  response: raw('image/*'),
})
/** Ours: the terms shown at /terminos; empty while the shop has set none. */
export const getTerms = endpoint({
  method: 'GET',
  path: '/api/config/terminos',
  access: { who: 'everyone' },
  summary: 'Términos y condiciones propios del comercio.',
  response: z.string(),
})

/** The parts of the announcement's one text; colours by their names in the setting. */
export interface Announcement {
  title: string
  text: string
  textColour: string
  backgroundColour: string
}

/** Reads the announcement's one text; null when nothing is to be shown: it has no words, or no colour is set. */
export function parseAnnouncement(value: string): Announcement | null {
  const [words = '', colours = ''] = value.split('|')
  const [title = '', ...rest] = words.split(';')
  const [textColour = '', backgroundColour = ''] = colours.split(';')
  if (!textColour && !backgroundColour) return null
  if (!title && rest.length === 0) return null
  return {
    title,
    text: rest.join(';'),
    textColour: textColour || 'black',
    backgroundColour: backgroundColour || 'white',
  }
}
