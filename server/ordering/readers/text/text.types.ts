/** The types of the reader of pasted texts: its catalogue, its parts and its answer. */

import type { Priced } from '../../../../contract/price.ts'
import type { Unit } from './words.rules.ts'

/** The fields of an article that the reader needs. */
export interface KnownArticle extends Priced {
  readonly articleId: number
  readonly code: string
  readonly description: string
  readonly unitsPerPack: number
  readonly multiple: number
}
/** The catalogue as the reader asks it. */
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
  | 'saidAgain'
  | 'eitherColumn'
  | 'tooLong'

/** The place of a part in the pasted text. */
export interface Where {
  /** Numbers of its lines, from 1. */
  readonly lines: readonly number[]
  /** As it was written. */
  readonly text: string
}
/** A part that orders one article, with a certain code and quantity (R38). */
export interface OrderedLine<A extends KnownArticle> extends Where {
  readonly kind: 'line'
  readonly article: A
  readonly quantity: number
  /** Each quantity that is written of an article which stands more than once; empty otherwise. */
  readonly addends: readonly number[]
  readonly note: string
  /** For the user: what was read differently from how it was written. */
  readonly marks: readonly string[]
}
/** A part that orders something of which code or quantity is not certain. */
export interface Question<A extends KnownArticle> extends Where {
  readonly kind: 'question'
  readonly addends: readonly number[]
  readonly doubt: Doubt
  /** The articles that it may mean; none when no code was found. */
  readonly articles: readonly A[]
  /** Units; null when it is not known. */
  readonly quantity: number | null
  /** The word of the question: an unknown code, the words of a name, or the word that makes it doubtful; '' for none. */
  readonly word: string
  readonly marks: readonly string[]
  /** For the doubt `eitherColumn`: the columns of numbers that may hold the codes, from 0. */
  readonly codeColumns?: readonly number[] | undefined
  /** The unknown unit, where one question asks about it for many lines. */
  readonly unit?: string | undefined
}
export type Entry<A extends KnownArticle> = OrderedLine<A> | Question<A>
/**
 * A text that nobody read (R38). courtesy: greetings, thanks and the heads of mails, of the whole text together. media: the
 * place of a picture or a recording that a chat left out.
 */
export interface UnreadText extends Where {
  readonly what: 'text' | 'courtesy' | 'media'
}
/** A text as it was read; entries and texts in the order of the text. */
export interface ReadText<A extends KnownArticle> {
  readonly entries: readonly Entry<A>[]
  readonly texts: readonly UnreadText[]
  /** For the user: what holds for many entries. */
  readonly notices: readonly string[]
}

/** Words that order nothing. */
export interface Words extends Where {
  readonly kind: 'words'
  readonly read: string
  /** What they are, where the line itself tells. */
  readonly of?: 'quote' | 'media' | undefined
}
/** A part of a text, read without the other parts: an entry, or words that order nothing. */
export type Part<A extends KnownArticle> = (Entry<A> | Words) & {
  /** What the other parts of the text can learn from this one. */
  readonly trace?: Trace<A> | undefined
}
/** What the other parts of a text can learn from a part. */
export interface Trace<A extends KnownArticle> {
  /** The article that it orders, if that is known. */
  readonly article: A | undefined
  /** The numbers that may be its quantity. */
  readonly counts: readonly {
    readonly value: number
    readonly unit: Unit | undefined
    readonly cell: number
  }[]
  /** The pattern of code and quantity: 'C x n'; rows of a table without a quantity have 'empty' or 'zero'. */
  readonly shape: string
  /** It holds nothing but a code, or nothing but a quantity: the next part may hold the other half. */
  readonly half?: 'code' | 'count' | undefined
  /** Where it has no certain code: its numbers, each of which may be the code or the quantity. */
  readonly either?: readonly string[] | undefined
  /** An 'x' before the first of these numbers makes it the quantity, whatever the other lines tell: 'x2 1156'. */
  readonly isTimes?: boolean | undefined
  /** It is a count for all articles of the lines below: 'De 6 unidades', '12 u. c/u:'. */
  readonly isForAll?: boolean | undefined
  /** A short word beside its quantity that nothing explains: 'FDO' of '12 FDO'. */
  readonly beside?: string | undefined
  /** It speaks of the article above: 'el de arriba que sean 72'. */
  readonly isOfAbove?: boolean | undefined
  /** It holds codes without a quantity. */
  readonly areCodes?: boolean | undefined
  /** Its code was written without its zeros. */
  readonly isWithoutZeros?: boolean | undefined
}
/** The user's answers to questions about many lines of a text. */
export interface Answered {
  /** The column of numbers that holds the codes, from 0. */
  readonly codeColumn?: number | undefined
  /** What a unit counts, as a line of the text would say it: 'caja = bulto'. */
  readonly units?: string | undefined
}
/** What the other lines of a text tell about a line. */
export interface Context {
  /** The unit of numbers without one. */
  readonly unit?: 'packs' | 'dozens' | undefined
  /** The count that a line above states for all articles below it. */
  readonly each?: { readonly value: number; readonly unit: Unit | undefined } | undefined
  /** The number that is the quantity: its cell or, in a line without cells, its index among the numbers. */
  readonly place?: number | undefined
  /** Whether enough other lines have the same pattern. */
  readonly isAlike?: boolean | undefined
  /** In a line of bare numbers: the index of the number that is the code. */
  readonly codeAt?: number | undefined
}

/** A question, with each article named once. */
export const question = <A extends KnownArticle>(
  { lines, text }: Where,
  doubt: Doubt,
  articles: readonly A[] = [],
  quantity: number | null = null,
  word = '',
): Question<A> => ({
  kind: 'question',
  lines,
  text,
  doubt,
  quantity,
  word,
  addends: [],
  marks: [],
  articles: [...new Map(articles.map((article) => [article.articleId, article])).values()],
})
