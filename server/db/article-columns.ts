/**
 * The columns of articles and listings, made of their declared fields (contract/article-fields.ts), and the audit's word
 * for each. The selects, the types of both tables, what the feed stores and what a form saves are made of them.
 */
import {
  type ArticleField,
  type ArticleFields,
  type Audience,
  articleFields,
  isShownTo,
  type Kind,
  listingFields,
  type NamesFor,
} from '../../contract/article-fields.ts'

/** How a column is stored; a question mark allows null, for a value that nobody knows or nobody chose. */
const storedAs = {
  text: 'text',
  whole: 'integer',
  percent: 'integer',
  flag: 'boolean',
  id: 'integer?',
  'text?': 'text',
  'whole?': 'integer?',
  'percent?': 'integer?',
  'day?': 'date?',
} as const satisfies Record<Kind, string>
type StoredAs = (typeof storedAs)[Kind]

/** By a field's clean name: its column, and how it is stored. */
export type Fields = Readonly<Record<string, readonly [column: string, stored: StoredAs]>>

/** 'unitsPerPack' as the column 'units_per_pack'. */
type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''
type ColumnOf<K, F extends ArticleField> = readonly [column: Snake<K & string>, stored: (typeof storedAs)[F[1]]]

/** The columns of declared fields. */
const columnsOf = <F extends ArticleFields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [, kind]]) => [
      name,
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), storedAs[kind]],
    ]),
  ) as unknown as { readonly [K in keyof F]: ColumnOf<K, F[K]> }

/** All that the ERP tells of an article: also what no screen shows and only the orders to the ERP bring back. */
export const articleColumns = columnsOf(articleFields)
/** What the shop says of an article. */
export const listingColumns = columnsOf(listingFields)

/** The columns of the article that somebody is shown. */
export const articleColumnsFor = <const A extends Audience>(audience: A): Pick<typeof articleColumns, Shown<A>> =>
  Object.fromEntries(
    Object.entries(articleColumns).filter(([name]) =>
      isShownTo(articleFields[name as keyof typeof articleFields], audience),
    ),
  ) as unknown as Pick<typeof articleColumns, Shown<A>>
type Shown<A extends Audience> = NamesFor<typeof articleFields, A>

/** By field: its name in the audit, and of what table's row the name stands there for the id. The listing's in the audit's order. */
type Words<F extends ArticleFields> = { readonly [K in keyof F]: readonly [label: string, value?: string] }
export const articleWords: Words<typeof articleFields> = {
  code: ['Código'],
  description: ['Descripción'],
  alias: ['Alias'],
  unitsPerPack: ['Unidades por bulto'],
  innerPack: ['Interno'],
  assortment: ['Surtido'],
  multiple: ['Múltiplo'],
  season: ['Temporada'],
  ean: ['EAN'],
  weight: ['Peso (g)'],
  stock: ['Stock'],
  arrivesOn: ['Ingresa el'],
  vatRate: ['IVA (%)', 'percent'],
  ageFrom: ['Edad desde (meses)'],
  ageTo: ['Edad hasta (meses)'],
  licence: ['Licencia'],
  gender: ['Género'],
}
export const listingWords: Words<typeof listingFields> = {
  brandId: ['Marca', 'brand'],
  categoryId: ['Categoría', 'category'],
  subcategoryId: ['Subcategoría', 'category'],
  position: ['Orden'],
  discount: ['Descuento', 'percent'],
  promo: ['Oferta', 'flag'],
  future: ['Futuro', 'flag'],
  hint: ['Indicación'],
}

/** What the database answers for a column. */
interface Answered {
  text: string
  integer: number
  boolean: boolean
  'integer?': number | null
  'date?': string | null
}
/** Values by column, as a table has them. */
export type ColumnValues<F extends Fields> = { [K in keyof F as F[K][0]]: Answered[F[K][1]] }
/** Values by clean name, as a query answers them. */
export type FieldValues<F extends Fields> = { -readonly [K in keyof F]: Answered[F[K][1]] }

type Selected<T extends string, F extends Fields> = {
  [K in keyof F & string]: `${T}.${F[K][0]} as ${K}`
}[keyof F & string]

/** The columns under their clean names, for a query builder's `select`. */
export const selected = <T extends string, F extends Fields>(table: T, fields: F): Selected<T, F>[] =>
  Object.entries(fields).map(([name, [column]]) => `${table}.${column} as ${name}` as Selected<T, F>)

/** The columns under their clean names, as SQL: `a.units_per_pack as "unitsPerPack", …`. */
export const selectedSql = (table: string, fields: Fields): string =>
  Object.entries(fields)
    .map(([name, [column]]) => `${table}.${column} as "${name}"`)
    .join(', ')

/** What stands for a column where an outer join found no row. */
const ABSENT: Readonly<Record<StoredAs, string>> = {
  text: `''`,
  integer: '0',
  boolean: 'false',
  'integer?': 'null',
  'date?': 'null',
}

/** As selectedSql, for a table of which an outer join may find no row: a column that is never null is not null here. */
export const selectedOrAbsentSql = (table: string, fields: Fields): string =>
  Object.entries(fields)
    .map(([name, [column, stored]]) => `coalesce(${table}.${column}, ${ABSENT[stored]}) as "${name}"`)
    .join(', ')

/** The values of a record under its columns' names. */
export function toColumns<F extends Fields>(fields: F, values: FieldValues<F>): ColumnValues<F> {
  const entries = Object.entries(fields).map(([name, [column]]) => [column, values[name as keyof F]])
  return Object.fromEntries(entries) as ColumnValues<F>
}

/** The audit's words by column. */
export const labelsOf = <F extends ArticleFields>(columns: Fields, words: Words<F>) =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [columns[name]?.[0] ?? name, word]))
