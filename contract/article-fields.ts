/**
 * The fields of an article, each declared once: a new field begins here. Its column, the selects, the rows on the wire,
 * what the search reads, the feed's column, the export's column and the samples of tests are made of it (decision 0176).
 */
import * as z from 'zod/mini'
import { flag, int, isOptional, percent } from './wire.ts'

/** What a field holds. A question mark: the ERP need not tell it, and nobody may know it. */
const kinds = {
  text: z.string(),
  whole: int,
  /** Hundredths of a percent. */
  percent,
  flag,
  /** A brand's or a category's; null: none. */
  id: z.nullable(int),
  'text?': z.optional(z.string()),
  'whole?': z.optional(int),
  'percent?': z.optional(percent),
  /** yyyy-mm-dd */
  'day?': z.optional(z.string()),
} as const
export type Kind = keyof typeof kinds

/** Who is shown a field: the catalogue, a cart's line, the office's list and form, and the list's workbook. */
export type Audience = 'shop' | 'cart' | 'office' | 'export'
/** A code is found as a whole and by its parts (R32), words each by itself. */
export type Search = 'code' | 'words'
export type ArticleField = readonly [wire: string, kind: Kind, shownTo: readonly Audience[], search?: Search]
export type ArticleFields = Readonly<Record<string, ArticleField>>

const everywhere = ['shop', 'cart', 'office'] as const
const exported = ['shop', 'cart', 'office', 'export'] as const

/** What the ERP tells of an article. The feed's column has the wire's name in capitals. */
export const articleFields = {
  code: ['CODIGO_ART', 'text', exported, 'code'],
  description: ['DESCRIP_ART', 'text', exported, 'words'],
  alias: ['ALIAS_ART', 'text', exported, 'code'],
  unitsPerPack: ['UXB', 'whole', exported],
  innerPack: ['interno', 'whole', everywhere],
  assortment: ['surtido', 'whole', everywhere],
  multiple: ['multiplo', 'whole', exported],
  season: ['temporada', 'text', exported],
  ean: ['EAN_ART', 'text?', ['shop'], 'code'],
  /** Grams of one unit. */
  weight: ['PESO_ART', 'whole?', ['shop']],
  /** Units that can be sold, as the ERP told last (R39). */
  stock: ['STOCK_ART', 'whole?', ['shop']],
  /** When more arrive. */
  arrivesOn: ['INGRESO_ART', 'day?', ['shop']],
  /** The VAT of its price (R357). */
  vatRate: ['IVA_ART', 'percent?', ['shop', 'cart']],
  /** For whom it is (R367): ages in months, the last one included. */
  ageFrom: ['EDAD_DESDE', 'whole?', ['shop']],
  ageTo: ['EDAD_HASTA', 'whole?', ['shop']],
  licence: ['LICENCIA', 'text?', ['shop'], 'words'],
  gender: ['GENERO', 'text?', ['shop']],
} as const satisfies ArticleFields

/** What the shop says of an article: the office edits it. */
export const listingFields = {
  discount: ['DESCUENTO_IO', 'percent', exported],
  promo: ['OFERTA_IO', 'flag', exported],
  future: ['DESTACADO_IO', 'flag', exported],
  hint: ['INDICACION_IO', 'text', exported],
  position: ['ORDEN_IO', 'whole', exported],
  brandId: ['IDMARCA_IO', 'id', everywhere],
  categoryId: ['IDCATEGORIA_IO', 'id', everywhere],
  subcategoryId: ['IDSUBCATEGORIA_IO', 'id', everywhere],
} as const satisfies ArticleFields

/** The names of the fields that somebody is shown. */
export type NamesFor<F extends ArticleFields, A extends Audience> = {
  [K in keyof F & string]: A extends F[K][2][number] ? K : never
}[keyof F & string]
/** The names of the fields that the ERP need not tell. */
export type MaybeTold<F extends ArticleFields> = {
  [K in keyof F & string]: F[K][1] extends `${string}?` ? K : never
}[keyof F & string]

/** The values of fields as a row has them that always has all: a text that nobody knows is '', any other value null. */
export type ValuesOf<F extends ArticleFields> = {
  readonly [K in keyof F]: F[K][1] extends 'text?' ? string : z.output<NullWhereAbsent<(typeof kinds)[F[K][1]]>>
}
/** The names of the fields that a search reads so. */
export type SearchedAs<F extends ArticleFields, S extends Search> = {
  [K in keyof F & string]: F[K] extends readonly [unknown, unknown, unknown, infer Is extends Search]
    ? Is extends S
      ? K
      : never
    : never
}[keyof F & string]
export const searchedAs = <F extends ArticleFields, const S extends Search>(fields: F, search: S) =>
  Object.keys(fields).filter((name) => fields[name]?.[3] === search) as SearchedAs<F, S>[]

type SchemaFor<K extends Kind, A extends Audience> = A extends 'shop'
  ? (typeof kinds)[K]
  : NullWhereAbsent<(typeof kinds)[K]>
/** A schema of a value that is never absent: null where nobody knows it. */
export type NullWhereAbsent<S> = S extends z.ZodMiniOptional<infer Known> ? z.ZodMiniNullable<Known> : S
export const nullWhereAbsent = (schema: z.ZodMiniType): z.ZodMiniType =>
  isOptional(schema) ? z.nullable(schema.def.innerType) : schema

/** Whether somebody is shown a field. */
export const isShownTo = ([, , shownTo]: ArticleField, audience: Audience): boolean => shownTo.includes(audience)

export type FieldsFor<F extends ArticleFields, A extends Audience> = {
  readonly [K in NamesFor<F, A>]: readonly [wire: F[K][0], schema: SchemaFor<F[K][1], A>]
}

/**
 * The fields that somebody is shown, for `wireObject`. Where nobody knows a value, the catalogue leaves the field out, and
 * any other row has null (of a text '').
 */
export const fieldsFor = <F extends ArticleFields, const A extends Audience>(fields: F, audience: A): FieldsFor<F, A> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isShownTo(field, audience))
      .map(([name, [wire, kind]]) => [name, [wire, audience === 'shop' ? kinds[kind] : nullWhereAbsent(kinds[kind])]]),
  ) as unknown as FieldsFor<F, A>
