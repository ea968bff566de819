/** Bulk edits of articles: by choice, by a pasted column, by a spreadsheet; and taking one back (R34, R42). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { id, idText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { discountPercent, filterListings } from './product-manager.ts'
import { flag, flagText, instant, int, money, pageIndex, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

const supervisor = { who: 'supervisor' } as const

/** Most articles that are chosen one by one, pasted or brought in a file; a filter may match more. */
export const BULK_MAX_ROWS = 20_000
/** Bytes: 20,000 rows of fifteen columns are some 2 MB. */
export const BULK_MAX_BYTES = 10 * 1024 * 1024
export const BATCHES_PAGE_SIZE = 25
/** Rows of each kind that the review of a choice shows; the review of a text or file shows all. */
export const BULK_SAMPLE = 20
/** Articles changed meanwhile that an undo names at most, and that may be confirmed at once. */
export const MOST_KEPT = 1_000

/** Why a bulk edit, or a row of it, is refused. */
export const bulkTexts = {
  position: 'El orden debe ser un número entero desde 0',
  discount: 'El descuento debe ser un número de 0 a 100, con hasta dos decimales',
  points: 'Los puntos deben ser un número de -100 a 100, con hasta dos decimales',
  beyond: 'El descuento no quedaría entre 0 y 100',
  setOrAdd: 'El descuento se pone o se suma, no las dos cosas',
  hint: 'La indicación puede tener hasta 500 caracteres',
  category: 'La categoría no es de esa marca',
  subcategory: 'La subcategoría no es de esa categoría',
  brand: 'La marca no existe',
  moved: 'Los artículos cambiaron desde que usted los revisó. Revise el cambio de nuevo',
  nothing: 'No hay nada para cambiar',
  tooManyLines: `La columna tiene más de ${BULK_MAX_ROWS.toLocaleString('es-AR')} líneas: péguela por partes`,
} as const

/** The fields of an article's listing that a bulk edit can change. */
export const bulkField = wireWords({
  brand: 'marca',
  category: 'categoria',
  subcategory: 'subcategoria',
  position: 'orden',
  discount: 'descuento',
  promo: 'oferta',
  future: 'futuro',
  hint: 'indicacion',
  active: 'activo',
})
export type BulkField = z.output<typeof bulkField>

/** Percentage points of either sign: hundredths of a point in the code, a number with at most two decimals on the wire. */
const points = z.codec(
  z
    .number(bulkTexts.points)
    .check(
      z.refine(
        (value) => Math.abs(value) <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        bulkTexts.points,
      ),
    ),
  z.int(),
  { decode: (value) => Math.round(value * 100), encode: (hundredths) => hundredths / 100 },
)

const level = z.optional(z.nullable(id))
/** The values that all articles get; an absent field stays. Another brand clears the levels below it unless they are given. */
const changes = wireObject({
  /** null: none. */
  brandId: ['IDMARCA_IO', level],
  categoryId: ['IDCATEGORIA_IO', level],
  subcategoryId: ['IDSUBCATEGORIA_IO', level],
  /** Hundredths of a percent. */
  discount: ['DESCUENTO_IO', z.optional(discountPercent)],
  /** Added to each article's own discount, in place of `discount`; an article whose discount would leave 0 to 100 is refused. */
  addDiscount: ['sumarDescuento', z.optional(points)],
  promo: ['OFERTA_IO', z.optional(flag)],
  future: ['DESTACADO_IO', z.optional(flag)],
  hint: ['INDICACION_IO', z.optional(z.string().check(z.maxLength(500, bulkTexts.hint), z.trim()))],
  active: ['ACTIVO_IO', z.optional(flag)],
})
export type BulkChanges = z.output<typeof changes>

const ids = z.array(id).check(z.maxLength(BULK_MAX_ROWS))
const { page: _page, size: _size, ...filterFields } = filterListings.query.fields
const choice = {
  /** The articles by their ids; or else all that match `filter`, without those of `except`. */
  ids: ['ids', z.optional(ids)],
  filter: ['filtro', z.optional(wireObject(filterFields))],
  except: ['excepto', z.optional(ids)],
  changes: ['cambios', changes],
} as const
const bulkChoice = wireObject(choice)
export type BulkChoice = z.output<typeof bulkChoice>

/** Stands for the articles as a review saw them; applying the edit to articles that changed since is a conflict. */
const fingerprint = z.string().check(z.maxLength(64))

/** The outcome of a row; a `stale` one was changed by somebody since the file was exported. */
export const bulkOutcome = wireWords({
  changes: 'cambia',
  same: 'igual',
  refused: 'rechazado',
  stale: 'desactualizado',
  notUnderstood: 'noEntendido',
  unknown: 'desconocido',
  twice: 'repetido',
})
export type BulkOutcome = z.output<typeof bulkOutcome>

/** A value as people read it: names in place of ids, percents as numbers with two decimals. */
const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export const fieldChange = wireObject({
  field: ['campo', bulkField],
  before: ['antes', value],
  after: ['despues', value],
})
export type FieldChange = z.output<typeof fieldChange>
const reviewedRow = wireObject({
  /** Its line in the text or row in the file, from 1; null for chosen articles. */
  line: ['fila', z.nullable(int)],
  code: ['codigo', z.string()],
  description: ['descripcion', z.string()],
  outcome: ['resultado', bulkOutcome],
  /** Why it is not changed; '' when it is changed, or has these values already. */
  reason: ['motivo', z.string()],
  changes: ['cambios', z.array(fieldChange)],
  /** What it is sold for, before and after; null where no price changes. */
  priceBefore: ['precioAntes', z.nullable(money)],
  priceAfter: ['precioDespues', z.nullable(money)],
})
export type ReviewedRow = z.output<typeof reviewedRow>
/** What a bulk edit would change; nothing is stored. */
export const bulkReview = wireObject({
  fingerprint: ['huella', fingerprint],
  total: ['total', int],
  changed: ['cambian', int],
  same: ['iguales', int],
  stale: ['desactualizados', int],
  problems: ['problemas', int],
  /** How many of the changed articles cost more afterwards, and how many cost less. */
  dearer: ['suben', int],
  cheaper: ['bajan', int],
  /** How many are left without a price: the discount takes all of it, so that nobody can order them (R6). */
  unpriced: ['sinPrecio', int],
  /** All rows of a text or file. Of chosen articles a sample: changed ones first, and among these the ones that get dearer. */
  rows: ['filas', z.array(reviewedRow)],
})
export type BulkReview = z.output<typeof bulkReview>
/** A bulk edit that was applied, and how many articles it changed. */
const bulkDone = wireObject({
  /** Its batch, which `undoBatch` takes back. */
  batchId: ['id', id],
  changed: ['cambiados', int],
})
export type BulkDone = z.output<typeof bulkDone>

/** What a bulk edit of chosen articles would change. */
export const reviewChoice = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/revisar',
  access: supervisor,
  summary: 'Muestra qué cambiaría en los artículos elegidos, sin guardar nada.',
  body: bulkChoice,
  response: bulkReview,
})
/** Applies the edit in one transaction. 409 when the articles are not as the review saw them. */
export const applyChoice = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes',
  access: supervisor,
  refusals: ['CONFLICT'],
  summary: 'Cambia los artículos elegidos en un solo paso.',
  body: wireObject({ ...choice, fingerprint: ['huella', fingerprint] }),
  response: bulkDone,
})

const pasted = {
  column: ['columna', wireWords({ discount: 'descuento', position: 'orden' })],
  /** Lines of a code and a value, parted by a tab, a semicolon or blanks. */
  text: ['texto', z.string().check(z.maxLength(1_000_000))],
} as const
const pastedColumn = wireObject(pasted)
export type PastedColumn = z.output<typeof pastedColumn>

export const reviewPaste = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/columna/revisar',
  access: supervisor,
  summary: 'Lee códigos con descuento u orden, línea por línea, y muestra qué cambiaría.',
  body: pastedColumn,
  response: bulkReview,
})
export const applyPaste = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/columna',
  access: supervisor,
  refusals: ['CONFLICT'],
  summary: 'Aplica los descuentos u órdenes pegados.',
  body: wireObject({ ...pasted, fingerprint: ['huella', fingerprint] }),
  response: bulkDone,
})

const withStale = {
  /** Whether to change also the articles that somebody else changed since the file was exported. */
  withStale: ['pisar', flagText],
} as const
/** The file as multipart field `file`: XLSX or CSV with the headings of the export. */
export const reviewSheet = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/planilla/revisar',
  access: supervisor,
  summary: 'Lee una planilla de artículos editada y muestra cada cambio por fila.',
  query: wireObject(withStale),
  body: raw('multipart/form-data'),
  response: bulkReview,
})
export const applySheet = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/planilla',
  access: supervisor,
  refusals: ['CONFLICT'],
  summary: 'Aplica una planilla de artículos revisada.',
  query: wireObject({ ...withStale, fingerprint: ['huella', fingerprint] }),
  body: raw('multipart/form-data'),
  response: bulkDone,
})

const batchRow = wireObject({
  id: ['id', id],
  at: ['fecha', instant],
  by: ['usuario', z.string()],
  kind: ['tipo', wireWords({ choice: 'seleccion', add: 'suma', paste: 'columna', sheet: 'planilla' })],
  changed: ['cambiados', int],
  /** The fields that were changed, as far as the batch's first rows tell. */
  fields: ['campos', z.array(bulkField)],
  /** What all its articles got, for kinds that do the same to each: values, and for `add` the points of discount. */
  values: ['valores', z.array(wireObject({ field: ['campo', bulkField], value: ['valor', value] }))],
  undoneAt: ['deshecho', z.nullable(instant)],
  undoneBy: ['deshechoPor', z.string()],
  total: ['cantPaginas', z.optional(int)],
})
export type BatchRow = z.output<typeof batchRow>
export const listBatches = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/lotes',
  access: supervisor,
  summary: 'Últimos cambios masivos, el más nuevo primero.',
  query: wireObject({ page: ['index', pageIndex], size: ['filas', pageSize] }),
  response: z.array(batchRow),
})

/** An article that an undo left as it is, because it no longer has the values that the edit gave it. */
const keptRow = wireObject({
  articleId: ['idart', id],
  version: ['version', int],
  code: ['codigo', z.string()],
  description: ['descripcion', z.string()],
  /** Who changed it last; '' when the program did. */
  by: ['usuario', z.string()],
  /** Whether it is taken back when it is confirmed. */
  possible: ['posible', z.boolean()],
  /** Its values now, and those it would have again. */
  changes: ['cambios', z.array(fieldChange)],
  reason: ['motivo', z.string()],
})
export type KeptRow = z.output<typeof keptRow>
/**
 * Takes a bulk edit back where its values still stand. Articles that were changed since are left as they are and named. With
 * `confirmed` only the articles in it are taken back, so that an empty list asks which articles were left.
 */
export const undoBatch = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/lotes/:id/deshacer',
  access: supervisor,
  refusals: ['CONFLICT'],
  summary: 'Deshace un cambio masivo; lo que otros cambiaron después queda, salvo que se confirme.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    confirmed: [
      'confirmar',
      z.optional(
        z.array(wireObject({ articleId: ['idart', id], version: ['version', int] })).check(z.maxLength(MOST_KEPT)),
      ),
    ],
  }),
  response: wireObject({
    restored: ['restaurados', int],
    keptCount: ['quedan', int],
    kept: ['filas', z.array(keptRow)],
  }),
})
export type Undone = z.output<typeof undoBatch.response>
