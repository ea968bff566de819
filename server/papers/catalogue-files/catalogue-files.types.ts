/** What the threads are given that make catalogues, price lists and quotations of chosen articles. */
import type { Product } from '../../../contract/catalogue.ts'

export type CatalogueFileKind = 'catalogue' | 'sheet' | 'priceList' | 'quotation'

/** Everything but the photos, which the thread asks for as it goes. */
export interface CatalogueFileTask {
  kind: CatalogueFileKind
  shopName: string
  /** Of the shop, without a slash at the end: photos lead to their article there. */
  shopAddress: string
  /** What stands on the cover: the brand, or the branch that was asked for. */
  title: string
  /** dd/mm/yyyy. */
  date: string
  withLogo: boolean
  withImages: boolean
  withPrices: boolean
  /** The rows as JSON of the wire, in order, and the rows of the tree that name their places. */
  rows: Uint8Array
  tree: Uint8Array
}

/** An article as a document shows it, with the names of its place. */
export interface FileItem
  extends Pick<
    Product,
    | 'articleId'
    | 'code'
    | 'alias'
    | 'description'
    | 'unitsPerPack'
    | 'innerPack'
    | 'assortment'
    | 'multiple'
    | 'listPrice'
    | 'discount'
    | 'promo'
    | 'future'
    | 'hint'
  > {
  brand: string
  category: string
  subcategory: string
  /** Name of the stored file of the first photo; null without one. */
  picture: string | null
}
