/** What the catalogue engine knows about one article, and what can be asked of it. */
import type { RowSource } from '../contract/catalogue-row.ts'

/** What of an article it is found and ordered by. */
export interface IndexedItem {
  readonly articleId: number
  /** Always text: leading zeros live. */
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
  /** Their names, by which it is found too; '' where there is none. */
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
 * One article a customer may see (active article, active listing), joined with its listing and order keys: what it is
 * found by, and all that its row on the wire is written from.
 */
export interface CatalogueItem extends IndexedItem, Omit<RowSource, keyof IndexedItem> {
  readonly listingId: number
}
