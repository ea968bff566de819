/**
 * The columns of articles and listings, each declared once. The selects that read them, the types of their tables, the
 * columns that the ERP's feed stores and the audit's labels are made from here (decision 0106): a new field begins here.
 */

/** How a column is stored; a question mark allows null, for a value that nobody knows or nobody chose. */
export type StoredAs = 'text' | 'integer' | 'boolean' | 'integer?' | 'date?'

/** By a field's clean name: its column, how it is stored, its name in the audit, and how the audit writes its value. */
export type Fields = Readonly<
  Record<string, readonly [column: string, stored: StoredAs, label: string, value?: string]>
>

/** What every row of an article shows, in the shop, in a cart and in the office. The ERP owns it. */
export const shownColumns = {
  code: ['code', 'text', 'Código'],
  description: ['description', 'text', 'Descripción'],
  alias: ['alias', 'text', 'Alias'],
  unitsPerPack: ['units_per_pack', 'integer', 'Unidades por bulto'],
  innerPack: ['inner_pack', 'integer', 'Interno'],
  assortment: ['assortment', 'integer', 'Surtido'],
  multiple: ['multiple', 'integer', 'Múltiplo'],
  season: ['season', 'text', 'Temporada'],
} as const satisfies Fields

/** What the shop shows of an article, with the fields that the ERP need not tell and that only the catalogue shows. */
export const articleColumns = {
  ...shownColumns,
  ean: ['ean', 'text', 'EAN'],
  /** Grams of one unit. */
  weight: ['weight', 'integer?', 'Peso (g)'],
  /** Units that can be sold, as the ERP told last (R39). */
  stock: ['stock', 'integer?', 'Stock'],
  /** yyyy-mm-dd */
  arrivesOn: ['arrives_on', 'date?', 'Ingresa el'],
} as const satisfies Fields

/** All that the ERP tells of an article: also what no screen shows and only the orders to the ERP bring back. */
export const erpArticleColumns = {
  ...articleColumns,
  /** Hundredths of a percent. */
  vatRate: ['vat_rate', 'integer?', 'IVA (%)', 'percent'],
} as const satisfies Fields

/** What the shop says of an article. */
export const listingColumns = {
  brandId: ['brand_id', 'integer?', 'Marca', 'brand'],
  categoryId: ['category_id', 'integer?', 'Categoría', 'category'],
  subcategoryId: ['subcategory_id', 'integer?', 'Subcategoría', 'category'],
  position: ['position', 'integer', 'Orden'],
  /** Hundredths of a percent. */
  discount: ['discount', 'integer', 'Descuento', 'percent'],
  promo: ['promo', 'boolean', 'Oferta', 'flag'],
  future: ['future', 'boolean', 'Futuro', 'flag'],
  hint: ['hint', 'text', 'Indicación'],
} as const satisfies Fields

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

/** By column: its name in the audit, and how the audit writes its value. */
export const labelsOf = (fields: Fields): Record<string, readonly [label: string, value?: string]> =>
  Object.fromEntries(
    Object.values(fields).map(([column, , label, value]) => [column, value ? [label, value] : [label]]),
  )
