/** What another shop's export holds, whatever program made it (R411). */

export type ShopKind = 'woocommerce' | 'tiendanube' | 'shopify' | 'prestashop'

/** Where something stands in an export. */
export interface Place {
  readonly file: string
  /** As a spreadsheet counts, the headings being row 1. */
  readonly row: number
}

/** What is sold under one code: a product without variants has one of them. */
export interface ForeignVariant {
  readonly at: Place
  /** What tells it from the product's others, the same in every export: ids, or the words of its options. */
  readonly key: string
  readonly sku: string
  readonly barcode: string
  /** The words of its options: 'Rojo', 'Talle 2'. */
  readonly options: readonly string[]
  /** Cents; null: the export has none. */
  readonly price: number | null
  /** Cents, where it is lower than the price; null: none. `isDated`: the export says from or until when. */
  readonly sale: { readonly price: number; readonly isDated: boolean } | null
  /** Hundredths of a percent; null: the export does not tell it. */
  readonly vatRate: number | null
  /** Units; null: the shop does not count them. */
  readonly stock: number | null
  /** Grams of one unit; null: not known. */
  readonly weight: number | null
  readonly isOnSale: boolean
  readonly pictures: readonly string[]
}

export interface ForeignProduct {
  readonly at: Place
  /** What tells it from the others: its number or the end of its address. */
  readonly key: string
  readonly name: string
  /** HTML. */
  readonly description: string
  readonly brand: string
  /** Each from the top: ['Juegos', 'De mesa']. */
  readonly categories: readonly (readonly string[])[]
  readonly isOnSale: boolean
  readonly pictures: readonly string[]
  /** Its pages in the shop, as paths. `isGuess`: made from its name, because the export has none. */
  readonly paths: readonly { readonly path: string; readonly isGuess: boolean }[]
  readonly variants: readonly ForeignVariant[]
}

export interface ForeignAddress {
  readonly street: string
  readonly locality: string
  readonly province: string
  readonly postalCode: string
  readonly country: string
}

export interface ForeignClient {
  readonly at: Place
  readonly company: string
  readonly person: string
  readonly email: string
  readonly phone: string
  /** As it is written; '' for none. */
  readonly taxId: string
  readonly addresses: readonly ForeignAddress[]
}

/** Something that the owner should know, in Spanish. The same words of many rows are told once. */
export type Tell = (message: string, at: Place) => void

/** A row of an export by the names of its fields; '' for an empty cell and for a column that the file lacks. */
export interface ShopRow<F extends string = string> {
  readonly at: Place
  readonly get: (field: F) => string
}

/** The export can't be read; the message is Spanish and says everything. */
export class ShopExportError extends Error {
  override readonly name = 'ShopExportError'
}
