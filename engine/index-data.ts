import type { Synonym } from './synonyms.ts'

/**
 * The catalogue's index as plain arrays, in shared memory where there is any: what a worker builds and hands over whole.
 * Rows are numbered 0 … size − 1 in default order, so a page without a text is a run of row numbers.
 */
export interface IndexData {
  /** Number of rows. */
  readonly size: number
  readonly articles: ArticleIndex
  readonly codes: CodeIndex
  readonly prices: PriceIndex
  readonly facets: FacetIndexes
  readonly places: readonly BranchCount[]
  /** The rows of the places as runs, three numbers each: the index of the place, its first row, the row after its last. */
  readonly placeRuns: Uint32Array
  readonly dictionary: Dictionary
  readonly buyer: BuyerColumns
  readonly synonyms: readonly Synonym[]
}

/** The article of each row, and the rows sorted by article id. */
export interface ArticleIndex {
  readonly idOf: Float64Array
  readonly rowsById: Uint32Array
}

/** The code of row r is letters[start[r] … start[r + 1] − 1] (UTF-16); rowsByCode is sorted by code, then row. */
export interface CodeIndex {
  readonly letters: Uint16Array
  readonly start: Uint32Array
  readonly rowsByCode: Uint32Array
}

/**
 * Both price orders. Equal prices stand in default order, articles without a price last, in either.
 * `sorted` holds the prices (cents the customer pays) of the rows that have one, ascending.
 */
export interface PriceIndex {
  readonly sorted: Float64Array
  readonly ascending: Permutation
  readonly descending: Permutation
}

/** What a buyer narrows by, by row (R365). */
export interface BuyerColumns {
  /** Three bits: the office marked it as a promotion; a discount or promotion lowers its price for all; it is in stock. */
  readonly marks: Uint8Array
  /** The day on which the shop listed it, in days since 1970-01-01; 0: not lately. */
  readonly listedOn: Uint32Array
  readonly unitsPerPack: Uint32Array
  /** In months; NO_AGE where no age is told. */
  readonly ageFrom: Uint16Array
  readonly ageTo: Uint16Array
  readonly licence: WordColumn
  readonly gender: WordColumn
}

/** One of few texts a row: of[row] is the text's number in `texts`, counted from 1; 0: none. */
export interface WordColumn {
  readonly texts: readonly string[]
  readonly of: Uint16Array
}

/** An order of all rows: rowAt[rank] and its inverse rankOf[row]. */
export interface Permutation {
  readonly rowAt: Uint32Array
  readonly rankOf: Uint32Array
}

/** The rows of each brand, category and subcategory. */
export interface FacetIndexes {
  readonly brands: FacetIndex
  readonly categories: FacetIndex
  readonly subcategories: FacetIndex
}

/**
 * The rows of each brand (or category, or subcategory) as runs: in default order a brand is nearly always
 * one run. Value ids[i] has the runs firstRun[i] … firstRun[i + 1] − 1; run j is rows runs[2j] … runs[2j + 1] − 1.
 */
export interface FacetIndex {
  readonly ids: Float64Array
  readonly firstRun: Uint32Array
  readonly runs: Uint32Array
}

/** A place in the tree and how many articles stand in exactly that place, of all or of a search. */
export interface BranchCount {
  readonly brandId: number | null
  readonly categoryId: number | null
  readonly subcategoryId: number | null
  readonly count: number
}

/**
 * Every word of an article's codes and texts and of the tree's names, sorted by UTF-16 code units, and the rows it stands in.
 * Word w is letters[start[w] … start[w + 1] − 1]; its postings are postings[firstPosting[w] …]. A name of the tree belongs to
 * all rows of its place, which are neighbours. So the rows of its words are kept as runs, runs[firstRun[w] …]: the first row
 * and the row after the last. So are the rows that write the two halves of a word one after the other (R246).
 */
export interface Dictionary {
  readonly size: number
  readonly letters: Uint16Array
  readonly start: Uint32Array
  readonly firstPosting: Uint32Array
  /** row × 2, plus 1 when the word is the row's whole code, alias or EAN. */
  readonly postings: Uint32Array
  readonly firstRun: Uint32Array
  readonly runs: Uint32Array
  /** Words by the trigrams in them, for matches inside a word. */
  readonly trigrams: Buckets
  /** Words that are not numbers by their last two letters and their length, for typing errors. */
  readonly endings: Buckets
}

/** Lists by a small key: list k is items[first[k] … first[k + 1] − 1], ascending. */
export interface Buckets {
  readonly first: Uint32Array
  readonly items: Uint32Array
}
