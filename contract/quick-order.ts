/** The review of a pasted or typed order, before any of it is added to a cart (R24, R38, R219). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId } from './ids.ts'
import { review } from './review.ts'
import { int, wireObject } from './wire.ts'

/** Most characters of a text. */
export const QUICK_MAX_LENGTH = 100 * 1024
export const QUICK_MAX_LINES = 2_000
export const quickTooLong = `El texto es demasiado largo: pegue hasta ${QUICK_MAX_LINES.toLocaleString('es-AR')} renglones por vez`

/** Stores nothing; what is accepted goes into the cart by `saveCartLines`. */
export const reviewQuick = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/rapido/revisar',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli' },
  summary: 'Lee un texto pegado o tipeado y dice, renglón por renglón, qué pide, qué se pregunta y qué más dice.',
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    text: ['texto', z.string().check(z.maxLength(QUICK_MAX_LENGTH, quickTooLong))],
    /** The column of numbers, from 1, that holds the codes, where the user was asked and chose it. */
    codeColumn: ['columna', z.nullish(int.check(z.gte(1)))],
    /** What a unit counts, where the user was asked and said it: 'caja = bulto'. */
    units: ['unidades', z.nullish(z.string().check(z.maxLength(60)))],
  }),
  response: review,
})
