/** What the catalogue engine knows about one article, and what can be asked of it. */
import type { CatalogueOrder } from '../../../../contract/catalogue.ts'

/** One article a customer may see (active article, active listing), joined with its listing and order keys. */
export interface CatalogueItem {
  readonly articleId: number
  readonly listingId: number
  /** Always text: leading zeros live. */
  readonly code: string
  readonly description: string
  /** A second code, usually the bar code; may be empty. */
  readonly alias: string
  readonly unitsPerPack: number
  readonly innerPack: number
  readonly assortment: number
  /** Sold in multiples of this. */
  readonly multiple: number
  readonly season: string
  /** null: unassigned. */
  readonly brandId: number | null
  /** null: without category. */
  readonly categoryId: number | null
  readonly subcategoryId: number | null
  readonly brandPosition: number
  readonly categoryPosition: number
  readonly subcategoryPosition: number
  readonly position: number
  /** Cents; 0 means the article has no price. */
  readonly listPrice: number
  /** Hundredths of a percent (5 % = 500). */
  readonly discount: number
  readonly promo: boolean
  readonly future: boolean
  /** Purchase indication shown to the customer. */
  readonly hint: string
  /** Five slots: the url-safe version tag of the file, or null. */
  readonly media: readonly (string | null)[]
}

/** Writes one item as the text of a JSON object; it is called once per item and build. */
export type RowJson = (item: CatalogueItem) => string

/** A catalogue search. Every condition that is given must hold. */
export interface CatalogueFilter {
  /** Words to find; empty, or without a letter or digit, is no condition. */
  readonly text: string
  /** Also what is near, when the text is the code of an article; without it that article stands alone (R32). */
  readonly similar?: boolean | undefined
  /** UNASSIGNED_BRAND selects the articles without a brand. */
  readonly brandId?: number | undefined
  /** WITHOUT_CATEGORY selects the articles without a category. */
  readonly categoryId?: number | undefined
  readonly subcategoryId?: number | undefined
  /** Cents the customer pays, inclusive. Either bound leaves out articles without a price. */
  readonly minPrice?: number | undefined
  readonly maxPrice?: number | undefined
  readonly order: CatalogueOrder
}

/** One page of PAGE_SIZE rows of a search; pages count from 0. */
export interface CatalogueQuery extends CatalogueFilter {
  readonly page: number
}
