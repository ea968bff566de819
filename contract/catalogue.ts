/** The catalogue: rows, search and tree (R103, R107, R6). */
import * as z from 'zod/mini'
import { articleFields, type FieldsFor, fieldsFor, listingFields } from './article-fields.ts'
import { endpoint, raw } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { imageAddress } from './media.ts'
import { priceSteps } from './price-steps.ts'
import {
  flag,
  flagText,
  int,
  money,
  optionalIntText,
  optionalLevelText,
  optionalMoneyText,
  optionalText,
  pageIndex,
  textParam,
  wireObject,
  yesNoText,
} from './wire.ts'

const fileName = z.nullable(z.string())

/** The fields that have a fixed place in a row; all others stand before its prices. */
type Placed = Pick<
  FieldsFor<typeof articleFields, 'shop'>,
  'code' | 'description' | 'alias' | 'unitsPerPack' | 'innerPack' | 'assortment' | 'multiple' | 'season'
>

/** What an article costs beside its discount (contract/price.ts). They end a row, so that a row can be priced by other terms. */
export const pricedFields = {
  unitPrice: ['PRECIO_UNI', z.optional(money)],
  steps: ['ESCALAS', priceSteps],
  reason: ['MOTIVO_PRECIO', z.optional(z.string())],
  promotion: ['PROMOCION', z.optional(z.string())],
} as const
/** A row, made of the fields that its reader is shown. Amounts in cents, discount in hundredths of a percent. */
export function rowOf<
  Article extends Placed,
  Listing extends Pick<FieldsFor<typeof listingFields, 'shop'>, 'discount'>,
>(shown: Article, { discount, ...listing }: Listing) {
  const { code, description, alias, unitsPerPack, innerPack, assortment, multiple, season, ...furtherFields } = shown
  // The order is the wire's.
  return {
    articleId: ['IDART_IO', int],
    listingId: ['ID_IO', z.nullable(int)],
    erpArticleId: ['ID_ART', int],
    code,
    description,
    alias,
    ...listing,
    unitsPerPack,
    innerPack,
    assortment,
    multiple,
    season,
    media1: ['FOTO1_IO', fileName],
    media2: ['FOTO2_IO', fileName],
    media3: ['FOTO3_IO', fileName],
    media4: ['FOTO4_IO', fileName],
    media5: ['FOTO5_IO', fileName],
    image: ['imagen1', z.nullable(z.string())],
    ...furtherFields,
    listPrice: ['PRECIO_LPI', money],
    discount,
    ...pricedFields,
  } as const
}

/** One article as the shop shows it. */
export const productFields = {
  /** The day on which the shop listed it, yyyy-mm-dd; only of what is new (R365). */
  listedOn: ['ALTA_IO', z.optional(z.string())],
  ...rowOf(fieldsFor(articleFields, 'shop'), fieldsFor(listingFields, 'shop')),
} as const
export const product = wireObject(productFields)
export type Product = z.output<typeof product>

const foundByCode = z.codec(z.enum(['codigo', 'parecidos']), z.enum(['code', 'near']), {
  decode: (wire) => (wire === 'codigo' ? ('code' as const) : ('near' as const)),
  encode: (found) => (found === 'code' ? ('codigo' as const) : ('parecidos' as const)),
})

/**
 * A row of a search. The first row of an answer also says how many articles match in all. When the text asked for
 * codes (R32), it says what was found: the articles of those codes alone, or only articles near a code that none
 * has. `missingCodes` names the codes that no article has, separated by ', '. `approximate` says that words were found by typing
 * errors alone (R245).
 */
export const catalogueRow = wireObject({
  ...productFields,
  total: ['cantPaginas', z.optional(int)],
  found: ['hallado', z.optional(foundByCode)],
  missingCodes: ['codigosInexistentes', z.optional(z.string())],
  approximate: ['aproximado', z.optional(flag)],
})
export type CatalogueRow = z.output<typeof catalogueRow>

/** The five file columns of a row and the address of its picture, from its media slots. */
export function mediaColumns(articleId: number, media: readonly (string | null)[]) {
  const [media1 = null, media2 = null, media3 = null, media4 = null, media5 = null] = media
  const image = media1 === null ? null : imageAddress(articleId, 1, media1, 400)
  return { media1, media2, media3, media4, media5, image }
}

export const priceOrder = z.codec(
  z.optional(z.enum(['1', '0', 'pd', '', 'null', 'undefined'])),
  z.enum(['default', 'priceAsc', 'priceDesc']),
  {
    decode: (text) => (text === '1' ? 'priceDesc' : text === '0' ? 'priceAsc' : 'default'),
    encode: (order) =>
      order === 'priceDesc' ? ('1' as const) : order === 'priceAsc' ? ('0' as const) : ('pd' as const),
  },
)
export type CatalogueOrder = z.output<typeof priceOrder>

const rows = raw('application/json', z.array(catalogueRow))
const signedIn = { who: 'signedIn', page: 'CATALOGO' } as const
/** Whose prices are shown (R352): a cliente's own; for staff those of this client, or of users without one. */
export const priced = { ...signedIn, client: 'query.idcli' } as const
export const pricesOf = { clientId: ['idcli', optionalClientIdText] } as const
/** The conditions of a search: words and branch, and prices. */
const textFields = {
  text: ['n', textParam],
  brandId: ['m', optionalLevelText],
  categoryId: ['c', optionalLevelText],
  subcategoryId: ['s', optionalLevelText],
} as const
const priceFields = {
  minPrice: ['min', optionalMoneyText],
  maxPrice: ['max', optionalMoneyText],
} as const
/** What a buyer narrows by (R365). The address of /catalogo has the same names and texts. */
export const buyerFields = {
  isNew: ['nuevo', flagText],
  isCheaper: ['promo', flagText],
  inStock: ['stock', flagText],
  /** Whether the client took it; false: never. */
  taken: ['llevado', yesNoText],
  minPack: ['bultoDesde', optionalMoneyText],
  maxPack: ['bultoHasta', optionalMoneyText],
  /** In months. */
  age: ['edad', optionalIntText],
  licence: ['licencia', optionalText],
  gender: ['genero', optionalText],
} as const
/** The catalogue's main search. */
export const searchProducts = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/filtros',
  access: priced,
  kept: true,
  summary: 'Búsqueda del catálogo: texto, marca, categoría, subcategoría, precio, filtros del comprador y orden.',
  query: wireObject({
    page: ['index', pageIndex],
    ...textFields,
    order: ['p', priceOrder],
    ...priceFields,
    ...buyerFields,
    /** Whether to find also what is near, when the text is the code of an article. */
    similar: ['parecidos', flagText],
    ...pricesOf,
  }),
  response: rows,
})
/** A search of one page of PAGE_SIZE rows; pages count from 0. */
export type CatalogueQuery = z.output<typeof searchProducts.query>
/** The conditions of a search, without its page. All that are given must hold; amounts are cents that the customer pays. */
export type CatalogueFilter = Omit<CatalogueQuery, 'page'>

/** The conditions that a buyer narrows by. */
export type BuyerFilter = Pick<CatalogueFilter, keyof typeof buyerFields>

/** A text that finds articles, and how many. */
export const suggestion = wireObject({ text: ['texto', z.string()], total: ['cantidad', int] })
export type Suggestion = z.output<typeof suggestion>

/** What a text that found nothing, or nothing but by typing errors, may have been meant as: at most three, best first (R245). */
export const suggestTexts = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/sugerencias',
  access: priced,
  summary: 'Qué pudo querer decir un texto que no encontró artículos, con las palabras del catálogo.',
  query: wireObject({ ...textFields, ...priceFields, ...buyerFields, ...pricesOf }),
  response: raw('application/json', z.array(suggestion)),
})

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos',
  access: priced,
  summary: 'Todos los artículos, por páginas.',
  query: wireObject({ page: ['index', pageIndex], ...pricesOf }),
  response: rows,
})
export const findByText = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/buscador',
  access: priced,
  summary: 'Artículos por texto.',
  query: wireObject({ page: ['index', pageIndex], text: ['t', textParam], ...pricesOf }),
  response: rows,
})
export const findByPrice = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/rango',
  access: priced,
  summary: 'Artículos entre dos precios.',
  query: wireObject({
    page: ['index', pageIndex],
    minPrice: ['d', optionalMoneyText],
    maxPrice: ['h', optionalMoneyText],
    ...pricesOf,
  }),
  response: rows,
})
export const listByPrice = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/ordenPrecio',
  access: priced,
  summary: 'Artículos por precio: 1 mayor a menor, 0 menor a mayor.',
  query: wireObject({ page: ['index', pageIndex], order: ['o', priceOrder], ...pricesOf }),
  response: rows,
})
export const findByCategory = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/categoria',
  access: priced,
  summary: 'Artículos de una marca, categoría y subcategoría.',
  query: wireObject({
    page: ['index', pageIndex],
    brandId: ['m', optionalLevelText],
    categoryId: ['c', optionalLevelText],
    subcategoryId: ['s', optionalLevelText],
    ...pricesOf,
  }),
  response: rows,
})
/** An article by its exact code; an empty list when there is none. */
export const findExact = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/exacto',
  access: priced,
  summary: 'Artículo por código exacto.',
  query: wireObject({ code: ['num', textParam], ...pricesOf }),
  response: rows,
})
/** The article with exactly this code; where none has it, the first page of a search for it. */
export const findByCode = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/code',
  access: priced,
  summary: 'Artículos por código o parte de él.',
  query: wireObject({ code: ['code', textParam], ...pricesOf }),
  response: rows,
})

/** One row of the tree: a brand, a category or a subcategory; the levels below it are null. */
export const treeRow = wireObject({
  brand: ['Marca', z.string()],
  brandId: ['IDMARCA_IO', int],
  category: ['Categoria', z.nullable(z.string())],
  categoryId: ['IDCATEGORIA_IO', z.nullable(int)],
  subcategory: ['Subcategoria', z.nullable(z.string())],
  subcategoryId: ['IDSUBCATEGORIA_IO', z.nullable(int)],
  categoryPosition: ['OrdenCategoria', z.nullable(int)],
  subcategoryPosition: ['OrdenSubcategoria', z.nullable(int)],
  /** Articles on sale, or of a search, in exactly this place (not in the places below it). */
  count: ['articulos', int],
})
export type TreeRow = z.output<typeof treeRow>

/** The whole tree; for a search only the places that hold its articles, with their count (R221). */
export const categoryTree = endpoint({
  method: 'GET',
  path: '/api/pedidos/categorias',
  access: priced,
  kept: true,
  summary:
    'Árbol de marcas, categorías y subcategorías; con texto, precios o filtros, solo las ramas con artículos de esa búsqueda.',
  query: wireObject({
    text: ['n', z.optional(textParam)],
    ...priceFields,
    ...buyerFields,
    similar: ['parecidos', flagText],
    ...pricesOf,
  }),
  response: raw('application/json', z.array(treeRow)),
})

export const brand = wireObject({ id: ['IDMarca', int], name: ['Nombre', z.string()] })
export type Brand = z.output<typeof brand>
export const listBrands = endpoint({
  method: 'GET',
  path: '/api/pedidos/categorias/marcas',
  access: signedIn,
  kept: true,
  summary: 'Marcas en su orden.',
  response: raw('application/json', z.array(brand)),
})
