/** Many lines of a cart at once: typed, accepted from a list, or kept on a device until now (R11, R20, R34, R225). */
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

/** A row that is left out of an order, a list or a cart, or that somebody should look at. */
export const importNotice = wireObject({
  row: ['fila', int],
  code: ['cod', z.string()],
  /** Whether the row is left out of the order. */
  dropped: ['descartada', z.boolean()],
  reason: ['motivo', z.string()],
  /** Present and true: the row is left out only until somebody answers the question in `reason` (R34, R422). */
  asking: ['pregunta', z.optional(z.boolean())],
  /** Present and true: the question is whether to add the article again, as it left the cart meanwhile (R422). */
  gone: ['yaNoEsta', z.optional(z.boolean())],
  /** For a code that no article has, the nearest articles; for a code that several have, these. */
  proposals: ['propuestas', z.optional(z.array(codeProposal))],
})
export type ImportNotice = z.output<typeof importNotice>

/** A line at today's price and multiple. */
export const listLine = wireObject({
  row: ['fila', int],
  articleId: ['idart', int],
  code: ['cod', z.string()],
  /** The code as it was written, where it differs from the article's in leading zeros alone (R38). */
  written: ['escrito', z.optional(z.string())],
  description: ['descripcion', z.string()],
  /** The quantity that was asked for: it may have decimals, which `quantity` never has. */
  askedQuantity: ['pedida', z.number()],
  /** Zero when the line left the cart. */
  quantity: ['cantidad', int],
  /** Cents one unit costs today; prices in a file are ignored. */
  unitPrice: ['precioUnitario', money],
  note: ['obs', z.string()],
  /** Units that were in the cart before, in whose place `quantity` comes; 0 for none. */
  inCart: ['enCarrito', int],
  /** The cart line's id, once it is stored. */
  lineId: ['id_ic', z.optional(int)],
})
export type ListLine = z.output<typeof listLine>

/** The outcome of rows. Each becomes a line, is added to one, or is left out; the latter two are told in `notices`. */
export const linesAnswer = wireObject({
  lines: ['renglones', z.array(listLine)],
  total: ['total', money],
  notices: ['avisos', z.array(importNotice)],
  /** How many rows ask for something, and how many do not. */
  rows: ['filas', int],
  untouched: ['sinCantidad', int],
})
export type LinesAnswer = z.output<typeof linesAnswer>

/**
 * Sets lines of the caller's cart in one transaction. A line that can't be stored is told in the answer and keeps no other
 * line back. Quantities are set, not added, so a second run changes nothing.
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
            /** The number by which the answer names the line. */
            row: ['fila', int],
            /** The article, by its id or by its code. By its id, a quantity of zero takes it out of the cart. */
            articleId: ['idart', z.optional(id)],
            code: ['cod', z.optional(z.string())],
            quantity: ['cantidad', z.number()],
            /** Absent, or empty in a line from a list: the line's note stays as it is. */
            note: ['obs', z.nullish(z.string())],
            /** Whether an unusual quantity is asked about instead of stored. */
            ask: ['preguntar', z.optional(z.boolean())],
            /** Whether the screen showed the article in the cart: where it is there no more, that is asked about (R422). */
            wasInCart: ['estabaEnCarrito', z.optional(z.boolean())],
          }),
        )
        .check(z.maxLength(MAX_LINES_AT_ONCE)),
    ],
  }),
  response: linesAnswer,
})
