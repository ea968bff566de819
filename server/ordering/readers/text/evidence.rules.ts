/**
 * What makes a line certain (R38): its code names one article, one number can only be its quantity, and nothing between or beside the two speaks
 * against them. What is merely unknown is the line's note. Pure.
 */
import { articlesOfCell, type Code, looksLikeCode } from './codes.rules.ts'
import { isOfName, isTelling, isWrittenInName, SHORT_WORD } from './names.rules.ts'
import { mayBeOfName, unitsOf, type WrittenNumber } from './numbers.rules.ts'
import type { Context, Doubt, KnownArticle, Shelf } from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { CODE_LABELS, classOf, isDoubtful, isHarmless, isVariant, unitOf } from './words.rules.ts'

/** The line of a pair of code and number, and what stands beside the pair in it. */
export interface PairedLine<A extends KnownArticle> {
  /** The part of the line that is read; the places of its tokens are in it. */
  readonly read: string
  /** All tokens of the line. */
  readonly tokens: readonly Token[]
  /** Words and signs up to the next pair that are neither code nor number. */
  readonly beside: readonly Token[]
  /** The articles of all pairs of the line. */
  readonly articles: readonly A[]
  /** It is the only pair of its line. */
  readonly isAlone: boolean
  readonly context: Context
  readonly shelf: Shelf<A>
}
/** A code with the number that may be its quantity, and the words beside the two. */
interface Candidate<A extends KnownArticle> extends PairedLine<A> {
  readonly code: Code<A>
  readonly article: A
  readonly number: WrittenNumber
}
interface Objection {
  readonly why: Doubt
  /** The word that causes it; '' for none. */
  readonly word: string
  /** Whether it is dropped when enough other lines have the same pattern. */
  readonly isOfShape: boolean
}

type Finds = <A extends KnownArticle>(line: Candidate<A>) => boolean | Token | undefined

/** From this value on, a number behind a code may be a price, a year or another code: few order so many. */
const SMALLEST_DOUBTED = 1_000
/** Digits that a code of digits alone needs to be told from the number beside it. */
const SHORTEST_DIGITS = 4

const isDoubted = ({ beside, articles }: Candidate<KnownArticle>, token: Token, at: number): boolean => {
  if (token.isSaid || !isDoubtful(token.folded)) return false
  // A doubtful word counts for nothing where it stands in the name: 'sin pedales'.
  const [before, next] = [beside[at - 1], beside[at + 1]]
  const pairs = [before && [before.folded, token.folded], next && [token.folded, next.folded]].filter(
    (pair) => pair !== undefined,
  )
  return !articles.some((article) => pairs.some((pair) => isWrittenInName(pair, article)))
}
const CROSSED = new Set(['❌', '✖', '🚫', '⛔', '?', '¿', '~', '≈', '±', '☐', '□', '⬜', '◻', '<'])
const GLUES = new Set(['-', '–', '—', '.', '/', '_'])

/** 'RY10013-24' could be another code, and '-24' a correction. */
function isGlued({ tokens, code, number }: Candidate<KnownArticle>): boolean {
  const second = Math.max(code.from, number.from)
  const sign = tokens[second - 1]
  if (sign?.kind !== 'sign' || !GLUES.has(sign.text) || tokens[second]?.isApart) return false
  return (sign.text === '-' && second === number.from) || (Math.min(code.to, number.to) === second - 1 && !sign.isApart)
}

/** The objections to a line; the first that finds something is told. A line without one is certain. */
const OBJECTIONS: readonly (readonly [why: Doubt, finds: Finds, isOfShape?: boolean])[] = [
  ['severalArticles', ({ code }) => code.articles.length > 1],
  ['says', ({ beside }) => beside.find(({ kind, text, isSaid }) => kind === 'sign' && !isSaid && CROSSED.has(text))],
  ['says', (line) => line.beside.find((token, at) => isDoubted(line, token, at))],
  [
    'unknownCode',
    ({ beside, articles }) =>
      beside.find((token) => looksLikeCode(token) && !articles.some((article) => isOfName(token.folded, article))),
  ],
  ['otherName', namesAnother],
  ['otherName', namesTheNumbers],
  ['unclearQuantity', ({ number, isAlone }) => isAlone && number.isEach],
  ['unsurePack', (line) => line.beside.find((token, at) => isUnitAlone(line, token, at))],
  [
    'unsurePack',
    ({ article, number, tokens }) =>
      !unitsOf(article, number).isSure &&
      (tokens.slice(number.from, number.to).find(({ folded }) => unitOf(folded) === 'unsure') ?? true),
  ],
  [
    'unclearQuantity',
    ({ tokens, number }) => number.from === 0 && tokens[number.to]?.text === ')' && !tokens[0]?.text.includes('('),
    true,
  ],
  ['maybeName', ({ article, number, tokens, isAlone }) => isAlone && mayBeOfName(number, tokens, article), true],
  [
    'maybePrice',
    ({ number, code, tokens }) =>
      number.from > code.from &&
      number.value >= SMALLEST_DOUBTED &&
      !number.unit &&
      !number.inWords &&
      !number.isOrdered &&
      tokens[number.from - 1]?.folded !== 'x',
  ],
  ['maybePrice', ({ number }) => number.withDecimals, true],
  ['unclearQuantity', isGlued, true],
  // The longer of two numbers may be a code that does not exist.
  [
    'unclearQuantity',
    ({ code, number, article, tokens, beside }) =>
      code.isWeak &&
      !number.unit &&
      !beside.some(({ folded }) => isTelling(folded, article)) &&
      ((tokens[code.from]?.text.length ?? 0) < SHORTEST_DIGITS ||
        String(number.value).length >= (tokens[code.from]?.text.length ?? 0)),
    true,
  ],
]

/** The first objection to a line; undefined when the line is certain. */
export function objectionTo<A extends KnownArticle>(line: Candidate<A>): Objection | undefined {
  for (const [why, finds, isOfShape = false] of OBJECTIONS) {
    const found = isOfShape && line.context.isAlike ? false : finds(line)
    if (found) return { why, word: typeof found === 'object' ? found.text : '', isOfShape }
  }
  return
}

/** So many words of the catalogue's names beside a code mean another article, when none is of the code's own article. */
const FEWEST_OF_ANOTHER = 2
function namesAnother<A extends KnownArticle>({ beside, articles, shelf }: Candidate<A>): boolean {
  const telling = beside.filter(
    ({ folded, kind }) =>
      kind === 'word' &&
      folded.length > SHORT_WORD &&
      !/\d/.test(folded) &&
      !isHarmless(folded) &&
      unitOf(folded) === undefined,
  )
  if (articles.some((article) => telling.some(({ folded }) => isOfName(folded, article)))) return false
  return telling.filter(({ folded }) => shelf.isNameWord(folded) && !isVariant(folded)).length >= FEWEST_OF_ANOTHER
}

/** The words are those of the article whose code the number is: '6 x 240 osos chicos' orders six of 240. */
function namesTheNumbers<A extends KnownArticle>({ beside, articles, number, tokens, shelf }: Candidate<A>): boolean {
  if (number.inWords || !beside.some(({ kind }) => kind === 'word')) return false
  const others = articlesOfCell(tokens[number.digitsAt]?.text ?? '', shelf).articles
  return beside.some(
    ({ folded }) =>
      others.some((other) => isTelling(folded, other)) && !articles.some((article) => isOfName(folded, article)),
  )
}

/** A pack that no number counts and nothing explains: '12 (cajas)', 'displays RY10013 2'. */
function isUnitAlone<A extends KnownArticle>({ articles, beside }: Candidate<A>, token: Token, at: number): boolean {
  const unit = token.kind === 'word' ? unitOf(token.folded) : undefined
  if (unit !== 'unsure' && unit !== 'dozens' && unit !== 'packs') return false
  // 'con la caja sana' and 'en caja' tell how the article comes, 'juego de cocina' which article it is.
  const [before, after] = [beside[at - 1]?.folded ?? '', beside[at + 1]?.folded ?? '']
  return !OF_PACKING.has(before) && after !== 'de' && !articles.some((article) => isOfName(token.folded, article))
}
const OF_PACKING = new Set('con la su sus sin en'.split(' '))

/** Whether a word beside a pair is explained: it changes nothing, belongs to an article's name, or labels a number. */
export const isExplained = ({ folded, kind, isSaid, text }: Token, articles: readonly KnownArticle[]): boolean =>
  kind !== 'word' ||
  isSaid === true ||
  text.length === 1 ||
  isHarmless(folded) ||
  isVariant(folded) ||
  unitOf(folded) !== undefined ||
  CODE_LABELS.has(folded) ||
  ['amount', 'measure', 'called', 'ordered', 'closed', 'weekday', 'money'].some((name) => classOf(name)?.has(folded)) ||
  articles.some((article) => isOfName(folded, article))
