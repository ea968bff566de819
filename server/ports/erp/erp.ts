/** What the ERP sends, in clean names and units; how it is written down is the adapter's business. */

/** Sellers, zones, carriers and VAT conditions are an id and a name. */
export interface NamedRecord {
  id: number
  name: string
}

export interface ClientRecord {
  id: number
  code: string
  businessName: string
  contactName: string
  /** Eleven digits, or empty. */
  cuit: string
  email: string
  sellerId: number | null
  saleCondition: number
  zoneId: number | null
  vatConditionId: number | null
  /** Hundredths of a percent. */
  bonus: number
  active: boolean
}

export interface AddressRecord {
  id: number
  clientId: number
  street: string
  locality: string
  /** The tax authority's province id; 0 is CABA. */
  provinceId: number | null
  postalCode: string
  carrierId: number | null
}

export interface ArticleRecord {
  id: number
  code: string
  description: string
  alias: string
  unitsPerPack: number
  innerPack: number
  assortment: number
  /** At least 1. */
  multiple: number
  season: string
  active: boolean
}

export interface PriceRecord {
  articleId: number
  /** Cents. */
  listPrice: number
}

/** Where and how the shop shows an article: the shop's own data, fed once. Empty texts mean none. */
export interface ListingRecord {
  articleCode: string
  brand: string
  category: string
  subcategory: string
  position: number
  /** Hundredths of a percent. */
  discount: number
  promo: boolean
  future: boolean
  hint: string
  active: boolean
}

/** The kinds of record a feed may bring. */
export interface FeedRecords {
  sellers: NamedRecord
  zones: NamedRecord
  carriers: NamedRecord
  vatConditions: NamedRecord
  clients: ClientRecord
  addresses: AddressRecord
  articles: ArticleRecord
  prices: PriceRecord
  listings: ListingRecord
}
export type FeedTable = keyof FeedRecords

/** In the order of their dependence: a record refers to earlier kinds only. */
export const feedTables = [
  'sellers',
  'zones',
  'carriers',
  'vatConditions',
  'clients',
  'addresses',
  'articles',
  'prices',
  'listings',
] as const satisfies readonly FeedTable[]

/** Something wrong with a file, in Spanish for whoever made it. */
export interface FeedProblem {
  /** As a spreadsheet counts, the headings being row 1; null: the file as a whole. */
  row: number | null
  /** The column's heading; null: the row as a whole. */
  column: string | null
  message: string
}

export interface FeedRow<R> {
  row: number
  record: R
}

/** A file as it was read: its good rows, and what was wrong with the others. */
export interface FeedFile<T extends FeedTable> {
  table: T
  /** As it is called in the feed, e.g. 'precios.csv'. */
  name: string
  rows: FeedRow<FeedRecords[T]>[]
  /** Rows with data, good or bad, without the headings. */
  rowCount: number
  problems: FeedProblem[]
  /** The heading of each field, for messages about a record. */
  headings: Readonly<Record<keyof FeedRecords[T], string>>
}

export interface ErpFeed {
  /** The kinds of record this feed brings, in the order of their dependence. */
  readonly tables: readonly FeedTable[]
  /** Reads one file. What is wrong with its content is in the answer, not thrown. */
  read<T extends FeedTable>(table: T): Promise<FeedFile<T>>
}

/** The feed as a whole cannot be read; the message is Spanish and meant for the console as it is. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}
