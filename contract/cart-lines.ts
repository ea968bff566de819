/** Many lines of a cart at once: what was typed, accepted from a list, or waited on a device (R11, R20, R34, R225). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId, id } from './ids.ts'
import { int, money, wireObject } from './wire.ts'

/** Most lines that are set at once. */
export const MAX_LINES_AT_ONCE = 5_000

/** An article that a written code may mean: offered, never taken (R38). */
export const codeProposal = wireObject({
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
})
export type CodeProposal = z.output<typeof codeProposal>

/** What is left out of an order, a list or a cart, or needs a look, by the row it was asked in. */
export const importNotice = wireObject({
  row: ['fila', int],
  code: ['cod', z.string()],
  /** True: the row is no part of the order. */
  dropped: ['descartada', z.boolean()],
  reason: ['motivo', z.string()],
  /** Present and true: left out only until somebody says that the quantity is meant (R34). */
  asking: ['pregunta', z.optional(z.boolean())],
  /** For a code that no article has, or several have: the nearest ones, or those. */
  proposals: ['propuestas', z.optional(z.array(codeProposal))],
})
export type ImportNotice = z.output<typeof importNotice>

/** A line at today's price and multiple. */
export const listLine = wireObject({
  row: ['fila', int],
  articleId: ['idart', int],
  code: ['cod', z.string()],
  /** As the code was written, where only its leading zeros were others (R38). */
  written: ['escrito', z.optional(z.string())],
  description: ['descripcion', z.string()],
  /** As it was asked: it may have decimals, which `quantity` never has. */
  askedQuantity: ['pedida', z.number()],
  /** Zero: it left the cart. */
  quantity: ['cantidad', int],
  /** Cents one unit costs today; what a file says is not looked at. */
  unitPrice: ['precioUnitario', money],
  note: ['obs', z.string()],
  /** Units that were in the cart, which `quantity` takes the place of; 0 for none. */
  inCart: ['enCarrito', int],
  /** The cart line's id, once it is stored. */
  lineId: ['id_ic', z.optional(int)],
})
export type ListLine = z.output<typeof listLine>

/** What becomes of rows. Each is a line, added to one, or left out, and the last two stand in `notices`. */
export const linesAnswer = wireObject({
  lines: ['renglones', z.array(listLine)],
  total: ['total', money],
  notices: ['avisos', z.array(importNotice)],
  /** Rows that ask for something, and those that were left as they came. */
  rows: ['filas', int],
  untouched: ['sinCantidad', int],
})
export type LinesAnswer = z.output<typeof linesAnswer>

/**
 * Sets lines of the caller's cart in one transaction, each for itself: one that can't be stored is told and keeps no
 * other back. Quantities are set, not added, so a second run changes nothing.
 */
export const saveCartLines = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/lista',
  access: { who: 'signedIn', page: 'CARRITO', client: 'body.idcli', write: true },
  summary: 'Fija varios renglones del carrito de una vez; responde qué pasó con cada uno.',
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    lines: [
      'renglones',
      z
        .array(
          wireObject({
            /** What the answer calls it by. */
            row: ['fila', int],
            /** Which article, by its id or by its code; by its id zero takes it out of the cart. */
            articleId: ['idart', z.optional(id)],
            code: ['cod', z.optional(z.string())],
            quantity: ['cantidad', z.number()],
            /** Absent or, from a list, empty: the line's note stays as it is. */
            note: ['obs', z.nullish(z.string())],
            /** Whether an unusual quantity is asked about instead of stored. */
            ask: ['preguntar', z.optional(z.boolean())],
          }),
        )
        .check(z.maxLength(MAX_LINES_AT_ONCE)),
    ],
  }),
  response: linesAnswer,
})
