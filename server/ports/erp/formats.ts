/** The files of a feed and their columns: the one declaration that their types, their reading and docs/erp.md follow. */
import { articleFields } from '../../../contract/article-fields.ts'
import { feedColumns } from './article-feed.ts'
import {
  about,
  amount,
  barCode,
  beginning,
  type Column,
  code,
  count,
  cuit,
  day,
  ending,
  flag,
  id,
  knownAmount,
  knownCount,
  knownPercentage,
  maybeEmptyText,
  maybeFlag,
  maybeMissing,
  moment,
  percentage,
  positive,
  province,
  reference,
  requiredDay,
  requiredText,
  signedAmount,
  signedCount,
  stock,
} from './columns.ts'

/** What a record is known by among those of its kind: its id, or several of its fields joined. */
export type RowKey = number | string

/** Columns by the field that each fills. */
export type Columns = { readonly [field: string]: Column<unknown> }
type FieldsThat<C extends Columns, Lack extends boolean> = {
  [K in keyof C]: (C[K] extends { readonly optional: true } ? true : false) extends Lack ? K : never
}[keyof C]
type ValueOf<C> = C extends Column<infer V> ? V : never
/** What a row becomes: a field for each column, absent where the file lacks an optional one (R39). */
export type RecordOf<C extends Columns> = { -readonly [K in FieldsThat<C, false>]: ValueOf<C[K]> } & {
  -readonly [K in FieldsThat<C, true>]?: ValueOf<C[K]>
}

export interface FileFormat<C extends Columns = Columns> {
  /** File name without its ending. */
  readonly file: string
  readonly columns: C
  /** Fields that no two rows may share. */
  readonly unique: readonly (keyof C & string)[]
  /** The fields that only together tell its rows apart: joined, they are the field `id` of a record, but where `keyedAlone`. */
  readonly key?: readonly (keyof C & string)[]
  /** A row that has only the first of them is known by that one alone, a number, as before the others came. */
  readonly keyedAlone?: true
  /** A key may come more than once in a file: the later row counts. So that a file of millions of rows is read in parts. */
  readonly laterCounts?: true
  /** A rule about several cells of a row: answers the field that breaks it and why, in Spanish. */
  readonly check?: (record: RecordOf<C>) => { field: keyof C & string; message: string } | undefined
}

/** Declares a file. */
export const format = <const C extends Columns>(given: FileFormat<C>): FileFormat<C> => given

/** Declares a file whose rows several columns tell apart. */
const keyedFormat = <const C extends Columns>(
  given: Omit<FileFormat<C>, 'unique'> & { readonly key: readonly (keyof C & string)[] },
): FileFormat<C> & { readonly key: readonly (keyof C & string)[] } => ({ ...given, unique: [] })

const named = (file: string, idHeading: string, nameHeading: string) =>
  format({ file, unique: ['id'], columns: { id: id(idHeading), name: requiredText(nameHeading, 100) } })

/** The order that news are about, by the shop's number or the ERP's. */
const ofOrder = {
  orderId: maybeMissing(about(reference('IDCON_PED'), 'the order; the row needs this one or the next')),
  orderNumber: maybeMissing(about(reference('NUMERO_PED'), "the order by the ERP's number")),
} as const
const needsOrder = ({
  orderId,
  orderNumber,
}: {
  orderId?: number | null
  orderNumber?: number | null
}): { field: 'orderId'; message: string } | undefined =>
  orderId || orderNumber ? undefined : { field: 'orderId', message: 'Falta el pedido: IDCON_PED o NUMERO_PED' }

/**
 * How the cells of an article's fields are read, where its kind does not say all: longest text, smallest number, a remark.
 * What the ERP need not tell is a column that a file may lack.
 */
const {
  code: articleCode,
  description,
  alias,
  unitsPerPack,
  innerPack,
  assortment,
  multiple,
  season,
  ...maybeTold
} = feedColumns(articleFields, {
  code,
  description: (heading) => requiredText(heading, 1000),
  alias: (heading) => about(maybeEmptyText(heading, 100), 'a second code that finds the article'),
  unitsPerPack: (heading) => about(count(heading), 'units per pack'),
  innerPack: (heading) => about(count(heading), 'inner pack'),
  assortment: (heading) => about(count(heading), 'how many different ones'),
  multiple: (heading) => about(count(heading, 1), 'sold in multiples of it'),
  season: (heading) => maybeEmptyText(heading, 40),
  ean: barCode,
  weight: (heading) => about(knownCount(heading), 'grams of one unit'),
  stock: (heading) => about(stock(heading), 'units that can be sold today'),
  arrivesOn: (heading) => about(day(heading), 'when more arrive; shown while there are none'),
  vatRate: (heading) =>
    about(
      knownPercentage(heading),
      'VAT rate, e.g. 21 or 10,5; totals show what it comes to, and orders bring it back',
    ),
  ageFrom: (heading) => about(knownCount(heading), 'from what age on, in whole months: 36 for three years'),
  ageTo: (heading) => about(knownCount(heading), 'up to what age, in whole months, included'),
  licence: (heading) => about(maybeEmptyText(heading, 100), 'the character or film; its words find the article'),
  gender: (heading) => about(maybeEmptyText(heading, 100), 'for whom, in the words that buyers are shown'),
})

/** Every file a feed may have, in the order of their dependence: a record refers to earlier kinds only. */
export const formats = {
  sellers: named('vendedores', 'ID_VC', 'DESCRIP_VC'),
  zones: named('zonas', 'ID_ZON', 'DESCRIPCION_ZON'),
  carriers: named('expresos', 'ID_EXP', 'NOMBRE_EXP'),
  vatConditions: named('ivas', 'ID_IVA', 'DESCRIP_IVA'),
  priceLists: named('listas', 'ID_LIS', 'DESCRIP_LIS'),
  clients: format({
    file: 'clientes',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_CLI'),
      code: code('CODIGO_CLI'),
      businessName: requiredText('RAZONSOCIAL_CLI', 200),
      contactName: maybeEmptyText('NOMBRE_CLI', 200),
      /** Eleven digits, or empty. */
      cuit: cuit('CUIT_CLI'),
      email: maybeEmptyText('EMAIL_CLI', 254),
      sellerId: about(reference('ID_VC'), 'to vendedores'),
      saleCondition: about(count('IDCDV_CLI', 1), 'sale condition (1, 2 line j; 4 line c)'),
      zoneId: about(reference('ID_ZON'), 'to zonas'),
      vatConditionId: about(reference('ID_IVA'), 'to ivas'),
      /** Hundredths of a percent. */
      bonus: percentage('BONIF_CLI'),
      active: flag('ACTIVO'),
      listId: maybeMissing(about(reference('ID_LIS'), 'to listas; none means the base list, precios')),
    },
  }),
  addresses: format({
    file: 'direcciones',
    unique: ['id'],
    columns: {
      id: id('ID_DIR'),
      clientId: about(id('ID_CLI'), 'of a client, required'),
      street: requiredText('DIRECCION_DIR', 200),
      locality: maybeEmptyText('LOCALIDAD_DIR', 100),
      provinceId: province('IDPRV_DIR'),
      postalCode: maybeEmptyText('CP_DIR', 20),
      carrierId: about(reference('ID_EXP'), "to expresos; none means the client's own"),
      name: maybeMissing(about(maybeEmptyText('NOMBRE_DIR', 100), 'what the client calls this branch')),
    },
  }),
  articles: format({
    file: 'articulos',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_ART'),
      code: articleCode,
      description,
      alias,
      unitsPerPack,
      innerPack,
      assortment,
      multiple,
      season,
      active: flag('ACTIVO'),
      ...maybeTold,
    },
  }),
  /** The base list. A row with a beginning ahead waits for it (R353). */
  prices: format({
    file: 'precios',
    unique: [],
    key: ['articleId', 'since'],
    keyedAlone: true,
    columns: {
      articleId: about(id('ID_ART'), 'of an article'),
      /** Cents. */
      listPrice: amount('PRECIO_LPI'),
      since: maybeMissing(beginning('DESDE')),
    },
  }),
  /** What an article costs by a list (R353): from a beginning on, until a later one. */
  listPrices: keyedFormat({
    file: 'precios_listas',
    key: ['listId', 'articleId', 'since'],
    columns: {
      listId: about(id('ID_LIS'), 'of listas'),
      articleId: about(id('ID_ART'), 'of an article'),
      /** Cents. */
      listPrice: about(amount('PRECIO_LPI'), '0: the list has no price of it'),
      since: maybeMissing(beginning('DESDE')),
    },
  }),
  /** What an article costs one client alone (R353). */
  clientPrices: keyedFormat({
    file: 'precios_clientes',
    key: ['clientId', 'articleId', 'since'],
    columns: {
      clientId: about(id('ID_CLI'), 'of a client'),
      articleId: about(id('ID_ART'), 'of an article'),
      /** Cents. */
      listPrice: amount('PRECIO_LPI'),
      since: maybeMissing(beginning('DESDE')),
      until: maybeMissing(ending('HASTA')),
      withDiscount: maybeMissing(about(maybeFlag('CON_DESCUENTO'), 'whether discounts and bonus lower it further')),
    },
    check: ({ since, until }) =>
      since && until && Date.parse(until) <= Date.parse(since)
        ? { field: 'until', message: 'HASTA debe ser posterior a DESDE' }
        : undefined,
  }),
  /** Where and how the shop shows an article: the shop's own data, fed once. */
  listings: format({
    file: 'asignaciones',
    unique: ['articleCode'],
    columns: {
      articleCode: about(code('CODIGO_ART'), 'of an article'),
      brand: maybeEmptyText('MARCA', 100),
      category: about(maybeEmptyText('CATEGORIA', 100), 'needs a brand'),
      subcategory: about(maybeEmptyText('SUBCATEGORIA', 100), 'needs a category'),
      position: about(count('ORDEN_IO'), 'place within the subcategory'),
      /** Hundredths of a percent. */
      discount: percentage('DESCUENTO_IO'),
      promo: about(flag('OFERTA_IO'), 'PROMO'),
      future: about(flag('DESTACADO_IO'), 'FUTURO'),
      hint: maybeEmptyText('INDICACION_IO', 300),
      active: about(flag('ACTIVO_IO'), 'shown'),
    },
    check: ({ brand, category, subcategory }) => {
      if (category && !brand) return { field: 'brand', message: 'La categoría necesita una marca' }
      if (subcategory && !category) return { field: 'category', message: 'La subcategoría necesita una categoría' }
      return undefined
    },
  }),
  /** Lower prices from a quantity on (R351): of an article, or of a branch of the shop's tree. */
  priceSteps: format({
    file: 'escalas',
    unique: ['id'],
    columns: {
      id: id('ID_ESC'),
      articleId: about(reference('ID_ART'), 'an article; or else a brand'),
      brand: about(maybeEmptyText('MARCA', 100), 'of asignaciones: all articles of it'),
      category: maybeMissing(about(maybeEmptyText('CATEGORIA', 100), 'of that brand')),
      subcategory: maybeMissing(about(maybeEmptyText('SUBCATEGORIA', 100), 'of that category')),
      units: about(positive('UNIDADES'), 'from so many units of one article in a line on'),
      /** Hundredths of a percent. */
      percent: about(
        percentage('PORCENTAJE'),
        "off the list price, in place of the article's discount where it is more",
      ),
      listId: maybeMissing(about(reference('ID_LIS'), 'to listas: only for whom buys by it; none means all')),
    },
    // A row that is pushed with what changed alone lacks the others, which are null or empty where they are told.
    check: ({ articleId, brand, category, subcategory }) => {
      if (articleId && brand)
        return { field: 'brand', message: 'Tiene artículo y marca: un escalón es de uno o de otra' }
      if (articleId === null && brand === '') return { field: 'articleId', message: 'Falta el artículo o la marca' }
      if (category && !brand) return { field: 'category', message: 'La categoría necesita una marca' }
      if (subcategory && !category) return { field: 'subcategory', message: 'La subcategoría necesita una categoría' }
      return undefined
    },
  }),
  // News: what became of orders and accounts. A row is an event with the ERP's own key; a file holds any of them.
  orderStates: format({
    file: 'estados',
    unique: [],
    columns: {
      id: about(id('ID_EST'), "the ERP's key of this news"),
      ...ofOrder,
      state: about(
        requiredText('ESTADO', 60),
        'recibido, aceptado, en preparación, despachado, facturado, entregado, cancelado, rechazado; another one is shown as it is',
      ),
      at: about(moment('FECHA_EST'), 'when it got that state'),
      carrier: maybeMissing(maybeEmptyText('EXPRESO_EST', 100)),
      guide: maybeMissing(about(maybeEmptyText('GUIA_EST', 60), "the carrier's number")),
      packages: maybeMissing(about(knownCount('BULTOS_EST'), 'bultos that left')),
      reason: maybeMissing(about(maybeEmptyText('MOTIVO_EST', 300), 'the client reads it')),
    },
    check: needsOrder,
  }),
  orderLines: format({
    file: 'renglones',
    unique: [],
    columns: {
      id: about(id('ID_REN'), "the ERP's key of this news"),
      ...ofOrder,
      articleId: about(id('ID_ART'), 'an article of the order'),
      at: about(moment('FECHA_REN'), 'of an article in an order the latest counts'),
      /** Units; null: all. */
      accepted: about(knownCount('ACEPTADO_REN'), 'units that will come, 0 for none; empty means all'),
      reason: about(maybeEmptyText('MOTIVO_REN', 300), 'why not all, or why later; the client reads it'),
      replacedBy: maybeMissing(about(reference('REEMPLAZO_REN'), 'the article that comes instead')),
    },
    check: needsOrder,
  }),
  orderDispatches: format({
    file: 'despachos',
    unique: [],
    columns: {
      id: about(id('ID_DES'), "the ERP's key of this news"),
      ...ofOrder,
      articleId: about(id('ID_ART'), 'an article'),
      quantity: about(signedCount('CANTIDAD_DES'), 'units that left; negative for what came back'),
      at: about(moment('FECHA_DES'), 'when they left'),
      note: maybeMissing(about(maybeEmptyText('REMITO_DES', 60), 'number of the remito; its rows are one dispatch')),
      carrier: maybeMissing(maybeEmptyText('EXPRESO_DES', 100)),
      guide: maybeMissing(maybeEmptyText('GUIA_DES', 60)),
      packages: maybeMissing(about(knownCount('BULTOS_DES'), 'bultos of the whole dispatch')),
    },
    check: needsOrder,
  }),
  orderPapers: format({
    file: 'comprobantes',
    unique: [],
    columns: {
      id: about(id('ID_COM'), "the ERP's key of the paper"),
      ...ofOrder,
      kind: about(
        requiredText('TIPO_COM', 40),
        'factura A, remito or another name, shown as written; what begins with factura bills the order',
      ),
      number: requiredText('NUMERO_COM', 40),
      day: requiredDay('FECHA_COM'),
      amount: maybeMissing(knownAmount('IMPORTE_COM')),
      link: maybeMissing(about(maybeEmptyText('ENLACE_COM', 500), 'an https address outside, shown as a link')),
    },
    check: needsOrder,
  }),
  clientAccounts: format({
    file: 'cuentas',
    unique: [],
    columns: {
      id: about(id('ID_CLI'), 'of a client'),
      at: about(moment('FECHA_CTA'), 'of a client the latest counts; orders after it are not in the balance'),
      balance: about(signedAmount('SALDO_CTA'), 'what the client owes'),
      limit: about(knownAmount('LIMITE_CTA'), 'credit limit'),
    },
  }),
  clientBills: format({
    file: 'saldos',
    unique: [],
    columns: {
      id: about(id('ID_SAL'), "the ERP's key of the bill"),
      clientId: about(id('ID_CLI'), 'of a client'),
      at: about(moment('FECHA_SAL'), 'of a bill the latest counts'),
      kind: requiredText('TIPO_SAL', 40),
      number: requiredText('NUMERO_SAL', 40),
      day: requiredDay('EMISION_SAL'),
      dueDay: day('VENCE_SAL'),
      amount: signedAmount('IMPORTE_SAL'),
      balance: about(signedAmount('SALDO_SAL'), 'what is left to pay; 0 when it is paid, then it is shown no more'),
    },
  }),
  // Orders of the past (R397): what clients ordered before the shop was there, or beside it. History, and nothing to deliver.
  pastOrders: format({
    file: 'pedidos_anteriores',
    unique: [],
    laterCounts: true,
    columns: {
      id: about(id('ID_ANT'), "the ERP's key of the order"),
      clientId: maybeMissing(about(reference('ID_CLI'), 'the client; the row needs this one or the next')),
      clientCode: maybeMissing(about(maybeEmptyText('CODIGO_CLI', 40), 'the client by its code')),
      at: about(moment('FECHA_ANT'), 'when it was ordered'),
      number: maybeMissing(about(maybeEmptyText('NUMERO_ANT', 40), 'the number that the client knows it by')),
      state: maybeMissing(about(maybeEmptyText('ESTADO_ANT', 60), 'shown as it is written')),
      /** Cents. */
      total: maybeMissing(about(knownAmount('IMPORTE_ANT'), 'what it came to; without it the sum of its lines')),
      shopOrderId: maybeMissing(
        about(reference('IDCON_PED'), "the shop's order that it is: it is not taken a second time"),
      ),
      orderNumber: maybeMissing(about(reference('NUMERO_PED'), 'the same by the number that the ERP gave it')),
    },
    check: ({ clientId, clientCode }) =>
      clientId || clientCode ? undefined : { field: 'clientCode', message: 'Falta el cliente: ID_CLI o CODIGO_CLI' },
  }),
  pastLines: {
    ...keyedFormat({
      file: 'renglones_anteriores',
      key: ['orderId', 'line'],
      columns: {
        orderId: about(id('ID_ANT'), 'of pedidos_anteriores'),
        line: about(positive('RENGLON_ANT'), 'its number in the order: 1, 2, 3'),
        code: {
          ...code('CODIGO_ART'),
          says: 'text 40; leading zeros count; also of an article that is not sold any more',
        },
        description: maybeMissing(
          about(maybeEmptyText('DESCRIP_ART', 1000), 'shown where the shop has no such article'),
        ),
        quantity: about(signedCount('CANTIDAD_ANT'), 'units; negative for what came back'),
        /** Cents. */
        unitPrice: maybeMissing(about(knownAmount('PRECIO_ANT'), 'what one unit cost')),
      },
    }),
    laterCounts: true,
  },
} as const

/** A file's format, whatever its records are. */
export const formatOf = (table: FeedTable) => formats[table] as unknown as FileFormat

/** What a record breaks of its format's rule about several cells, as a problem of its row; empty: nothing. */
export function checkRecord(
  { check }: FileFormat,
  headings: Readonly<Record<string, string>>,
  row: number,
  record: Record<string, unknown>,
) {
  const refusal = check?.(record)
  if (!refusal) return []
  return [{ code: 'REGLA' as const, row, column: headings[refusal.field] ?? null, message: refusal.message }]
}

/** Files of news: what they lack stays as it is. */
const newsTables = [
  'orderStates',
  'orderLines',
  'orderDispatches',
  'orderPapers',
  'clientAccounts',
  'clientBills',
] as const
export type NewsTable = (typeof newsTables)[number]

/** Kinds of which there may be millions of rows: their files are read and taken in parts. */
const pastTables = ['pastOrders', 'pastLines'] as const
export type PastTable = (typeof pastTables)[number]
export const isPast = (table: FeedTable): table is PastTable => (pastTables as readonly FeedTable[]).includes(table)
/** Whether what a file lacks stays as it is, and its good rows are taken beside bad ones. */
export const isNews = (table: FeedTable): table is NewsTable | PastTable =>
  (newsTables as readonly FeedTable[]).includes(table) || isPast(table)

export type FeedTable = keyof typeof formats
/** The kinds of record a feed may bring. */
export type FeedRecords = {
  [T in FeedTable]: RecordOf<(typeof formats)[T]['columns']> &
    ((typeof formats)[T] extends { readonly key: readonly string[] } ? { id: RowKey } : unknown)
}
/** In the order of their dependence. */
export const feedTables = Object.keys(formats) as FeedTable[]
/** The field by which the rows of a file are known from each other: the one that is there once, of news the first. */
export const keyFieldOf = (table: FeedTable): string => {
  const { key, unique, columns } = formatOf(table)
  return key ? 'id' : (unique[0] ?? Object.keys(columns)[0] ?? '')
}
/** The fields that make the key of a row. */
export const keyFieldsOf = (table: FeedTable): readonly string[] => formatOf(table).key ?? [keyFieldOf(table)]
/** The fields of a key as one: 12/4811/2026-11-30T03:00:00.000Z; what is empty leaves its place empty. */
export function joinedKey(
  { key = [], keyedAlone }: Pick<FileFormat, 'key' | 'keyedAlone'>,
  record: Readonly<Record<string, unknown>>,
): RowKey {
  const [first, ...others] = key.map((field) => record[field] ?? '')
  return keyedAlone && others.every((part) => part === '') ? Number(first) : [first, ...others].join('/')
}
/** Whether all keys of a kind are texts, made of several fields. */
export const hasJoinedKey = (table: FeedTable): boolean => {
  const { key, keyedAlone } = formatOf(table)
  return key !== undefined && !keyedAlone
}
/** What a record is known by; one that waits since before its kind had a joined key has none in it. */
export function keyOfRecord(table: FeedTable, record: object): RowKey {
  const format = formatOf(table)
  const fields = record as Readonly<Record<string, unknown>>
  return (fields[keyFieldOf(table)] as RowKey | undefined) ?? joinedKey(format, fields)
}
/** The parts of a joined key. */
export const keyParts = (key: RowKey): [owner: number, articleId: number, since: string] => {
  const [owner, articleId, since = ''] = String(key).split('/')
  return [Number(owner), Number(articleId), since]
}
