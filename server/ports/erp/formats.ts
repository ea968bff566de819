/** The files of a feed folder, their headings and the rules of their columns. The ERP's names live here. */
import {
  amount,
  type Column,
  code,
  count,
  cuit,
  flag,
  id,
  optionalText,
  percentage,
  province,
  reference,
  requiredText,
} from './columns.ts'
import type { FeedRecords, FeedTable } from './erp.ts'

export interface FileFormat<R> {
  /** File name without its ending. */
  readonly file: string
  readonly columns: { readonly [K in keyof R]: Column<R[K]> }
  /** Fields that no two rows may share. */
  readonly unique: readonly (keyof R)[]
  /** What no single cell can tell: the field to blame and why, in Spanish. */
  readonly check?: (record: R) => { field: keyof R; message: string } | undefined
}

/** Every file a feed may have; docs/erp.md describes them for whoever writes them. */
export const formats: { readonly [T in FeedTable]: FileFormat<FeedRecords[T]> } = {
  sellers: named('vendedores', 'ID_VC', 'DESCRIP_VC'),
  zones: named('zonas', 'ID_ZON', 'DESCRIPCION_ZON'),
  carriers: named('expresos', 'ID_EXP', 'NOMBRE_EXP'),
  vatConditions: named('ivas', 'ID_IVA', 'DESCRIP_IVA'),
  clients: {
    file: 'clientes',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_CLI'),
      code: code('CODIGO_CLI'),
      businessName: requiredText('RAZONSOCIAL_CLI', 200),
      contactName: optionalText('NOMBRE_CLI', 200),
      cuit: cuit('CUIT_CLI'),
      email: optionalText('EMAIL_CLI', 254),
      sellerId: reference('ID_VC'),
      saleCondition: count('IDCDV_CLI', 1),
      zoneId: reference('ID_ZON'),
      vatConditionId: reference('ID_IVA'),
      bonus: percentage('BONIF_CLI'),
      active: flag('ACTIVO'),
    },
  },
  addresses: {
    file: 'direcciones',
    unique: ['id'],
    columns: {
      id: id('ID_DIR'),
      clientId: id('ID_CLI'),
      street: requiredText('DIRECCION_DIR', 200),
      locality: optionalText('LOCALIDAD_DIR', 100),
      provinceId: province('IDPRV_DIR'),
      postalCode: optionalText('CP_DIR', 20),
      carrierId: reference('ID_EXP'),
    },
  },
  articles: {
    file: 'articulos',
    unique: ['id', 'code'],
    columns: {
      id: id('ID_ART'),
      code: code('CODIGO_ART'),
      description: requiredText('DESCRIP_ART', 1000),
      alias: optionalText('ALIAS_ART', 100),
      unitsPerPack: count('UXB'),
      innerPack: count('INTERNO'),
      assortment: count('SURTIDO'),
      multiple: count('MULTIPLO', 1),
      season: optionalText('TEMPORADA', 40),
      active: flag('ACTIVO'),
    },
  },
  prices: {
    file: 'precios',
    unique: ['articleId'],
    columns: { articleId: id('ID_ART'), listPrice: amount('PRECIO_LPI') },
  },
  listings: {
    file: 'asignaciones',
    unique: ['articleCode'],
    columns: {
      articleCode: code('CODIGO_ART'),
      brand: optionalText('MARCA', 100),
      category: optionalText('CATEGORIA', 100),
      subcategory: optionalText('SUBCATEGORIA', 100),
      position: count('ORDEN_IO'),
      discount: percentage('DESCUENTO_IO'),
      promo: flag('OFERTA_IO'),
      future: flag('DESTACADO_IO'),
      hint: optionalText('INDICACION_IO', 300),
      active: flag('ACTIVO_IO'),
    },
    check: ({ brand, category, subcategory }) => {
      if (category && !brand) return { field: 'brand', message: 'La categoría necesita una marca' }
      if (subcategory && !category)
        return { field: 'category', message: 'La subcategoría necesita una categoría' }
      return undefined
    },
  },
}

function named(file: string, idHeading: string, nameHeading: string): FileFormat<FeedRecords['sellers']> {
  return { file, unique: ['id'], columns: { id: id(idHeading), name: requiredText(nameHeading, 100) } }
}
