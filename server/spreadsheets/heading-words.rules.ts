/** Headings as their words, and those of articles that people's sheets and the exports of an ERP share. Pure. */
import { fold } from '../../contract/codes.ts'

/** A heading as its words: 'Cód. art.' is 'cod art', 'Cliente (CUIT)' is 'cliente cuit', 'stockMinimo' is 'stock minimo'. */
export const headingWords = (text: string): string =>
  fold(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Headings without accents, signs and capitals, and with one blank between words. */
export const codeWords = `codigo, codigos, cod, cdgo, codigo articulo, codigo de articulo, codigo del articulo, codigo art, cod articulo, cod art,
    cod de articulo, codigo producto, codigo de producto, codigo del producto, cod producto, cod prod, sku, referencia, ref,
    nro articulo, nro de articulo, numero de articulo, n articulo, n de articulo, cod interno, codigo interno, clave, id articulo`
export const eanWords = `ean, ean 13, ean13, ean alias, gtin, upc, codigo de barras, codigo barras, cod barras, cod de barras, cod barra,
    codigo de barra, barras, alias`
export const nameWords = `descripcion, descripciones, desc, descrip, detalle, detalles, nombre, denominacion, titulo, concepto,
    descripcion articulo, descripcion del articulo, descripcion producto, descripcion del producto, nombre del articulo,
    nombre del producto, nombre articulo, nombre producto, detalle del articulo`

/** A list of headings as a set. */
export const wordSet = (words: string): Set<string> =>
  new Set(words.split(',').map((word) => word.trim().replace(/\s+/g, ' ')))
