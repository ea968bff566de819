/**
 * What makes a line certain (R38): its code names one article, one number can only be its quantity, and everything else that
 * touches the two is explained: a word of the article's name, a word that changes nothing, a number that is something else. What is not explained is
 * asked about, whatever it may be; a clause that stands apart may say anything but what speaks against. Pure.
 */
import type { Doubt, KnownArticle, KnownArticles } from './quick-order.types.ts'
import type { Code } from './text-codes.rules.ts'
import {
  isElsewhere,
  isNumberOfName,
  mayBeOther,
  SHORTEST_NUMBER_CODE,
  unitsOf,
} from './text-counts.rules.ts'
import type { Beside } from './text-layout.rules.ts'
import { isOfName, singular, wordsOfName } from './text-names.rules.ts'
import { isNumberLabel, isOrderLabel, type WrittenNumber } from './text-numbers.rules.ts'
import { type Piece, unitOf } from './text-pieces.rules.ts'
import { APART, hasOpenClause } from './text-remarks.rules.ts'
import { isAsking, isHarmless } from './text-vocabulary.rules.ts'
import { CROSSED, isDone, isDoubtful, looksLikeCode, SHORT_WORD, tells } from './text-words.rules.ts'

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
  if (beside.isAlike === true) return false
  // '24 trompo de madera, 60 unidades' may count them, unless other lines begin with their codes, too.
  const isCounted =
    code.number !== undefined &&
    String(code.number.value).length < SHORTEST_NUMBER_CODE - 1 &&
    code.to === code.from + 1 &&
    isTellingOf(pieces[code.to], line.article) &&
    number.from > code.to
  return (isCounted && beside.first !== 'C') || mayBeOther(pieces, code, number, isNamed(line))
}

/** 'RY10013 4150', 'RY10013 2025': behind a code it may be a price, a year or another code; few order so many, and hardly without a word. */
const SMALLEST_DOUBTED = 1_000
const isOfThousands = <A extends KnownArticle>(line: Candidate<A>): boolean => {
  const { code, number, pieces } = line
  // 'RY10013 pedido 4567' may be the order's own number.
  const isPaper = /^\s$/.test(pieces[number.from]?.glue ?? '') && pieces[number.from - 1]?.folded === 'pedido'
  const isCounted = number.unit !== undefined || number.inWords === true || (isLabelled(line) && !isPaper)
  const isTimes = [number.from - 1, number.to].some((at) => pieces[at]?.folded === 'x')
  return number.from > code.from && number.value >= SMALLEST_DOUBTED && !isCounted && !isTimes
}

/** '12 muñecas y la RY10013': what is counted is not what is named behind it. */
const AND_ANOTHER = /\p{L}.*\sy\s+(el|la|los|las)?\s*$/iu
/** 'T00003 0 6': a number beside another that is 0 may be what there is, a pack, or the order. */
function isBesideZero<A extends KnownArticle>(line: Candidate<A>): boolean {
  const { pieces, beside } = line
  if (beside.place !== undefined || isLabelled(line)) return false
  return pieces.some(({ text, glue }, at) => {
    const [before, next] = [pieces[at - 1], pieces[at + 1]]
    const isAlone =
      /(^|[\s(|;])$/.test(glue) && !/^[.,:/+*-]\d?/.test(next?.glue ?? '') && !/\$\s*$/.test(glue)
    return text === '0' && isAlone && !isNumberLabel(before?.folded ?? '')
  })
}

const isTellingOf = (piece: Piece | undefined, article: KnownArticle): boolean =>
  piece !== undefined && piece.folded.length > SHORT_WORD && isOfName(piece.folded, article)

/** What speaks against a line, in the order in which it is told; none of it: the line is certain. */
const OBJECTIONS: readonly (readonly [why: Doubt, finds: Finds])[] = [
  ['severalArticles', ({ code }) => code.articles.length > 1],
  ['inWords', ({ unread, text }) => CROSSED.test(text) || unread.some(({ folded }) => tells(folded))],
  [
    'inWords',
    (line) => line.words.some(({ folded }) => isDoubtful(folded) && !(isOfShelf(folded) && isLabelled(line))),
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
  ['unclearQuantity', ({ number }) => number.mayBeTwo === true],
  ['unsurePack', ({ words, pieces, article }) => words.some((word) => isUnitAlone(word, pieces, article))],
  ['unsurePack', ({ article, number }) => !unitsOf(article, number).isSure],
  ['unclearQuantity', ({ pieces, number }) => isElsewhere(pieces, number)],
  ['unclearQuantity', isBesideZero],
  // A line with one code has already been asked for another number.
  [
    'maybeDescription',
    ({ article, number, words, isShared, beside, pieces }) =>
      !isShared &&
      beside.place === undefined &&
      !isOrderLabel(pieces[number.from - 1]?.folded ?? '') &&
      isNumberOfName(article, number, words),
  ],
  // '~12', '<12'; 'RY10013 > 12' is an arrow.
  ['unclearQuantity', ({ pieces, number }) => /[~≈±]\s*$|(^|\s)[<>]$/.test(pieces[number.from]?.glue ?? '')],
  ['maybePrice', isOfThousands],
  [
    'unclearQuantity',
    ({ text, pieces, code, number }) =>
      number.to <= code.from &&
      AND_ANOTHER.test(text.slice(pieces[number.to - 1]?.to, pieces[code.from]?.from)),
  ],
  ['unclearQuantity', isOddShape],
  [
    'inWords',
    ({ words, pieces, code, number, article, beside }) => {
      const end = pieces[Math.max(code.to, number.to) - 1]?.to ?? 0
      return hasOpenClause(
        words.filter((word) => word.from >= end),
        article,
        beside.isOneOfMany === true,
      )
    },
  ],
  ['inWords', hasUnexplained],
]

/** What speaks against a line first; undefined when it is certain. */
export function objectionTo<A extends KnownArticle>(line: Candidate<A>): Objection | undefined {
  if (line.open) return { why: line.open }
  for (const [why, finds] of OBJECTIONS) {
    const found = finds(line)
    if (found)
      return typeof found === 'object'
        ? { why, word: found.text }
        : { why, isOfShape: finds === isOddShape || finds === hasUnexplained }
  }
  return
}

const isCodeOfNothing = (folded: string, article: KnownArticle): boolean =>
  looksLikeCode(folded) && !wordsOfName(article).has(folded)

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

/** A pack that no number counts and nothing explains: '12 (cajas)', 'displays RY10013 2'. */
const isUnitAlone = (word: Piece, pieces: readonly Piece[], article: KnownArticle): boolean => {
  const unit = unitOf(word.folded)
  if (unit !== 'unsure' && unit !== 'dozens') return false
  // 'con la caja sana' tells how it comes, 'dos juegos de cocina' what it is.
  const before = pieces[pieces.indexOf(word) - 1]?.folded ?? ''
  // 'pedido de juegos: …', 'Juegos de mesa: …'
  const after = pieces[pieces.indexOf(word) + 1]
  const isSorting = before === 'de' || after?.folded === 'de' || after?.glue.startsWith(':')
  const isOfKind = /^juegos?$/.test(word.folded) && isSorting
  return (
    !OF_ITS_PACKING.has(before) &&
    !isOfKind &&
    !STATE.test(after?.folded ?? '') &&
    !isOfName(word.folded, article)
  )
}
/** 'caja sana' tells how it comes. */
const STATE = /^(san|limpi|golpead|abollad|rot|buen|enter)[ao]s?$/
const OF_ITS_PACKING = new Set('con la su sus sin'.split(' '))

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

/** Nouns that count packs of unknown size; beside a number they say how many units it is. */
const PACKS =
  /^(cajon|bolsa|bolson|gruesa|pallet|palet|fardo|plancha|maple|kit|combo|lote|bandeja|exhibidor|carton|estuche|tubo|balde|frasco|pote|rollo|millar|ciento|centena|decena|ristra|sobre|gancho|cabezal|mitad|tanda|mazo)(e?s|it[ao]s?)?$/
/** What there is, which does not matter where the number says itself that it is the order: 'stock 1 / pedido 12', 'me queda 1 → pedir 12'. */
const isOfShelf = (folded: string): boolean =>
  /^(stock|hay|queda|quedan|tengo|tenemos|agotad[oa]s?|no|me|sin|falta|faltan)$/.test(folded)
const isLabelled = <A extends KnownArticle>({ pieces, number }: Candidate<A>): boolean =>
  isOrderLabel(pieces[number.from - 1]?.folded ?? '')

/** A word of which nobody knew before, and that can hardly say anything against an order. */
const isRemarkable = ({ folded, text }: Piece): boolean =>
  !/\d/.test(text) &&
  !isDoubtful(folded) &&
  !tells(folded) &&
  !isDone(folded) &&
  !PACKS.test(folded) &&
  !/[óÓ]$|(aron|ieron|aste|iste|imos)$/u.test(text)

/** Whether a word stands behind 'al', 'con el', 'en la', 'por': it says where to, with what or how. */
const isGoverned = (pieces: readonly Piece[], at: number): boolean => {
  const [second, first] = [pieces[at - 2]?.folded ?? '', pieces[at - 1]?.folded ?? '']
  const isToSomebody = pieces.slice(0, at).some(({ folded }) => folded === 'para' || folded === 'pa')
  return (
    isToSomebody || /^(al?|con|del?|en|por|desde)$/.test(/^(el|la|los|las|mi)$/.test(first) ? second : first)
  )
}

/**
 * Whether a word touches the pair that nothing explains. Behind a pair that is complete a remark may say what it likes but what speaks against;
 * so may a description in which words of the article's name stand, or that other lines of the text have in the same place.
 */
export function unexplainedIn<A extends KnownArticle>(line: Candidate<A>): Piece[] {
  const { pieces, code, number, articles, beside } = line
  const near = touching(line)
  const isKnown = (word: Piece) =>
    isExplained(word.folded, articles) && !(word.folded === 'b' && word === pieces[number.to])
  const end = Math.max(code.to, number.to)
  const next = pieces[end]
  // 'RY10013 24 princesas' may count what it says; '24 u', '24 RY10013' and '24 con …' are complete.
  const isComplete = number.unit !== undefined || code.to === end || (next !== undefined && isKnown(next))
  const isTelling = ({ folded }: Piece) =>
    folded.length > SHORT_WORD && articles.some((article) => isOfName(folded, article))
  const firstTelling = near.find(isTelling)
  return near.filter((word) => {
    if (isKnown(word) || (isOfShelf(word.folded) && isLabelled(line))) return false
    if (!isRemarkable(word)) return true
    const at = pieces.indexOf(word)
    if (at >= end) return !isComplete && beside.isDescribed !== true
    // 'mandame con el reparto 10 RY10014'
    if (at < Math.min(code.from, number.from) && isGoverned(pieces, at)) return false
    // '2 cajones RY10013': a noun behind a number may be what it counts.
    const isCounted = at === number.to
    const isDescription =
      firstTelling !== undefined && (firstTelling.from < word.from || at > Math.min(code.from, number.from))
    return !(beside.isDescribed === true || (isDescription && !isCounted))
  })
}

function hasUnexplained<A extends KnownArticle>(line: Candidate<A>): boolean {
  return unexplainedIn(line).length > 0
}

/**
 * The words that touch the pair: between code and quantity, or in a clause with one of the two, from the word that asks ('hola, soy
 * Ana y necesito') to what it is for ('para probar').
 */
/** What begins a clause of its own behind a pair: what it is for, the end of the letter. */
const ENDS = new Set('para pa saludos saludo abrazo abrazos gracias besos beso chau atte'.split(' '))
/** 'Ceci porfa RY10013 12' */
const POLITE = /^(porfa|porfi|porfis|xfa|xfavor|plis|pls)$/
const INTRODUCES = new Set('soy somos habla hablo escribe'.split(' '))
function touching<A extends KnownArticle>({ pieces, code, number, words }: Candidate<A>): Piece[] {
  const isApart = (at: number) => APART.test(pieces[at]?.glue ?? '')
  let from = Math.min(code.from, number.from)
  const begins = (word: string) => isAsking(word) || POLITE.test(word)
  while (from > 0 && !isApart(from) && !begins(pieces[from - 1]?.folded ?? '')) from--
  let to = Math.max(code.to, number.to)
  while (to < pieces.length && !isApart(to) && !ENDS.has(pieces[to]?.folded ?? '')) to++
  // 'soy Amalia de Puerto Santa Cruz dos del RY10013'
  const isIntroduced =
    pieces.slice(0, from).length === 0 && pieces.findIndex(({ folded }) => INTRODUCES.has(folded))
  if (typeof isIntroduced === 'number' && isIntroduced >= 0) from = Math.min(code.from, number.from)
  const near = new Set(pieces.slice(from, to))
  return words.filter((word) => near.has(word))
}
