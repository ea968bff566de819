/** The public inventories (R18, R102): what is on sale, for whoever has the link, with prices or without. */
import * as z from 'zod/mini'
import { brand, catalogueRow } from './catalogue.ts'
import { endpoint, raw } from './endpoint.ts'
import {
  flag,
  int,
  money,
  optionalLevelText,
  optionalMoneyText,
  pageIndex,
  percent,
  textParam,
  wireObject,
} from './wire.ts'

const { articleId, code, description, media1, image, total, found, missingCodes } = catalogueRow.fields
/** The fields that both inventories show of an article, and those of the whole answer in its first row (R6, R32). */
const shown = { articleId, code, description, media1, image, total, found, missingCodes } as const

/** A row of an inventory. Without prices it has no amount, no discount, and no hint, which may speak of a price. */
export const inventoryRow = wireObject({
  ...shown,
  listPrice: ['PRECIO_LPI', z.optional(money)],
  discount: ['DESCUENTO_IO', z.optional(percent)],
  hint: ['INDICACION_IO', z.optional(z.string())],
})
export type InventoryRow = z.output<typeof inventoryRow>

/** The legacy names of the fields that an inventory sends; no other field leaves the shop. */
export const sentNames = ({ withPrices }: { withPrices: boolean }): string[] =>
  Object.values(withPrices ? inventoryRow.fields : shown).map(([name]) => name)

/** The inventories are ordered by price alone: the dearest first, or the cheapest (R102). */
const orderText = z.codec(z.optional(z.enum(['1', '0', ''])), z.enum(['priceDesc', 'priceAsc']), {
  decode: (text) => (text === '0' ? ('priceAsc' as const) : ('priceDesc' as const)),
  encode: (order) => (order === 'priceAsc' ? ('0' as const) : ('1' as const)),
})

const params = wireObject({ token: ['token', z.string().check(z.maxLength(100))] })

export const listInventory = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/inventario/:token',
  access: { who: 'everyone' },
  summary: 'Inventario público: texto, marca, precio desde y hasta (solo con precios) y orden por precio.',
  params,
  query: wireObject({
    page: ['index', pageIndex],
    text: ['t', textParam],
    brandId: ['m', optionalLevelText],
    minPrice: ['d', optionalMoneyText],
    maxPrice: ['h', optionalMoneyText],
    order: ['o', orderText],
  }),
  response: raw('application/json', z.array(inventoryRow)),
})
export type InventoryQuery = z.output<typeof listInventory.query>

/** Which of the two inventories a link opens, as an empty list would not tell, and the brands that it has articles of. */
export const openInventory = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/inventario/:token/tipo',
  access: { who: 'everyone' },
  summary: 'Si el inventario de un enlace muestra precios, y de qué marcas tiene artículos.',
  params,
  response: wireObject({ withPrices: ['precios', flag], brands: ['marcas', z.array(brand)] }),
})
export type Inventory = z.output<typeof openInventory.response>
/** What decides which fields leave the shop. */
export type InventoryKind = Pick<Inventory, 'withPrices'>

/** The settings that hold the tokens; the inventory with prices comes first. */
export const inventoryKeys = ['INVENTARIO_CON_PRECIO', 'INVENTARIO_SIN_PRECIO'] as const
export type InventoryKey = (typeof inventoryKeys)[number]

/** Replaces the token of a link; the old link opens nothing from then on. */
export const renewInventory = endpoint({
  method: 'POST',
  path: '/api/config/inventario/renovar',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Renueva el enlace de un inventario público; el anterior deja de funcionar.',
  body: wireObject({ key: ['clave', z.enum(inventoryKeys)], version: ['version', z.optional(int)] }),
  response: wireObject({
    key: ['clave', z.enum(inventoryKeys)],
    value: ['valor', z.string()],
    version: ['version', int],
  }),
})

const orderInAddress = z.codec(z.optional(z.enum(['mayor', 'menor', ''])), z.enum(['priceDesc', 'priceAsc']), {
  decode: (text) => (text === 'menor' ? ('priceAsc' as const) : ('priceDesc' as const)),
  encode: (order) => (order === 'priceAsc' ? ('menor' as const) : undefined),
})

/** The search in the address of the screen. */
export const inventoryPlace = wireObject({
  text: [
    'buscar',
    z.codec(z.optional(z.string().check(z.maxLength(200))), z.string(), {
      decode: (text) => text ?? '',
      encode: (text) => text,
    }),
  ],
  brandId: ['marca', optionalLevelText],
  minPrice: ['desde', optionalMoneyText],
  maxPrice: ['hasta', optionalMoneyText],
  order: ['orden', orderInAddress],
})
export type InventoryPlace = z.output<typeof inventoryPlace>

/** The search of an address. An inventory without prices is not searched by price, either. */
export const searchOfPlace = (place: InventoryPlace, { withPrices }: InventoryKind): Omit<InventoryQuery, 'page'> =>
  withPrices ? place : { ...place, minPrice: undefined, maxPrice: undefined }
