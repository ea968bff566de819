/** What a pasted text is read as. */

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
export interface KnownArticles<A extends KnownArticle> {
  /** The articles whose code or alias, folded and without dashes, dots and blanks, is exactly `key` (R32). */
  byCode(key: string): readonly A[]
  /** Whether a folded word stands in the name of any article. */
  isNameWord(word: string): boolean
}

/** Why a line is asked about; words-of-doubt.rules.ts says it to the user. */
export type Doubt =
  | 'noCode'
  | 'unknownCode'
  | 'severalArticles'
  | 'noQuantity'
  | 'unclearQuantity'
  | 'unsurePack'
  | 'maybePrice'
  | 'maybeDescription'
  | 'inWords'
  | 'repeated'
/** Why a line orders nothing. */
export type NoOrder = 'notALine' | 'noQuantity' | 'tooLong'

interface Where {
  /** The lines of the text it stands in, from 1. */
  readonly lines: readonly number[]
  /** As it was written. */
  readonly text: string
}
export type TextEntry<A extends KnownArticle> = Where &
  (
    | { readonly kind: 'line'; readonly article: A; readonly quantity: number; readonly note: string }
    | {
        readonly kind: 'question'
        readonly doubt: Doubt
        /** What it may mean; none when no code was found. */
        readonly articles: readonly A[]
        /** Units; null when it is not known. */
        readonly quantity: number | null
        /** What looks like a code and is none, or the words that name an article without its code; '' without. */
        readonly word: string
      }
    | { readonly kind: 'other'; readonly doubt: NoOrder }
  )

/** What a part of a text orders or asks for; nothing where it is no line at all. */
export const articlesOf = <A extends KnownArticle>(entry: TextEntry<A>): readonly A[] =>
  entry.kind === 'line' ? [entry.article] : entry.kind === 'question' ? entry.articles : []

/** A line that is asked about; `articles` may name one article twice. */
export const question = <A extends KnownArticle>(
  { lines, text }: Where,
  doubt: Doubt,
  articles: readonly A[],
  quantity: number | null = null,
): TextEntry<A> & { kind: 'question' } => ({
  ...{ kind: 'question', lines, text, doubt, quantity, word: '' },
  articles: [...new Map(articles.map((article) => [article.articleId, article])).values()],
})

/** A line that orders nothing. */
export const noLine = (
  { lines, text }: Where,
  doubt: NoOrder = 'notALine',
): TextEntry<never> & { kind: 'other' } => ({ kind: 'other', lines, text, doubt })
