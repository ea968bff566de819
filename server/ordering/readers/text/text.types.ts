/** What a pasted text is read as. */
import type { Unit } from './words.rules.ts'

/** What the reader has to know about an article. */
export interface KnownArticle {
  readonly articleId: number
  readonly code: string
  readonly description: string
  readonly unitsPerPack: number
  readonly multiple: number
  /** Cents, and hundredths of a percent. */
  readonly listPrice: number
  readonly discount: number
}
/** What the reader asks of the catalogue. */
export interface Shelf<A extends KnownArticle = KnownArticle> {
  /** The articles whose code or alias, folded and without dashes, dots and blanks, is exactly `key` (R32). */
  byCode(key: string): readonly A[]
  /** The articles whose code is `digits` but for zeros before it (R38). */
  byDigits(digits: string): readonly A[]
  /** The articles whose name is `name` but for case, accents and signs (`spacedOut`). */
  byName(name: string): readonly A[]
  /** Whether a folded word stands in the name of any article. */
  isNameWord(word: string): boolean
}

/** Why a part is asked about; doubt-words.rules.ts says it to the user. */
export type Doubt =
  | 'noCode'
  | 'unknownCode'
  | 'severalArticles'
  | 'otherName'
  | 'noQuantity'
  | 'unclearQuantity'
  | 'unsurePack'
  | 'unknownUnit'
  | 'maybePrice'
  | 'maybeName'
  | 'says'
  | 'eitherColumn'
  | 'tooLong'

export interface Where {
  /** The lines of the text it stands in, from 1. */
  readonly lines: readonly number[]
  /** As it was written. */
  readonly text: string
}
export interface OrderedLine<A extends KnownArticle> extends Where {
  readonly kind: 'line'
  readonly article: A
  readonly quantity: number
  /** Each quantity of an article that is written more than once; empty otherwise. */
  readonly addends: readonly number[]
  readonly note: string
  /** What was read otherwise than it was written, for the user. */
  readonly marks: readonly string[]
}
export interface Question<A extends KnownArticle> extends Where {
  readonly kind: 'question'
  readonly doubt: Doubt
  /** What it may mean; none when no code was found. */
  readonly articles: readonly A[]
  /** Units; null when it is not known. */
  readonly quantity: number | null
  /** What looks like a code and is none, the words that name an article, or the word that makes it doubtful; '' without. */
  readonly word: string
  readonly marks: readonly string[]
  /** The columns of numbers that may hold the codes, from 0, where that is what is asked. */
  readonly codeColumns?: readonly number[] | undefined
  /** The unit that is asked about once for all of its lines. */
  readonly unit?: string | undefined
}
export type Entry<A extends KnownArticle> = OrderedLine<A> | Question<A>
/** What is said beside the lines and may change them. */
export interface Remark extends Where {
  /** Indexes of the entries that it names. */
  readonly rows: readonly number[]
}
export interface ReadText<A extends KnownArticle> {
  readonly entries: readonly Entry<A>[]
  readonly remarks: readonly Remark[]
  /** What holds for many entries, for the user. */
  readonly notices: readonly string[]
}

/** A part of a text before it is known what the others say: an entry, or words that order nothing. */
export type Part<A extends KnownArticle> = (
  | Entry<A>
  | (Where & { readonly kind: 'words'; readonly read: string })
) & {
  /** What it tells the other parts. */
  readonly trace?: Trace<A> | undefined
  /** Words in it that nothing explains: they are shown as a remark of this line. */
  readonly odd?: boolean | undefined
}
export interface Trace<A extends KnownArticle> {
  /** What it orders, if that is known. */
  readonly article: A | undefined
  /** The numbers that may be its quantity. */
  readonly counts: readonly {
    readonly value: number
    readonly unit: Unit | undefined
    readonly cell: number
  }[]
  /** How code and quantity stand beside each other: 'C x n'. */
  readonly shape: string
  /** It holds nothing but a code, or nothing but a quantity: its other half may be the next. */
  readonly half?: 'code' | 'count' | undefined
  /** Its numbers that may be the code or the quantity, where it has no other code. */
  readonly either?: readonly string[] | undefined
  /** It is a count for all articles of the lines below: 'De 6 unidades', '12 u. c/u:'. */
  readonly isForAll?: boolean | undefined
  /** A short word beside its quantity that nothing explains: 'FDO' of '12 FDO'. */
  readonly beside?: string | undefined
  /** It holds codes alone. */
  readonly areCodes?: boolean | undefined
  /** Its code was written without its zeros. */
  readonly isWithoutZeros?: boolean | undefined
}
/** What somebody answered to a question about many lines of a text. */
export interface Answered {
  /** The column of numbers that holds the codes, from 0. */
  readonly codeColumn?: number | undefined
  /** What a unit counts, as a line of the text would say it: 'caja = bulto'. */
  readonly units?: string | undefined
}
/** What the other lines say of a line. */
export interface Context {
  /** What numbers count that do not say it. */
  readonly unit?: 'packs' | 'dozens' | undefined
  /** The count that a line above says of all articles below it. */
  readonly each?: { readonly value: number; readonly unit: Unit | undefined } | undefined
  /** Which of its numbers is the quantity, by its cell or its place among them. */
  readonly place?: number | undefined
  /** Enough other lines are written like it. */
  readonly isAlike?: boolean | undefined
  /** Which of the numbers of a line without any other code is its code, from 0. */
  readonly codeAt?: number | undefined
}

export const question = <A extends KnownArticle>(
  { lines, text }: Where,
  doubt: Doubt,
  articles: readonly A[] = [],
  quantity: number | null = null,
  word = '',
): Question<A> => ({
  ...{ kind: 'question', lines, text, doubt, quantity, word, marks: [] },
  articles: [...new Map(articles.map((article) => [article.articleId, article])).values()],
})
