/** One article as the catalogue engine knows it. */
import {
  articleFields,
  type listingFields,
  type SearchedAs,
  searchedAs,
  type ValuesOf,
} from '../contract/article-fields.ts'
import type { Product } from '../contract/catalogue.ts'
import type { RowSource } from '../contract/catalogue-row.ts'

/** The fields that are codes: an article is found by each as a whole, too. Always text: a number would lose its zeros. */
export const codeFields = searchedAs(articleFields, 'code')
/** The fields whose words an article is found by. */
export const wordFields = searchedAs(articleFields, 'words')
export type TextField = SearchedAs<typeof articleFields, 'code' | 'words'>

/** Where an article stands in the tree. */
export interface TreePlace {
  /** The names of brand, category and subcategory, by which the article is found too; '' where it has none. */
  readonly brand: string
  readonly category: string
  readonly subcategory: string
  readonly brandPosition: number
  readonly categoryPosition: number
  readonly subcategoryPosition: number
}
type OrderField = 'articleId' | 'brandId' | 'categoryId' | 'subcategoryId' | 'position' | 'listPrice' | 'discount'

/** Further fields that an article is priced and narrowed by (R365). A value that nobody knows is absent or null. */
const buyerFields = [
  ...(['promo', 'unitsPerPack', 'unitPrice', 'promotion', 'stock', 'listedOn'] as const),
  ...(['ageFrom', 'ageTo', 'licence', 'gender'] as const),
] as const
type BuyerField = (typeof buyerFields)[number]

/** The fields that an article is found and ordered by; a text that nobody knows is ''. */
export type IndexedItem = Readonly<Record<TextField, string>> &
  Readonly<Pick<Product, OrderField>> &
  Readonly<OrNull<Pick<Product, BuyerField>>> &
  TreePlace
type OrNull<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] }

/** What is indexed of a row of the catalogue. */
export function indexedItem(row: Pick<Product, TextField | OrderField | BuyerField>, place: TreePlace): IndexedItem {
  const { articleId, brandId, categoryId, subcategoryId, position, listPrice, discount } = row
  const { brand, category, subcategory, brandPosition, categoryPosition, subcategoryPosition } = place
  const item: Partial<Record<keyof IndexedItem, unknown>> = {
    articleId,
    brandId,
    categoryId,
    subcategoryId,
    position,
    listPrice,
    discount,
    brand,
    category,
    subcategory,
    brandPosition,
    categoryPosition,
    subcategoryPosition,
  }
  for (const name of buyerFields) item[name] = row[name]
  for (const name of codeFields) item[name] = row[name] ?? ''
  for (const name of wordFields) item[name] = row[name] ?? ''
  return item as IndexedItem
}

/**
 * One article a customer may see (active article, active listing), joined with its listing and order keys: the fields it
 * is found by, and all fields that its row on the wire is written from.
 */
export type CatalogueItem = IndexedItem &
  ValuesOf<typeof listingFields> &
  Omit<RowSource, keyof IndexedItem> & { readonly listingId: number }
