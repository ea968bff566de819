/** The columns of the exported articles that may come back changed, as their headings are written, folded. */
import type { BulkColumn } from './bulk-edit.types.ts'

export const CODE_HEADING = 'codigo'
export const VERSION_HEADING = 'version'
export const COLUMN_OF_HEADING: Readonly<Record<string, BulkColumn>> = {
  marca: 'brand_id',
  categoria: 'category_id',
  subcategoria: 'subcategory_id',
  orden: 'position',
  'descuento %': 'discount',
  descuento: 'discount',
  oferta: 'promo',
  futuro: 'future',
  'indicacion de compra': 'hint',
  indicacion: 'hint',
  activo: 'active',
}
