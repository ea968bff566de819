/** What a search of the catalogue may be narrowed by further (R365): asked for after the first cards. */
import * as z from 'zod/mini'
import { type BuyerFilter, buyerFields, searchProducts } from './catalogue.ts'
import { endpoint, raw } from './endpoint.ts'
import { int, wireObject } from './wire.ts'

const names = Object.keys(buyerFields) as (keyof BuyerFilter)[]
const filterName = z.codec(z.string(), z.enum(names as [keyof BuyerFilter, ...(keyof BuyerFilter)[]]), {
  decode: (wire) => names.find((name) => buyerFields[name][0] === wire) ?? (wire as keyof BuyerFilter),
  encode: (name) => buyerFields[name][0],
})

export const filterOption = wireObject({
  filter: ['filtro', filterName],
  /** The filter's text in an address; '' for the range of prices of a bulto, which the buyer writes. */
  value: ['valor', z.string()],
  /** How many articles it leaves with all other conditions. */
  count: ['articulos', int],
})
export type FilterOption = z.output<typeof filterOption>

const { page: _, order: _neither, ...conditions } = searchProducts.query.fields
/** Only filters that narrow the search, and those that are set. */
export const filterOptions = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/filtros/opciones',
  access: searchProducts.access,
  summary: 'Por qué más se puede filtrar una búsqueda del catálogo, y cuántos artículos deja cada filtro.',
  query: wireObject(conditions),
  response: raw('application/json', z.array(filterOption)),
})
