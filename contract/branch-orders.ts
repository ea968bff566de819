/** Orders of a client's branches, its delivery addresses, from one sheet: articles down, branches across (R378, R379). */
import * as z from 'zod/mini'
import { ONE_LINE } from './accounts.ts'
import { endpoint, raw, SHEET } from './endpoint.ts'
import { clientId, id, idText, optionalClientIdText } from './ids.ts'
import { changedLine, MAX_ORDER_LINES, orderedLine } from './orders.ts'
import { reviewRow } from './review.ts'
import { MAX_RULE_REASON } from './rules.ts'
import { chosenColumns, columnsFound } from './sheet-columns.ts'
import { int, money, wireObject } from './wire.ts'

/** Characters of a branch's name. */
export const LONGEST_BRANCH_NAME = 100
export const branchGone = 'Esa dirección ya no es de este cliente'

/** Names a branch; '' takes the name back, and that of the ERP is shown again. Answers the name that is shown now. */
export const nameBranch = endpoint({
  method: 'PUT',
  path: '/api/usuarios/sucursales/:id',
  access: { who: 'signedIn', client: 'body.idcli', write: true },
  summary: 'Pone nombre a una sucursal, que es una dirección de entrega del cliente.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    name: [
      'nombre',
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(LONGEST_BRANCH_NAME, `Hasta ${LONGEST_BRANCH_NAME} caracteres`),
          z.regex(...ONE_LINE),
        ),
    ],
  }),
  response: z.string(),
})

/** Most quantities of one sheet, and branches. */
export const BRANCH_MAX_CELLS = 5_000
export const MOST_BRANCHES = 120
/** Rows of the sheet. */
export const BRANCH_MAX_ROWS = 20_000
export const BRANCH_MAX_BYTES = 20 * 1024 * 1024

const branch = wireObject({
  addressId: ['ID_DIR', int],
  /** '' for none. */
  name: ['nombre', z.string()],
  /** The address in words. */
  place: ['direccion', z.string()],
})
export type Branch = z.output<typeof branch>

/** What one branch asks for of the article of a row. */
const branchCell = wireObject({ addressId: ['ID_DIR', int], row: ['renglon', reviewRow] })
/** An article of the sheet. Rows of one article are one; a cell for each branch that asks for it. */
const branchRow = wireObject({
  /** Rows of the sheet, from 1. */
  lines: ['lineas', z.array(int)],
  /** What was written: code and name. */
  text: ['texto', z.string()],
  /** What is asked about the article, once for all branches; '' where the article is certain. */
  asked: ['pregunta', z.string()],
  cells: ['celdas', z.array(branchCell)],
})
export const branchReview = wireObject({
  /** All branches of the client, in the order of their ids. */
  branches: ['sucursales', z.array(branch)],
  rows: ['partes', z.array(branchRow)],
  /** Texts that hold for the whole file, each said once. */
  said: ['dichos', z.array(z.string())],
  columns: ['columnas', columnsFound],
  /** Why the caller may not order for the client now (R317, R371); '' where they may. */
  refusal: ['motivo', z.string()],
  /** Cents that an order of the client comes to at least (R361); null: no least. */
  least: ['PEDIDO_MINIMO', z.nullable(money)],
})
export type BranchReview = z.output<typeof branchReview>

/** The client's branches as a sheet to fill in: what it usually takes down, the branches across. */
export const branchTemplate = endpoint({
  method: 'GET',
  path: '/api/pedidos/itemsCarrito/sucursales/planilla',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  refusals: ['CONFLICT'],
  summary: 'Planilla para pedir por sucursales: los artículos de siempre en filas, las sucursales en columnas.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: raw(SHEET),
})

/** The file as multipart field `file`, as of `reviewList`. Nothing is stored but the chosen columns. */
export const reviewBranches = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/sucursales/revisar',
  access: { who: 'signedIn', page: 'CARRITO', client: 'query.idcli' },
  refusals: ['CONFLICT'],
  summary:
    'Lee una planilla de artículos por sucursales y muestra qué pediría cada una, sin crear nada, o pregunta qué es cada columna.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText], columns: ['columnas', chosenColumns] }),
  body: raw('multipart/form-data'),
  response: branchReview,
})

const branchOrder = wireObject({
  addressId: ['ID_DIR', id],
  lines: ['renglones', z.array(orderedLine).check(z.minLength(1), z.maxLength(MAX_ORDER_LINES))],
  /** Why a supervisor or admin makes it below the least amount of an order (R363). */
  ruleReason: ['motivo', z.optional(z.string().check(z.maxLength(MAX_RULE_REASON)))],
})
/** In `details` of the 409 that makes no order: why one of them may not be made. */
export const refusedBranch = wireObject({
  addressId: ['ID_DIR', int],
  reason: ['motivo', z.string()],
  /** Lines with another price or multiple, that are not sold, or whose quantity is asked about; may be empty. */
  lines: ['renglones', z.array(changedLine)],
})
export type RefusedBranch = z.output<typeof refusedBranch>
export const noneMade = (refused: number): string =>
  refused === 1
    ? 'No se creó ningún pedido: hay que revisar el de una sucursal'
    : `No se creó ningún pedido: hay que revisar los de ${refused} sucursales`
/** Why the order of one branch may not be made as the screen showed it. */
export const branchProblems = {
  unsold: 'Hay artículos que ya no están a la venta',
  repriced: 'Cambiaron precios. Revise los importes',
  asked: 'Hay cantidades fuera de lo habitual. Revíselas',
} as const
export const branchesStand = (numbers: readonly number[]): string =>
  `Estos pedidos ya están hechos, con otros datos: ${numbers.map((number) => `Nro WEB ${number}`).join(', ')}`

const madeOrder = wireObject({
  addressId: ['ID_DIR', int],
  orderId: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  lineCount: ['items', int],
  total: ['total', money],
  /** Why the order is held (R390); null, or absent of an earlier answer: it is not. */
  held: ['EN_ESPERA', z.optional(z.nullable(z.string()))],
})
export type MadeBranchOrder = z.output<typeof madeOrder>
/** An order for each branch, all in one transaction: where one may not be made, none is. */
export const makeBranchOrders = endpoint({
  method: 'POST',
  path: '/api/pedidos/itemsCarrito/sucursales',
  access: { who: 'signedIn', page: 'PEDIDOS', client: 'body.idcli', write: true },
  refusals: ['CONFLICT'],
  takesKey: true,
  summary: 'Crea un pedido por sucursal, todos o ninguno.',
  body: wireObject({
    clientId: ['idcli', z.nullish(clientId)],
    note: ['obs', z.string().check(z.maxLength(500))],
    orders: ['pedidos', z.array(branchOrder).check(z.minLength(1), z.maxLength(MOST_BRANCHES))],
  }),
  response: z.array(madeOrder),
})
