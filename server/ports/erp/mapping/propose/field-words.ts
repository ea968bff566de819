/** The headings under which Argentine programs export what the feed has, without accents, signs and capitals. */
import { codeWords, eanWords, headingWords, nameWords, wordSet } from '../../../../spreadsheets/heading-words.rules.ts'

/** What a column of an export may hold. */
export type Concept = keyof typeof WORDS

const WORDS = {
  articleCode: `art cod gen, cod articu, ${codeWords}, codigo de producto servicio, default code, referencia interna, codigo sku, cod de producto,
    nro de producto, codigo del producto servicio, cod articulo tango, codart, articulo codigo`,
  description: `art desc gen, descripcio, ${nameWords}, descripcion del producto servicio, nombre producto servicio, articulo, producto, descripcion larga`,
  ean: `art cod barras, cod barra, ${eanWords.replace(', alias', '')}, barcode, codigo de barras ean, cod ean, codigo ean`,
  unitsPerPack: `uxb, ux b, u x b, unidades por bulto, unidades x bulto, unid por bulto, unid x bulto, unidades bulto, un por bulto,
    cantidad por bulto, cantidad x bulto, cant por bulto, cant x bulto, bulto, unidades por caja, unid por caja, cantidad por caja`,
  innerPack: 'inner, unidades por inner, unidades x inner, inner pack, unidades inner',
  multiple: 'multiplo, multiplo de venta, multiplo venta',
  season: 'temporada',
  licence: 'licencia, personaje',
  stock: `stock, stock actual, stock disponible, existencia, existencias, disponible, cantidad disponible, cantidad a mano,
    stock total, stock fisico, saldo stock, saldo de stock, qty available, cantidad en stock`,
  vatRate:
    'iva, alicuota, alicuota iva, alicuota de iva, alic iva, tasa iva, porcentaje iva, porc iva, tasa de iva, iva porcentaje, impuestos, impuestos de cliente, impuestos del cliente, impuestos de venta, impuestos de ventas',
  brand: 'id marca, cod marca, codigo marca, marca, marcas, fabricante, nombre marca',
  category:
    'artcla cod, cod rubro, id rubro, codigo rubro, cod familia, rubro, rubros, categoria, familia, nombre rubro, nombre categoria, categoria del producto, descripcion rubro',
  subcategory: 'subrubro, sub rubro, subcategoria, sub categoria, subfamilia, nombre subrubro, descripcion subrubro',
  active: `cli habilitado, perfil, activo, activa, habilitado, habilitada, estado, vigente, inactivo, baja, discontinuado, suspendido, inhabilitado,
    perfil de venta, active, dado de baja`,
  listName: `lprdlp cod, cod lista de precios, nro lista de precios, numero lista de precios, cli lista, nro de lis, nombre lis, lista, lista de precios, lista de precio, lista precios, nro lista, nro de lista, numero de lista, nro de lista de precios,
    cod lista, codigo lista, codigo de lista, nombre lista, nombre de lista, tarifa`,
  clientCode: `cli cod, cod client, codigo, cod, codigo cliente, codigo de cliente, codigo del cliente, cod cliente, cod de cliente, nro cliente, nro de cliente,
    numero de cliente, numero cliente, id cliente, cliente nro, n cliente, referencia, codcli`,
  businessName: `cli raz soc, razon soci, apellido razon social, razon social, razonsocial, nombre o razon social, denominacion, apellido y nombre, nombre del cliente, nombre cliente, cliente,
    nombre, apellido y nombre o razon social`,
  contactName: 'nombre de fantasia, nombre fantasia, fantasia, nombre comercial, contacto, nombre de contacto',
  cuit: `cli cuit, cuit, c u i t, cuit cliente, nro cuit, nro de cuit, numero de cuit, cuit cuil, cuit dni, nro documento, nro de documento,
    numero de documento, numero de identificacion, nif, vat, nro doc, numero de identificacion fiscal`,
  email:
    'cli e mail, cli email, email, e mail, mail, correo, correo electronico, direccion de correo electronico, email facturacion',
  seller: `cliven cod, cod vended, vendedor, nombre vendedor, nombre del vendedor, cod vendedor, codigo vendedor, codigo de vendedor, cod de vendedor, comercial,
    vendedor asignado`,
  zone: 'clizon cod, zona, nombre zona, cod zona, codigo zona, codigo de zona, zona de venta',
  vatCondition: `condicion iva, condicion de iva, cond iva, condicion frente al iva, categoria iva, categoria de iva, situacion iva, iva,
    responsabilidad, tipo responsable, tipo de responsabilidad afip, categoria impositiva, condicion impositiva, condicion fiscal, categoria fiscal,
    tipo de responsable, responsabilidad afip`,
  bonus:
    'bonificacion, bonif, descuento, dto, porc descuento, porcentaje descuento, porcentaje de bonificacion, descuento habitual',
  street:
    'cli direc, domicilio, direccion, calle, domicilio comercial, direccion comercial, domicilio fiscal, calle y numero',
  locality: 'cli loc, localidad, ciudad',
  province: 'estado, cli prov, provincia, pcia, estado provincia, jurisdiccion',
  postalCode: 'cli cod pos, codigo postal, cod postal, cp, c p, c postal',
  carrier: 'transporte, expreso, nombre transporte, transportista, cod transporte, codigo transporte',
  balance:
    'saldo, saldo actual, saldo cta cte, saldo cuenta corriente, saldo en cuenta corriente, saldo cc, deuda, saldo total',
  creditLimit: 'limite, limite de credito, limite credito, credito maximo, cupo de credito, cupo credito',
} as const

const sets = new Map(Object.entries(WORDS).map(([concept, words]) => [concept as Concept, wordSet(words)]))

/** Whether a heading is one of a concept's: its parts in brackets and signs aside. */
export const names = (heading: string, concept: Concept): boolean => {
  const words = headingWords(heading.replace(/\(\d+\)$/, ''))
  return sets.get(concept)?.has(words) ?? false
}

/** Concepts that only articles, or only clients, have. */
const OF_CLIENTS: readonly Concept[] = [
  'cuit',
  'vatCondition',
  'street',
  'locality',
  'province',
  'postalCode',
  'balance',
  'creditLimit',
]
const OF_ARTICLES: readonly Concept[] = [
  'ean',
  'unitsPerPack',
  'innerPack',
  'multiple',
  'stock',
  'brand',
  'category',
  'subcategory',
  'season',
]

/** Headings that articles have, too: whether they are sold, and at what rate. */
const OF_BOTH = new Set(['estado', 'iva'])

export const clientWeight = (headings: readonly string[]): number =>
  OF_CLIENTS.filter((concept) =>
    headings.some((heading) => names(heading, concept) && !OF_BOTH.has(headingWords(heading))),
  ).length + (headings.some((heading) => /\b(razon social|razonsocial|cliente)\b/.test(headingWords(heading))) ? 1 : 0)
export const articleWeight = (headings: readonly string[]): number =>
  OF_ARTICLES.filter((concept) => headings.some((heading) => names(heading, concept))).length +
  (headings.some((heading) => isPriceHeading(heading)) ? 1 : 0) +
  (headings.some((heading) => /\b(articulos?|productos?)\b/.test(headingWords(heading))) ? 1 : 0)

/** Whether a heading is anything that an export calls so. */
export const isKnownHeading = (heading: string): boolean =>
  isPriceHeading(heading) || [...sets.keys()].some((concept) => names(heading, concept))

/** Words of a heading that may be a concept's, where nothing is called exactly so. */
const HINTS: Partial<Record<Concept, RegExp>> = {
  clientCode: /^cliente$/,
  ean: /\b(barras?|ean|barcode)\b/,
  unitsPerPack: /\b(bultos?|uxb)\b/,
  stock: /\b(stock|existencias?|disponible)\b/,
  vatRate: /\b(iva|alicuota)\b/,
  brand: /\bmarcas?\b/,
  category: /\b(rubros?|familia|categoria)\b/,
  businessName: /\b(razon|razonsocial|apellido|denominacion)\b/,
  cuit: /\bcuit\b/,
  email: /\b(mail|email|correo)\b/,
  street: /\b(domicilio|direccion|calle)\b/,
  locality: /\b(localidad|ciudad)\b/,
  province: /\b(provincia|pcia)\b/,
  seller: /\bvendedor\b/,
  balance: /\b(saldo|deuda)\b/,
  listName: /\b(listas?|tarifas?)\b/,
}
/** Concepts that several columns of an export may be, of which one is called exactly so: which one is asked. */
const ASKED_BESIDE: readonly Concept[] = ['businessName', 'stock', 'unitsPerPack']

/** Whether a heading hints at a concept without being called so. */
export const hints = (heading: string, concept: Concept): boolean => {
  const words = headingWords(heading)
  return !names(heading, concept) && !NO_STOCK.test(words) && (HINTS[concept]?.test(words) ?? false)
}
/** How much there should be, or is promised: not how much there is. */
const NO_STOCK = /\b(minim[oa]s?|maxim[oa]s?|ideal|critico|seguridad|reservad[oa]s?|comprometid[oa]s?|pedid[oa]s?)\b/
export const isAskedBeside = (concept: Concept): boolean => ASKED_BESIDE.includes(concept)

/** Whether a heading may be a price of sale: never what an article costs the shop, nor a currency, a date or a percentage. */
export function isPriceHeading(heading: string): boolean {
  const words = headingWords(heading).split(' ')
  const has = (...some: string[]) => some.some((word) => words.includes(word))
  if (names(heading, 'listName')) return false
  if (
    has(
      'cod',
      'codigo',
      'nro',
      'numero',
      'id',
      'costo',
      'compra',
      'compras',
      'cost',
      'costos',
      'cto',
      'proveedor',
      'prov',
      'fob',
      'cif',
      'anterior',
      'reposicion',
      'utilidad',
      'margen',
      'rentabilidad',
      'fecha',
      'moneda',
      'porcentaje',
      'nombre',
    )
  )
    return false
  if (words.join(' ').includes('p v p')) return true
  if (has('precio', 'precios', 'pvp', 'importe', 'price', 'mayorista', 'minorista')) return true
  if (words.length === 1 && SHORT_PRICE.has(words[0] ?? '')) return true
  if (PRICE_SHORTENED.has(words[0] ?? '') && words.slice(1).some((word) => OF_PRICE.has(word))) return true
  return words[0] === 'lista' && /^[a-z0-9]{1,3}$/.test(words[1] ?? '') && words.length <= 4
}
/** 'P. Venta', 'Pr. lista', 'PVenta': prices whose heading shortens the word. */
const PRICE_SHORTENED = wordSet('p, pr, pcio, prec, pre')
const OF_PRICE = wordSet('venta, vta, lista, unit, unitario, publico, final, general, mayor, iva')
const SHORT_PRICE = wordSet('venta, pventa, pvta, plista, punit, punitario, pfinal, pcio, prec')

const PLAIN_PRICE = wordSet(
  `precio, precios, price, lista, list, de, del, venta, ventas, vta, unitario, unit, unidad, mayorista, general, base, lpr, pr, pcio,
    prec, pventa, pvta, plista, punit, punitario`,
)
/**
 * Whether a heading says no more than that it is a price: 'Precio USD', 'Precio por bulto', 'PVP' and 'Precio final' may be another
 * one than the shop's. 'U$S' leaves two letters. 'Venta' alone may be how much was sold.
 */
export function isPlainPrice(heading: string): boolean {
  if (headingWords(heading) === 'venta') return false
  const more = headingWords(heading)
    .split(' ')
    .filter((word) => !PLAIN_PRICE.has(word))
  return more.length === 0 || (more.length === 1 && /^(\d{1,3}|[a-z]\d?)$/.test(more[0] ?? ''))
}

/** What the feed's columns are, for people. */
export const fieldLabels: Readonly<Record<string, string>> = {
  CODIGO_ART: 'Código',
  DESCRIP_ART: 'Descripción',
  ALIAS_ART: 'Código alternativo',
  UXB: 'Unidades por bulto',
  INTERNO: 'Unidades por inner',
  MULTIPLO: 'Se vende de a',
  TEMPORADA: 'Temporada',
  EAN_ART: 'Código de barras',
  STOCK_ART: 'Stock',
  IVA_ART: 'Alícuota de IVA',
  LICENCIA: 'Licencia',
  ACTIVO: 'Activo',
  PRECIO_LPI: 'Precio',
  ID_ART: 'Artículo',
  ID_LIS: 'Lista de precios',
  MARCA: 'Marca',
  CATEGORIA: 'Categoría',
  SUBCATEGORIA: 'Subcategoría',
  CODIGO_CLI: 'Código',
  RAZONSOCIAL_CLI: 'Razón social',
  NOMBRE_CLI: 'Nombre o contacto',
  CUIT_CLI: 'CUIT',
  EMAIL_CLI: 'Mail',
  ID_VC: 'Vendedor',
  ID_ZON: 'Zona',
  ID_IVA: 'Condición de IVA',
  BONIF_CLI: 'Bonificación',
  ID_CLI: 'Cliente',
  DIRECCION_DIR: 'Domicilio',
  LOCALIDAD_DIR: 'Localidad',
  IDPRV_DIR: 'Provincia',
  CP_DIR: 'Código postal',
  ID_EXP: 'Transporte',
  SALDO_CTA: 'Saldo',
  LIMITE_CTA: 'Límite de crédito',
  DESCRIP_VC: 'Vendedor',
  DESCRIPCION_ZON: 'Zona',
  NOMBRE_EXP: 'Transporte',
  DESCRIP_IVA: 'Condición de IVA',
  DESCRIP_LIS: 'Lista de precios',
}

/** What the feed's lists are, for people. */
export const listTitles: Readonly<Record<string, string>> = {
  articulos: 'Artículos',
  precios: 'Precios',
  listas: 'Listas de precios',
  precios_listas: 'Precios de las otras listas',
  asignaciones: 'Marcas y categorías',
  clientes: 'Clientes',
  direcciones: 'Direcciones',
  vendedores: 'Vendedores',
  zonas: 'Zonas',
  expresos: 'Transportes',
  ivas: 'Condiciones de IVA',
  cuentas: 'Saldos',
}
