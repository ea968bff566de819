/** The catalogue as a device keeps it, to be searched without a network (R224): all of it, or what changed. */
import * as z from 'zod/mini'
import { type NullWhereAbsent, nullWhereAbsent } from './article-fields.ts'
import { mediaColumns, type Product, productFields } from './catalogue.ts'
import { endpoint, raw } from './endpoint.ts'
import { int, isOptional, wireObject } from './wire.ts'

/** A version of the catalogue; it may be a number of seconds, and those pass 32 bits. */
const version = z.int().check(z.minimum(0))
const versionText = z.codec(
  z.optional(z.string().check(z.regex(/^\d{0,15}$/, 'Debe ser un número entero'))),
  z.optional(version),
  {
    decode: (text) => (text ? Number(text) : undefined),
    encode: (value) => (value === undefined ? undefined : String(value)),
  },
)

// Fields that follow from other fields are not sent. Of the pictures only the first is, which cards and rows show: file
// names are hashes, which no compression makes smaller. An unknown value is null in its column.
const {
  erpArticleId: _sameAsArticle,
  image: _ofMedia,
  media2: _second,
  media3: _third,
  media4: _fourth,
  media5: _fifth,
  ...sentFields
} = productFields
type Sent = typeof sentFields
const columnFields = Object.fromEntries(
  Object.entries(sentFields).map(([name, [wire, schema]]) => [name, [wire, nullWhereAbsent(schema)]]),
) as unknown as {
  readonly [N in keyof Sent]: readonly [wire: Sent[N][0], schema: NullWhereAbsent<Sent[N][1]>]
}
const MAY_BE_ABSENT = new Set(
  Object.entries(sentFields).flatMap(([name, [, schema]]) => (isOptional(schema) ? [name] : [])),
)

const columns = wireObject(
  Object.fromEntries(
    Object.entries(columnFields).map(([name, [wire, schema]]) => [name, [wire, z.array(schema)]]),
  ) as unknown as {
    [Name in keyof typeof columnFields]: readonly [
      (typeof columnFields)[Name][0],
      z.ZodMiniArray<(typeof columnFields)[Name][1]>,
    ]
  },
)

const level = wireObject({ id: ['id', int], position: ['orden', int], name: ['nombre', z.string()] })
const synonym = wireObject({ words: ['palabras', z.string()], meaning: ['tambien', z.string()] })
const levels = wireObject({
  brands: ['marcas', z.array(level)],
  categories: ['categorias', z.array(level)],
  subcategories: ['subcategorias', z.array(level)],
  /** Other words for what is searched (R377). */
  synonyms: ['sinonimos', z.optional(z.array(synonym))],
})
export type Level = z.output<typeof level>
/**
 * What an article's row does not say: the brands, categories and subcategories that hold articles, with their names and places in
 * the catalogue's order, and the other words that a search hears.
 */
export type Levels = z.output<typeof levels>

const deviceAnswer = wireObject({
  version: ['version', version],
  /** The version that the answer adds to; absent when the answer is the whole catalogue. */
  since: ['desde', z.optional(version)],
  /** Articles as columns: element r of each is article r, in the order of their ids. */
  columns: ['columnas', columns],
  /** Ids of articles that have gone since. */
  removed: ['bajas', z.array(int)],
  /** Absent when none of them changed since. */
  levels: ['niveles', z.optional(levels)],
})
export type DeviceAnswer = z.output<typeof deviceAnswer>

/**
 * The catalogue for a device: without `since` the whole, otherwise the changes since that version. The whole may be some
 * versions old and says which one it is: the device asks for the changes since. For a version from which this server does
 * not know the changes, it answers the whole again. The browser's own cache keeps nothing of it: what is on a device
 * belongs to one user (R37).
 */
export const deviceCatalogue = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/dispositivo',
  access: { who: 'signedIn', page: 'CATALOGO' },
  summary: 'El catálogo para el dispositivo: entero, o lo que cambió desde una versión.',
  query: wireObject({ since: ['desde', versionText] }),
  response: raw('application/json', deviceAnswer),
})

/** The names of the columns, as text: an answer can't be added to a catalogue that was kept with other columns. */
export const deviceFormat = Object.values(columnFields)
  .map(([wire]) => wire)
  .join()

/** An answer as JSON text, from rows as they are on the wire: nothing is decoded to be encoded again. */
export function deviceAnswerJson(
  rows: readonly Readonly<Record<string, unknown>>[],
  about: Omit<DeviceAnswer, 'columns'>,
): string {
  const { columns: columnsField, ...aboutFields } = deviceAnswer.fields
  const wireColumns = Object.values(columnFields).map(([wire]) => [wire, rows.map((row) => row[wire] ?? null)])
  const wireAbout = z.encode(wireObject(aboutFields), about)
  return JSON.stringify({ ...wireAbout, [columnsField[0]]: Object.fromEntries(wireColumns) })
}

const columnNames = Object.keys(columnFields) as (keyof typeof columnFields)[]

/** Articles as the columns of an answer, as a device keeps them. */
export const columnsOf = (products: readonly Product[]): DeviceAnswer['columns'] =>
  Object.fromEntries(
    columnNames.map((name) => [name, products.map((product) => product[name] ?? null)]),
  ) as unknown as DeviceAnswer['columns']

/**
 * The articles of an answer, each as a card shows it: of its pictures only the first is known (R224).
 * @throws when a column is shorter than another
 */
export function productsOf({ columns }: Pick<DeviceAnswer, 'columns'>): Product[] {
  if (columnNames.some((name) => columns[name].length !== columns.articleId.length)) throw new Error('uneven columns')
  return columns.articleId.map((articleId, row) => {
    const given: Partial<Record<keyof Product, unknown>> = { erpArticleId: articleId }
    for (const name of columnNames) {
      const value = columns[name][row]
      if (value !== null || !MAY_BE_ABSENT.has(name)) given[name] = value
    }
    return Object.assign(given, mediaColumns(articleId, [(given as Product).media1])) as Product
  })
}
