/** Ours: lists of prices of the shop's own (R359), which no feed touches. */
import * as z from 'zod/mini'
import { BULK_MAX_ROWS, bulkReview } from './bulk-edit.ts'
import { endpoint, raw } from './endpoint.ts'
import { idText } from './ids.ts'
import { moment } from './moment.ts'
import { flag, instant, int, money, pageIndex, wireObject } from './wire.ts'

/** Why a list, or a price in it, is refused. */
export const ownListTexts = {
  name: 'Escriba un nombre de hasta 60 letras',
  sameName: 'Ya hay una lista con ese nombre',
  tooManyClients: 'Son demasiados clientes',
  begins: 'Escriba desde qué día rige',
  past: 'Ese comienzo ya pasó: deje el día vacío para que rija ya',
  noResult: 'La fórmula no tiene resultado: abra la planilla, guárdela y vuelva a elegirla',
  price: 'El precio debe ser un número mayor que 0, con hasta dos decimales; vacío vale el de la lista base',
  noColumns: 'La primera fila debe tener los títulos de la planilla de la lista: «Código» y «Precio en la lista»',
  twoColumns: 'La planilla tiene dos columnas con el mismo título',
  tooManyRows: `La planilla tiene más de ${BULK_MAX_ROWS.toLocaleString('es-AR')} filas: tráigala por partes`,
  moved: 'La lista cambió desde que usted revisó la planilla. Revísela de nuevo',
  nothing: 'No hay nada para cambiar',
} as const

export const LONGEST_LIST_NAME = 60
/** Letters of the text of clients: 20,000 codes. */
export const LONGEST_CLIENTS = 400_000
/** Rows of a page of the list's prices. */
export const OWN_PRICES_PAGE = 25
/** How many of its last changes a list tells. */
export const CHANGES_SHOWN = 20

const fields = {
  name: [
    'nombre',
    z.string().check(z.trim(), z.minLength(1, ownListTexts.name), z.maxLength(LONGEST_LIST_NAME, ownListTexts.name)),
  ],
  /** A list out of use has no prices. */
  active: ['activa', flag],
  /** A client's code in each line: those that buy by the list, in place of the one that the ERP gives them. */
  clients: ['clientes', z.string().check(z.maxLength(LONGEST_CLIENTS, ownListTexts.tooManyClients))],
} as const
const body = wireObject(fields)
export type OwnListBody = z.output<typeof body>

/** Prices that began, or begin, at the same moment. */
const listChange = wireObject({
  since: ['desde', instant],
  hasBegun: ['empezo', z.boolean()],
  /** Articles with a price from then on, and those that have none of the list's own any more. */
  priced: ['precios', int],
  removed: ['quitados', int],
})
export type ListChange = z.output<typeof listChange>

/** A price of the list beside that of the base list, in cents. */
export const ownPrice = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  /** 0: none. */
  base: ['precioBase', money],
  /** Null: the list has none of its own. */
  listPrice: ['PRECIO_LPI', z.nullable(money)],
  /** When the next one begins, null for none; its price, null where the list has none of its own from then on. */
  next: ['proximo', z.nullable(instant)],
  nextPrice: ['precioProximo', z.nullable(money)],
  total: ['cantPaginas', z.optional(int)],
})
export type OwnPriceRow = z.output<typeof ownPrice>

const admin = { who: 'admin' } as const
const params = wireObject({ id: ['id', idText] })
const version = ['version', z.optional(int)] as const
const made = wireObject({ id: ['id', int] })

export const getOwnList = endpoint({
  method: 'GET',
  path: '/api/listas/propias/:id',
  access: admin,
  summary: 'Una lista de precios propia de la tienda, con sus clientes y sus últimos cambios de precios.',
  params,
  response: wireObject({ ...fields, version: ['version', int], changes: ['cambios', z.array(listChange)] }),
})
export type OwnList = z.output<typeof getOwnList.response>

export const createOwnList = endpoint({
  method: 'POST',
  path: '/api/listas/propias',
  access: admin,
  summary: 'Hace una lista de precios propia de la tienda.',
  body,
  response: made,
})

export const changeOwnList = endpoint({
  method: 'PUT',
  path: '/api/listas/propias/:id',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Cambia el nombre, el uso y los clientes de una lista propia.',
  params,
  body: wireObject({ ...fields, version }),
  response: made,
})

/** As a workbook: what `applyListSheet` takes back. */
export const listOwnPrices = endpoint({
  method: 'GET',
  path: '/api/listas/propias/:id/precios',
  access: admin,
  summary: 'Todos los artículos con su precio en una lista propia, por código, de a 25; o todos en una planilla.',
  params,
  query: wireObject({ page: ['index', pageIndex], text: ['texto', z.optional(z.string().check(z.maxLength(100)))] }),
  response: z.array(ownPrice),
})

/** When the prices begin; absent: at once. */
const begins = ['desde', z.optional(moment(ownListTexts.begins))] as const

export const setOwnPrice = endpoint({
  method: 'PUT',
  path: '/api/listas/propias/:id/precios/:idart',
  access: admin,
  summary: 'Pone o quita el precio de un artículo en una lista propia, ya o desde un día.',
  params: wireObject({ id: ['id', idText], articleId: ['idart', idText] }),
  body: wireObject({
    /** Null: none of the list's own. */
    listPrice: ['precio', z.nullable(money)],
    begins,
  }),
  response: z.literal(true),
})

/** The file as multipart field `file`: XLSX or CSV with the headings of the export. */
export const reviewListSheet = endpoint({
  method: 'POST',
  path: '/api/listas/propias/:id/planilla/revisar',
  access: admin,
  summary: 'Lee una planilla de precios de una lista propia y muestra cada cambio por fila, sin guardar nada.',
  params,
  query: wireObject({ begins }),
  body: raw('multipart/form-data'),
  response: bulkReview,
})

export const applyListSheet = endpoint({
  method: 'POST',
  path: '/api/listas/propias/:id/planilla',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Aplica una planilla de precios revisada, ya o desde un día.',
  params,
  query: wireObject({ begins, fingerprint: ['huella', z.string().check(z.maxLength(64))] }),
  body: raw('multipart/form-data'),
  response: wireObject({ changed: ['cambiados', int] }),
})

export const undoListChange = endpoint({
  method: 'POST',
  path: '/api/listas/propias/:id/deshacer',
  access: admin,
  summary: 'Quita los precios que empezaron, o iban a empezar, en un momento: vuelven a regir los anteriores.',
  params,
  body: wireObject({ since: ['desde', z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))] }),
  response: wireObject({ removed: ['quitados', int] }),
})
