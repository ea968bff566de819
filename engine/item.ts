/** What the catalogue engine knows about one article, and what can be asked of it. */
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

/** One article a customer may see (active article, active listing), joined with its listing and order keys. */
export interface CatalogueItem extends IndexedItem {
  readonly listingId: number
  readonly unitsPerPack: number
  readonly innerPack: number
  readonly assortment: number
  /** Sold in multiples of this. */
  readonly multiple: number
  readonly season: string
  /** Grams of one unit; null: not known, like the two below. */
  readonly weight: number | null
  /** Units that can be sold, as the ERP told last. */
  readonly stock: number | null
  /** yyyy-mm-dd, when more arrive. */
  readonly arrivesOn: string | null
  readonly promo: boolean
  readonly future: boolean
  /** Purchase indication shown to the customer. */
  readonly hint: string
  /** Five slots: the url-safe version tag of the file, or null. */
  readonly media: readonly (string | null)[]
}
