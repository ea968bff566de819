/** One article as the catalogue engine knows it. */
import type { RowSource } from '../contract/catalogue-row.ts'

/** The fields that an article is found and ordered by. */
export interface IndexedItem {
  readonly articleId: number
  /** Always text: a number would lose its leading zeros. */
  readonly code: string
  readonly description: string
  /** A second code, usually the bar code; may be empty. */
  readonly alias: string
  /** A bar code; may be empty. */
  readonly ean: string
  /** null: unassigned. */
  readonly brandId: number | null
  /** null: without category. */
  readonly categoryId: number | null
  readonly subcategoryId: number | null
  /** The names of brand, category and subcategory, by which the article is found too; '' where it has none. */
  readonly brand: string
  readonly category: string
  readonly subcategory: string
  readonly brandPosition: number
  readonly categoryPosition: number
  readonly subcategoryPosition: number
  readonly position: number
  /** Cents; 0 means the article has no price. */
  readonly listPrice: number
  /** Hundredths of a percent (5 % = 500). */
  readonly discount: number
}

/**
 * One article a customer may see (active article, active listing), joined with its listing and order keys: the fields it
 * is found by, and all fields that its row on the wire is written from.
 */
export interface CatalogueItem extends IndexedItem, Omit<RowSource, keyof IndexedItem> {
  readonly listingId: number
}
