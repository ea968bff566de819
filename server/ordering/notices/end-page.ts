/** The page of the link that ends notices (R382). */
import { pagePolicy, plainPage } from '../../http/plain-page.ts'
import type { Face } from '../../lib/face.ts'

/** The page runs no script, loads nothing, and sends its form to the shop alone. */
export const endPagePolicy = (face: Face): string => pagePolicy(face)

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

/** The page, with its button where there is something to end. A form without an action goes to the page's own address. */
export const endPage = (face: Face, state: keyof typeof words): string =>
  plainPage(face, { ...words[state], ...(state === 'ask' && { button: 'No quiero más avisos' }) })
