/**
 * What makes a line certain (R38): its code names one article, one number can only be its quantity, and everything else that
 * touches the two is explained: a word of the article's name, a word that changes nothing, a number that is something else. What is not explained is
 * asked about, whatever it may be; a clause that stands apart may say anything but what speaks against. Pure.
 */
import type { Doubt, KnownArticle, KnownArticles } from './quick-order.types.ts'
import type { Code } from './text-codes.rules.ts'
import { isElsewhere, mayBeOther, unitsOf } from './text-counts.rules.ts'
import type { Beside } from './text-layout.rules.ts'
import { isOfName, singular } from './text-names.rules.ts'
import { isNumberLabel, type WrittenNumber } from './text-numbers.rules.ts'
import { type Piece, unitOf } from './text-pieces.rules.ts'
import { isAsking, isHarmless } from './text-vocabulary.rules.ts'
import { CROSSED, isDoubtful, isVerb, looksLikeCode, SHORT_WORD, tells, wordsOf } from './text-words.rules.ts'

/** A code with the number that may be its quantity, and what stands beside the two. */
export interface Candidate<A extends KnownArticle> {
  readonly code: Code<A>
  readonly number: WrittenNumber
  readonly article: A
  /** All of its line. */
  readonly pieces: readonly Piece[]
  readonly text: string
  /** What of it is neither code nor number: in all of the line, and between this pair's neighbours. */
  readonly unread: readonly Piece[]
  readonly words: readonly Piece[]
  /** What the numbers beside the code already leave open. */
  readonly open: Doubt | undefined
  readonly shop: Pick<KnownArticles<A>, 'isNameWord'>
  readonly beside: Beside
  /** The articles of all pairs of the line. */
  readonly articles: readonly A[]
  /** One number stands for all codes of the line. */
  readonly isShared: boolean
}
export interface Objection {
  readonly why: Doubt
  /** What looks like a code and is none. */
  readonly word?: string
  /** Other lines written in the same way would answer it. */
  readonly isOfShape?: boolean
}

type Finds = <A extends KnownArticle>(line: Candidate<A>) => boolean | Piece | undefined

/** Whether code and number could be something else by the way they are written, and not enough other lines are written so. */
function isOddShape<A extends KnownArticle>(line: Candidate<A>): boolean {
  const { pieces, code, number, beside } = line
  return beside.isAlike !== true && mayBeOther(pieces, code, number, isNamed(line))
}

/** What speaks against a line, in the order in which it is told; none of it: the line is certain. */
const OBJECTIONS: readonly (readonly [why: Doubt, finds: Finds])[] = [
  ['severalArticles', ({ code }) => code.articles.length > 1],
  ['inWords', ({ unread, text }) => CROSSED.test(text) || unread.some(({ folded }) => tells(folded))],
  ['inWords', ({ words }) => words.some(({ folded }) => isDoubtful(folded))],
  [
    'inWords',
    (line) =>
      line.words.some(
        (word) => isRemark(line, word) && isVerb(word.folded) && !isExplained(word.folded, line.articles),
      ),
  ],
  ['unknownCode', ({ words, article }) => words.find((word) => isCodeOfNothing(word.folded, article))],
  [
    'severalArticles',
    ({ words, article, articles, shop }) =>
      words.some(
        ({ folded }) =>
          namesAnother(folded, article, shop) && !articles.some((other) => isOfName(folded, other)),
      ),
  ],
  ['unclearQuantity', (line) => !line.isShared && line.unread.some((piece) => isForEach(line, piece))],
  ['unsurePack', ({ words }) => words.some(isUnitAlone)],
  ['unsurePack', ({ article, number }) => !unitsOf(article, number).isSure],
  ['unclearQuantity', ({ pieces, number }) => isElsewhere(pieces, number)],
  ['unclearQuantity', isOddShape],
  ['inWords', (line) => touching(line).some(({ folded }) => !isExplained(folded, line.articles))],
]

/** What speaks against a line first; undefined when it is certain. */
export function objectionTo<A extends KnownArticle>(line: Candidate<A>): Objection | undefined {
  if (line.open) return { why: line.open }
  for (const [why, finds] of OBJECTIONS) {
    const found = finds(line)
    if (found)
      return typeof found === 'object' ? { why, word: found.text } : { why, isOfShape: finds === isOddShape }
  }
  return
}

const isCodeOfNothing = (folded: string, article: KnownArticle): boolean =>
  looksLikeCode(folded) && !wordsOf(article.description).has(folded)

/** '12 de cada color', '12 c/u' count something that is not said; '$ 3.830 c/u' is a price. */
function isForEach<A extends KnownArticle>({ pieces, number }: Candidate<A>, piece: Piece): boolean {
  const at = pieces.indexOf(piece)
  const isEach =
    piece.folded === 'cada' ||
    (piece.folded === 'c' && pieces[at + 1]?.folded === 'u' && pieces[at + 1]?.glue === '/')
  if (!isEach) return false
  const before = pieces[at - 1]
  const isOfAmount = before && (/^\d+$/.test(before.text) ? at !== number.to : isNumberLabel(before.folded))
  return !isOfAmount
}

/** Whether a word stands in brackets or behind the pair, where one says what became of it: '(tachado)', '-> tachalo'. */
const isRemark = <A extends KnownArticle>({ pieces, code, number }: Candidate<A>, word: Piece): boolean =>
  word.glue.includes('(') || word.from > (pieces[Math.max(code.to, number.to) - 1]?.to ?? 0)

/** A pack that no number counts and nothing explains: '12 (cajas)', 'displays RY10013 2'. */
const isUnitAlone = ({ folded }: Piece): boolean => {
  const unit = unitOf(folded)
  return unit === 'unsure' || unit === 'dozens'
}

/** Whether a word beside a code stands in the name of other articles and not in its own. */
export const namesAnother = (
  folded: string,
  article: KnownArticle,
  shop: { isNameWord(word: string): boolean },
): boolean =>
  folded.length > SHORT_WORD &&
  !/\d/.test(folded) &&
  (shop.isNameWord(folded) || shop.isNameWord(singular(folded))) &&
  !isOfName(folded, article) &&
  !isHarmless(folded)

/** Whether a telling word of the article's name stands beside its code. */
const isNamed = <A extends KnownArticle>({ words, article }: Candidate<A>): boolean =>
  words.some(({ folded }) => folded.length > SHORT_WORD && !/\d/.test(folded) && isOfName(folded, article))

const isExplained = (folded: string, articles: readonly KnownArticle[]): boolean =>
  folded.length === 1 ||
  unitOf(folded) !== undefined ||
  isNumberLabel(folded) ||
  articles.some((article) => isOfName(folded, article)) ||
  isHarmless(folded)

/** Between two clauses: a sign, a picture, or a dash with blanks. */
const APART = /[.,;:()[\]!¡"“”|/\t•*→>]|\s\p{Pd}+\s|\p{Extended_Pictographic}/u

/**
 * The words that touch the pair: between code and quantity, or in a clause with one of the two, from the word that asks ('hola, soy
 * Ana y necesito') to what it is for ('para probar').
 */
function touching<A extends KnownArticle>({ pieces, code, number, words }: Candidate<A>): Piece[] {
  const isApart = (at: number) => APART.test(pieces[at]?.glue ?? '')
  let from = Math.min(code.from, number.from)
  while (from > 0 && !isApart(from) && !isAsking(pieces[from - 1]?.folded ?? '')) from--
  let to = Math.max(code.to, number.to)
  while (to < pieces.length && !isApart(to) && pieces[to]?.folded !== 'para') to++
  const near = new Set(pieces.slice(from, to))
  return words.filter((word) => near.has(word))
}
