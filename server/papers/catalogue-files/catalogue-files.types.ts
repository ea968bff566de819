/** Tasks of the threads that make catalogues and price lists. */
import type { Product } from '../../../contract/catalogue.ts'
import type { Density } from '../../../contract/documents.ts'
import type { Face } from '../../lib/face.ts'

export type CatalogueFileKind = 'catalogue' | 'sheet' | 'priceList'

/** Everything but the photos, which the thread asks for as it goes. */
export interface CatalogueFileTask {
  kind: CatalogueFileKind
  /** The shop's name, colours and logos. */
  face: Face
  /** The shop's address without a slash at the end: photos are links to their article there. */
  shopAddress: string
  /** The title on the cover: the names of the branch that was asked for, or the name of the document. */
  title: string
  /** How to reach the shop; '' for what it does not tell. */
  contact: { mail: string; phone: string }
  /** The shop's own terms; '' where it has not set any. */
  terms: string
  /** Articles with a photo on a page of the PDF. */
  perPage: Density
  /** dd/mm/yyyy. */
  date: string
  withLogo: boolean
  withImages: boolean
  withPrices: boolean
  /** The articles as JSON of the wire, in order; and the tree, which names their brands and categories. */
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
    | 'steps'
    | 'unitPrice'
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
