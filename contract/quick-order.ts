/** What a pasted or typed text orders, before any of it is added to a cart (R24, R38, R219). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId } from './ids.ts'
import { int, money, wireObject } from './wire.ts'

/** Most characters of a text. */
export const QUICK_MAX_LENGTH = 100 * 1024
export const QUICK_MAX_LINES = 2_000
export const quickTooLong = `El texto es demasiado largo: pegue hasta ${QUICK_MAX_LINES.toLocaleString('es-AR')} renglones por vez`

/** An article that a line of the text means or may mean, at today's price. */
const quickArticle = wireObject({
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** Cents; 0 without a price. */
  unitPrice: ['precioUnitario', money],
  /** It is sold by this many units (R21). */
  multiple: ['multiplo', int],
  /** Units of a bulto. */
  unitsPerPack: ['uxb', int],
})
export type QuickArticle = z.output<typeof quickArticle>

const quickKind = z.codec(z.enum(['renglon', 'pregunta', 'otro']), z.enum(['line', 'question', 'other']), {
  decode: (wire) => ({ renglon: 'line', pregunta: 'question', otro: 'other' })[wire] as 'line',
  encode: (kind) => ({ line: 'renglon', question: 'pregunta', other: 'otro' })[kind] as 'renglon',
})
/**
 * What a part of the text is: a line of the order (certain: one article, a quantity), a question (its articles are
 * proposals, none where nothing is near), or neither. Every written line of the text stands in one of them at least.
 */
const quickEntry = wireObject({
  kind: ['tipo', quickKind],
  /** Lines of the text, from 1. */
  lines: ['lineas', z.array(int)],
  /** As it was written. */
  text: ['texto', z.string()],
  /** Why it is no line, for the user; '' for one. */
  reason: ['motivo', z.string()],
  articles: ['articulos', z.array(quickArticle)],
  /** Units as they were asked for; null where that is not known. */
  askedQuantity: ['pedida', z.nullable(int)],
  /** Units as a line will be stored: a multiple of what is sold; null for what is no line. */
  quantity: ['cantidad', z.nullable(int)],
  note: ['obs', z.string()],
  /** Units of a line's article in the cart now, whose place `quantity` takes; 0 for none. */
  inCart: ['enCarrito', int],
})
export type QuickEntry = z.output<typeof quickEntry>

export const quickReview = wireObject({
  entries: ['partes', z.array(quickEntry)],
  /** Cents of all lines. */
  total: ['total', money],
})
export type QuickReview = z.output<typeof quickReview>

/** Stores nothing; what is accepted goes into the cart by `saveCartLines`. */
export const reviewQuick = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/rapido/revisar',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli' },
  summary:
    'Lee un texto pegado o tipeado y dice, renglón por renglón, qué pide, qué se pregunta y qué no es un renglón.',
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    text: ['texto', z.string().check(z.maxLength(QUICK_MAX_LENGTH, quickTooLong))],
  }),
  response: quickReview,
})
