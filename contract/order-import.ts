/** Orders from a spreadsheet (R202 to R205, R11, R24). Staff only. */
import * as z from 'zod/mini'
import { importNotice } from './cart-lines.ts'
import { endpoint, raw } from './endpoint.ts'
import { id } from './ids.ts'
import { review } from './review.ts'
import { MAX_RULE_REASON } from './rules.ts'
import { chosenColumns, columnsFound } from './sheet-columns.ts'
import { flag, int, money, wireObject } from './wire.ts'

const staff = { who: 'staff' } as const

/** Largest file that is read, in bytes, and most rows in it. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024
export const IMPORT_MAX_ROWS = 5_000
export const addressesRefused = 'Una o mas direcciones no son validas'

export const importExample = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/ejemplo',
  access: staff,
  summary: 'Planilla de ejemplo para importar pedidos.',
  response: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})

/** The text about an order that was imported before; `importar-pedido` makes it again when `confirmar` is set. */
export const importedBefore = (number: string, orderId: number): string =>
  `El pedido ${number} de este CUIT ya se importó: es el pedido web ${orderId}`

/** The number of the example file, which is never an order. */
export const EXAMPLE_NUMBER = 'EJEMPLO'
export const exampleRefused =
  'El pedido EJEMPLO es el de la planilla de ejemplo: cambie el número de pedido por el suyo'
/** The text about an order of which nothing is missing any more. */
export const nothingMissing = (orderId: number): string => `No falta nada: todo está en el pedido web ${orderId}`

/** Why an order with unusual quantities waits; its notices ask about each. */
export const quantitiesAsked = 'Confirme las cantidades antes de importar el pedido'

const importAddress = wireObject({ id: ['ID_DIR', int], label: ['descripcion', z.string()] })
const reviewedItem = wireObject({
  row: ['fila', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** The code as the file has it, where it differs from the article's in leading zeros alone (R38). */
  written: ['escrito', z.optional(z.string())],
  /** The quantity as the file has it: it may have decimals, which `quantity` never has. */
  askedQuantity: ['pedida', z.number()],
  quantity: ['cantidad', int],
  /** Cents; 0 means today's price. */
  price: ['precio', money],
  /** Cents one unit will cost. */
  unitPrice: ['precioUnitario', money],
  note: ['obs', z.string()],
  /** The question, where the quantity looks like a slip (R34): the order needs a yes for this row. */
  question: ['pregunta', z.optional(z.string())],
})
/** One order found in the file. `clientId` null: no client of the caller's has the CUIT. */
export const reviewedOrder = wireObject({
  cuit: ['cuit', z.string()],
  number: ['numero', z.string()],
  clientId: ['idcli', z.nullable(int)],
  businessName: ['razon', z.string()],
  condition: ['condicion', int],
  addresses: ['direcciones', z.array(importAddress)],
  items: ['items', z.array(reviewedItem)],
  total: ['total', money],
  notices: ['avisos', z.array(importNotice)],
  /** The rows as lines and questions; `items` and `notices` say the same in two lists. */
  rows: review.fields.rows,
  /** Indexes in `rows` of the rows that no earlier import of the same CUIT and number has; all when there is no earlier one. */
  missing: ['faltan', z.array(int)],
  /** Why the order can't be made, whatever is mended; '' when it can. */
  refusal: ['motivo', z.string()],
  /** Cents that an order of the client comes to at least (R361); null: no least. What a device kept from before lacks it. */
  least: ['PEDIDO_MINIMO', z.optional(z.nullable(money))],
  /** The web number of an earlier import of the same CUIT and number; null when there is none. */
  earlierOrder: ['pedidoAnterior', z.nullable(int)],
})
export type ReviewedOrder = z.output<typeof reviewedOrder>
export const importReview = wireObject({
  orders: ['pedidos', z.array(reviewedOrder)],
  /** Rows that belong to no order: without CUIT, unreadable. */
  notices: ['avisos', z.array(importNotice)],
  rows: ['filas', int],
  /** Texts that hold for the whole file, each said once. */
  said: review.fields.notices,
  columns: ['columnas', columnsFound],
})
export type ImportReview = z.output<typeof importReview>
/** The file as multipart field `file`: XLSX, ODS, CSV or a PDF with text. 400 unreadable, 413 too large, 415 another type. */
export const reviewImport = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/importar-pedido/revisar',
  access: staff,
  summary:
    'Lee una planilla de pedidos y la muestra agrupada por CUIT y número, sin crear nada, o pregunta qué es cada columna.',
  query: wireObject({ columns: ['columnas', chosenColumns] }),
  body: raw('multipart/form-data'),
  response: importReview,
})

/** An order to make. `price` 0 means today's price, any other is the agreed one; `confirm` repeats a number on purpose. */
export const importedOrder = wireObject({
  cuit: ['cuit', z.string()],
  addressId: ['iddir', z.nullish(z.union([int, z.string()]))],
  condition: ['condicion', int],
  note: ['obs', z.nullish(z.string().check(z.maxLength(1000)))],
  number: ['numero', z.nullish(z.union([z.string().check(z.maxLength(60)), z.number()]))],
  confirm: ['confirmar', z.nullish(z.boolean())],
  /** Makes an order only of the articles that earlier imports of the same CUIT and number do not have. */
  complete: ['completar', z.nullish(z.boolean())],
  /** Why a supervisor or admin makes it below the least amount of an order (R363). */
  ruleReason: ['motivo', z.optional(z.string().check(z.maxLength(MAX_RULE_REASON)))],
  items: [
    'items',
    z.array(
      wireObject({
        /** Which article, by its id or by its code. */
        articleId: ['idart', z.optional(id)],
        code: ['cod', z.optional(z.union([z.string(), z.number()]))],
        quantity: ['cantidad', z.nullish(z.union([z.string(), z.number()]))],
        price: ['precio', z.nullish(z.union([z.string(), z.number()]))],
        note: ['obs', z.nullish(z.string().check(z.maxLength(500)))],
        row: ['fila', z.nullish(int)],
        /** Whether an unusual quantity keeps the order from being made (R34) until it is sent without this. */
        ask: ['preguntar', z.optional(z.boolean())],
      }),
    ),
  ],
})
export const importOutcome = wireObject({
  cuit: ['cuit', z.string()],
  number: ['numero', z.string()],
  /** null: no order was made, and `reason` says why. */
  orderId: ['IDCON_PED', z.nullable(int)],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  lineCount: ['items', int],
  total: ['total', money],
  /** Why the order is held (R390); null, or absent of an earlier answer: it is not. */
  held: ['EN_ESPERA', z.optional(z.nullable(z.string()))],
  reason: ['motivo', z.string()],
  notices: ['avisos', z.array(importNotice)],
})
export type ImportOutcome = z.output<typeof importOutcome>
/** Every order is made whole or not at all; with an Idempotency-Key a second run doubles nothing. */
export const importOrders = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/importar-pedido',
  access: staff,
  takesKey: true,
  summary: 'Crea los pedidos de una planilla revisada.',
  body: z.array(importedOrder).check(z.maxLength(IMPORT_MAX_ROWS)),
  response: z.array(importOutcome),
})

/** Looks up articles by code, alias or EAN as written (R7, R38). Codes that no article has, or several, are not in the answer. */
export const findByCodes = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/code',
  access: staff,
  summary: 'Artículos por una lista de códigos.',
  body: z.array(z.union([z.string(), z.number()])).check(z.maxLength(IMPORT_MAX_ROWS)),
  response: z.array(
    wireObject({
      articleId: ['IDART_IO', int],
      code: ['codigo_art', z.string()],
      description: ['descrip_art', z.string()],
      alias: ['alias_art', z.string()],
      /** The code as it was asked for. */
      written: ['escrito', z.string()],
      multiple: ['multiplo', int],
      /** Cents one unit costs today; 0: only for an agreed price. */
      unitPrice: ['precio', money],
      sold: ['enVenta', flag],
    }),
  ),
})
