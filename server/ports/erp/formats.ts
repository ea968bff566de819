/** The files of a feed and their columns: the one declaration that their types, their reading and docs/erp.md follow. */
import {
  about,
  amount,
  barCode,
  type Column,
  code,
  count,
  cuit,
  day,
  flag,
  id,
  knownCount,
  optional,
  optionalText,
  percentage,
  province,
  reference,
  requiredText,
} from './columns.ts'

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
  /** A rule about several cells of a row: answers the field that breaks it and why, in Spanish. */
  readonly check?: (record: RecordOf<C>) => { field: keyof C & string; message: string } | undefined
}

/** Declares a file. */
export const format = <const C extends Columns>(given: FileFormat<C>): FileFormat<C> => given

const named = (file: string, idHeading: string, nameHeading: string) =>
  format({ file, unique: ['id'], columns: { id: id(idHeading), name: requiredText(nameHeading, 100) } })

/** Every file a feed may have, in the order of their dependence: a record refers to earlier kinds only. */
export const formats = {
  sellers: named('vendedores', 'ID_VC', 'DESCRIP_VC'),
  zones: named('zonas', 'ID_ZON', 'DESCRIPCION_ZON'),
  carriers: named('expresos', 'ID_EXP', 'NOMBRE_EXP'),
  vatConditions: named('ivas', 'ID_IVA', 'DESCRIP_IVA'),
  clients: format({
    file: 'clientes',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_CLI'),
      code: code('CODIGO_CLI'),
      businessName: requiredText('RAZONSOCIAL_CLI', 200),
      contactName: optionalText('NOMBRE_CLI', 200),
      /** Eleven digits, or empty. */
      cuit: cuit('CUIT_CLI'),
      email: optionalText('EMAIL_CLI', 254),
      sellerId: about(reference('ID_VC'), 'to vendedores'),
      saleCondition: about(count('IDCDV_CLI', 1), 'sale condition (1, 2 line j; 4 line c)'),
      zoneId: about(reference('ID_ZON'), 'to zonas'),
      vatConditionId: about(reference('ID_IVA'), 'to ivas'),
      /** Hundredths of a percent. */
      bonus: percentage('BONIF_CLI'),
      active: flag('ACTIVO'),
    },
  }),
  addresses: format({
    file: 'direcciones',
    unique: ['id'],
    columns: {
      id: id('ID_DIR'),
      clientId: about(id('ID_CLI'), 'of a client, required'),
      street: requiredText('DIRECCION_DIR', 200),
      locality: optionalText('LOCALIDAD_DIR', 100),
      provinceId: province('IDPRV_DIR'),
      postalCode: optionalText('CP_DIR', 20),
      carrierId: about(reference('ID_EXP'), "to expresos; none means the client's own"),
    },
  }),
  articles: format({
    file: 'articulos',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_ART'),
      code: code('CODIGO_ART'),
      description: requiredText('DESCRIP_ART', 1000),
      alias: about(optionalText('ALIAS_ART', 100), 'a second code that finds the article'),
      unitsPerPack: about(count('UXB'), 'units per pack'),
      innerPack: about(count('INTERNO'), 'inner pack'),
      assortment: about(count('SURTIDO'), 'how many different ones'),
      /** At least 1. */
      multiple: about(count('MULTIPLO', 1), 'sold in multiples of it'),
      season: optionalText('TEMPORADA', 40),
      active: flag('ACTIVO'),
      ean: optional(barCode('EAN_ART')),
      /** Grams. */
      weight: optional(about(knownCount('PESO_ART'), 'grams of one unit')),
      /** Units; null where nobody knows. */
      stock: optional(about(knownCount('STOCK_ART'), 'units that can be sold today')),
      /** yyyy-mm-dd. */
      arrivesOn: optional(about(day('INGRESO_ART'), 'when more arrive; shown while there are none')),
    },
  }),
  prices: format({
    file: 'precios',
    unique: ['articleId'],
    /** Cents. */
    columns: { articleId: about(id('ID_ART'), 'of an article'), listPrice: amount('PRECIO_LPI') },
  }),
  /** Where and how the shop shows an article: the shop's own data, fed once. */
  listings: format({
    file: 'asignaciones',
    unique: ['articleCode'],
    columns: {
      articleCode: about(code('CODIGO_ART'), 'of an article'),
      brand: optionalText('MARCA', 100),
      category: about(optionalText('CATEGORIA', 100), 'needs a brand'),
      subcategory: about(optionalText('SUBCATEGORIA', 100), 'needs a category'),
      position: about(count('ORDEN_IO'), 'place within the subcategory'),
      /** Hundredths of a percent. */
      discount: percentage('DESCUENTO_IO'),
      promo: about(flag('OFERTA_IO'), 'PROMO'),
      future: about(flag('DESTACADO_IO'), 'FUTURO'),
      hint: optionalText('INDICACION_IO', 300),
      active: about(flag('ACTIVO_IO'), 'shown'),
    },
    check: ({ brand, category, subcategory }) => {
      if (category && !brand) return { field: 'brand', message: 'La categoría necesita una marca' }
      if (subcategory && !category)
        return { field: 'category', message: 'La subcategoría necesita una categoría' }
      return undefined
    },
  }),
} as const

export type FeedTable = keyof typeof formats
/** The kinds of record a feed may bring. */
export type FeedRecords = { [T in FeedTable]: RecordOf<(typeof formats)[T]['columns']> }
/** In the order of their dependence. */
export const feedTables = Object.keys(formats) as FeedTable[]
