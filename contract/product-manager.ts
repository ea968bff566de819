/** Articles as the office manages them: all of the ERP's, on sale or not, listed or not (R202, R203, R207, R7). */
import * as z from 'zod/mini'
import { articleFields, fieldsFor, listingFields } from './article-fields.ts'
import { catalogueRow, rowOf } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { id, idOr, idText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { UNASSIGNED_BRAND, WITHOUT_CATEGORY } from './rules.ts'
import { flag, int, optionalLevelText, pageIndex, textParam, wireObject } from './wire.ts'

const supervisor = { who: 'supervisor' } as const

const orderOfWire = { '1': 'priceDesc', '0': 'priceAsc', '3': 'codeDesc', '2': 'codeAsc' } as const
/** Orders of the staff's list (R209); '' is the catalogue's own. */
export type ListingOrder = (typeof orderOfWire)[keyof typeof orderOfWire] | 'default'
const listingOrder = z.codec(
  z.optional(z.enum(['1', '0', '3', '2', 'pd', '', 'null', 'undefined'])),
  z.custom<ListingOrder>(),
  {
    decode: (text) => orderOfWire[text as keyof typeof orderOfWire] ?? 'default',
    encode: (order) =>
      (Object.keys(orderOfWire) as (keyof typeof orderOfWire)[]).find((word) => orderOfWire[word] === order),
  },
)

/** The state asked for: 1 active, 0 not active, empty all. */
const stateText = z.codec(z.optional(z.enum(['1', '0', '', 'null', 'undefined'])), z.optional(z.boolean()), {
  decode: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  encode: (active) => (active === undefined ? undefined : active ? ('1' as const) : ('0' as const)),
})

/** One article as the office's list and form show it. */
const officeFields = rowOf(fieldsFor(articleFields, 'office'), fieldsFor(listingFields, 'office'))
const managedFields = {
  ...officeFields,
  image: ['imagen1', z.nullable(z.string()), 'imagenPrincipal'],
  /** The listing's flag; an article without a listing has none. */
  active: ['ACTIVO_IO', flag],
  /** Whether the ERP still has it: an article that it has not is never on sale, whatever the listing says. */
  inErp: ['ACTIVO_ART', flag],
  /** Rises with every change of the listing; 0 while there is none (R41). */
  version: ['version', int],
} as const

/** A row of the staff's list. */
export const managedProduct = wireObject({
  ...managedFields,
  brand: ['Marca', z.nullable(z.string())],
  category: ['Categoria', z.nullable(z.string())],
  subcategory: ['Subcategoria', z.nullable(z.string())],
  total: catalogueRow.fields.total,
  found: catalogueRow.fields.found,
  missingCodes: catalogueRow.fields.missingCodes,
})
export type ManagedProduct = z.output<typeof managedProduct>
const rows = z.array(managedProduct)

/** The staff's list, or as a workbook all that match. */
export const filterListings = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/filtro',
  access: supervisor,
  summary: 'Artículos para administrar, por texto, marca, categoría y estado; como planilla, todos.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    text: ['n', textParam],
    brandId: ['m', optionalLevelText],
    categoryId: ['c', optionalLevelText],
    subcategoryId: ['s', optionalLevelText],
    /**
     * On sale: an active listing of an article that the ERP has. An unassigned article without a listing counts as on sale
     * when the ERP has it.
     */
    active: ['a', stateText],
    /** Price orders go by what a client pays; articles without a price come last in both (R6). */
    order: ['p', listingOrder],
  }),
  response: rows,
})
/** The conditions of the list, without its page: all that are given must hold. */
export type ListingFilter = Omit<z.output<typeof filterListings.query>, 'page' | 'size'>

/** Articles without a brand, listed or not: a page with `index`, all without it. */
export const listUnassigned = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/no-asignados',
  access: supervisor,
  summary: 'Artículos sin asignar; con index, por páginas.',
  query: wireObject({ page: ['index', z.optional(pageIndex)], text: ['n', textParam, 't'] }),
  response: rows,
})

/** One article with its listing, for its form. */
export const getManagedProduct = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/articulo/:idart',
  access: supervisor,
  summary: 'Un artículo con sus datos de la tienda.',
  params: wireObject({ articleId: ['idart', idText] }),
  response: wireObject(managedFields),
})
export type ManagedRecord = z.output<typeof getManagedProduct.response>

/** Why a listing is refused, by its field. */
export const listingTexts = {
  position: 'Debe ser un número entero desde 0',
  discount: 'Debe ser un número de 0 a 100, con hasta dos decimales',
  brand: 'No existe la marca',
  category: 'No es una categoría de esa marca',
  subcategory: 'No es una subcategoría de esa categoría',
} as const

const position = z
  .int(listingTexts.position)
  .check(z.minimum(0, listingTexts.position), z.maximum(1_000_000, listingTexts.position))
/** Hundredths of a percent; on the wire 0 to 100 in steps of 0.01. */
export const discountPercent = z.codec(
  z
    .number(listingTexts.discount)
    .check(
      z.refine(
        (value) => value >= 0 && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        listingTexts.discount,
      ),
    ),
  z.int(),
  { decode: (value) => Math.round(value * 100), encode: (hundredths) => hundredths / 100 },
)
/** A level of the tree in a body: an id; 0, `none` or null say that the article has none. */
const level = (none: 0 | typeof WITHOUT_CATEGORY) =>
  z.codec(z.nullable(idOr(0)), z.nullable(id), {
    decode: (value) => (value === none || value === 0 ? null : value),
    encode: (value) => value,
  })

/** What the shop says of an article. */
const bodyFields = {
  brandId: [officeFields.brandId[0], level(UNASSIGNED_BRAND)],
  categoryId: [officeFields.categoryId[0], level(WITHOUT_CATEGORY)],
  subcategoryId: [officeFields.subcategoryId[0], level(0)],
  discount: [officeFields.discount[0], discountPercent],
  hint: [officeFields.hint[0], z.string().check(z.maxLength(500, 'Hasta 500 caracteres'), z.trim())],
  promo: officeFields.promo,
  future: officeFields.future,
  active: ['ACTIVO_IO', flag],
  /** The version that was read (R41). */
  version: ['version', z.optional(int)],
} as const

/** The first edit of an article: its listing. Without a position it comes last in its place of the tree. */
export const createListing = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/item',
  access: supervisor,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Asigna un artículo; responde el id de su registro.',
  body: wireObject({
    articleId: ['IDART_IO', id],
    position: [officeFields.position[0], z.nullish(position)],
    ...bodyFields,
  }),
  response: int,
})
/** Changes a listing, by its ID_IO. */
export const updateListing = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/item/:id',
  access: supervisor,
  refusals: ['CONFLICT'],
  summary: 'Cambia los datos de la tienda de un artículo.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({ position: [officeFields.position[0], position], ...bodyFields }),
  response: z.boolean(),
})
export type ListingForm = z.output<typeof updateListing.body>
