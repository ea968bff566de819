/** Which numbers of a line can be quantities, and how they go with its codes: pure. */
import { unitPrice } from '../../../contract/rules.ts'
import type { KnownArticle } from './quick-order.types.ts'
import type { Code } from './text-codes.rules.ts'
import { foldedName, isOfName, wordsOfName } from './text-names.rules.ts'
import {
  isNumberLabel,
  isOrderLabel,
  LABEL_GLUE,
  numberAt,
  type WrittenNumber,
} from './text-numbers.rules.ts'
import type { Piece, Unit } from './text-pieces.rules.ts'
import { LONG_NUMBER } from './text-words.rules.ts'

/** The numbers beside the codes, and those of them that may be quantities; `unit` is what they count when they do not say it. */
export function numbersIn(
  pieces: readonly Piece[],
  codes: readonly Code<KnownArticle>[],
  text: string,
  unit: Unit | undefined,
) {
  const all: Pick<WrittenNumber, 'from' | 'to'>[] = []
  const found: WrittenNumber[] = []
  let totalled: WrittenNumber | undefined
  for (let at = 0; at < pieces.length; ) {
    const code = codes.find(({ from }) => from === at)
    const end = endOfDate(pieces, at)
    const read = code || end ? undefined : (numberAt(pieces, at, text) ?? oneOf(pieces, at, codes))
    const number = read && withoutCode(read, codes)
    if (end && !code) all.push({ from: at, to: end })
    if (number) all.push(isLabelled(pieces, number) ? { ...number, from: at - 1 } : number)
    if (number?.use === 'amount' && /^total(es)?$/.test(pieces[at - 1]?.folded ?? ''))
      totalled = { ...number, use: 'quantity' }
    if (number?.use === 'quantity') found.push(number.unit ? number : { ...number, unit })
    at = code?.to ?? end ?? number?.to ?? at + 1
  }
  // 'cant:' with nothing behind it is how a list says 'not this one'.
  if (EMPTY_LABEL.test(text)) return { all, counts: [] }
  // 'Stock: 3 / Pedido: 12,00': what says of itself that it is the order, once for one code, is it.
  const labelled = found.filter(
    ({ from, unit: its }) =>
      LABEL_GLUE.test(pieces[from]?.glue ?? '') &&
      isOrderLabel(pieces[from - 1]?.folded ?? '') &&
      its !== 'unsure',
  )
  const [said, ...again] = labelled
  if (
    said &&
    codes.length === 1 &&
    codes[0] &&
    !goesOn(pieces, said, found) &&
    said.from >= codes[0].to &&
    found.length > 0 &&
    again.every(({ value }) => value === said.value)
  )
    return { all, counts: [{ ...said, withDecimals: false }] }
  // '12 (6 rosas y 6 celestes)': what stands in brackets says how the count before it is made up.
  const inBrackets = found.filter(({ from }) => isInBrackets(text, pieces[from]))
  const [outside, ...others] = found.filter((number) => !inBrackets.includes(number))
  const isMadeUp = others.length === 0 && inBrackets.length > 0 && outside?.value === sumOf(inBrackets)
  // '12: 6 rosas, 6 celestes'
  const [whole, ...parts] = found
  const isListedUp =
    parts.length > 1 && whole?.value === sumOf(parts) && /^\s*:/.test(text.slice(pieces[whole.to - 1]?.to))
  if ((isMadeUp || isListedUp) && outside) return { all, counts: [outside] }
  // '48 unidades, los vendo a 700': beside what says what it counts, a bare number after 'a' is a price.
  const isAfterA = (at: number) =>
    // The 'A' of 'MX500/A 7' is none.
    pieces[at - 1]?.folded === 'a' && /\s$/.test(pieces[at - 1]?.glue ?? '')
  const priced = found.filter(({ unit: its, from }) => its || !isAfterA(from))
  if (priced.length < found.length && priced.some(({ unit: its }) => its)) return { all, counts: priced }
  // '(5+5+2) total 12'
  if (found.length > 1 && totalled?.value === sumOf(found)) return { all, counts: [totalled] }
  // 'entregar 9 a 13: …', 'Nov 4: …': what stands before a colon, without a code, tells of what comes after it.
  const colon = text.indexOf(':')
  const isBehind = (at: number) => colon >= 0 && (pieces[at]?.from ?? 0) > colon
  const behind = found.filter(({ from }) => isBehind(from))
  const isForEach = pieces.some(({ folded }) => folded === 'cada')
  if (
    !isForEach &&
    behind.length > 0 &&
    behind.length < found.length &&
    codes.every(({ from }) => isBehind(from))
  )
    return { all, counts: behind }
  // '1) RY10013 24': a place in a list, unless it is the only number there is.
  const [place, ...rest] = found
  const counted = place && rest.length > 0 && isListed(pieces, place) ? rest : found
  // Of several, those with decimals are prices.
  const plain = counted.filter(({ withDecimals }) => !withDecimals)
  return { all, counts: plain.length > 0 ? plain : counted }
}

/** 'quiero 24 y 8', 'cant: 12/24': another number goes on with this one. */
const goesOn = (
  pieces: readonly Piece[],
  { to }: WrittenNumber,
  numbers: readonly WrittenNumber[],
): boolean => {
  const isJoined = /^(y|o|u|a|mas|por|hasta)$/.test(pieces[to]?.folded ?? '')
  const next = numbers.find(({ from }) => from === (isJoined ? to + 1 : to))
  return next !== undefined && !/[\t|;,(]/.test(pieces[next.from]?.glue ?? '')
}

/** '2 bultos de 4567' are packs of that article, not of so many units. */
const withoutCode = (number: WrittenNumber, codes: readonly Code<KnownArticle>[]): WrittenNumber =>
  number.packOf !== undefined && number.packOf > 999 && codes.some(({ from }) => from === number.to - 1)
    ? { ...number, to: number.to - 2, packOf: undefined }
    : number

const EMPTY_LABEL = /\b(cant\p{L}*|pedir|pedido|pido)\.?\s*[:=]\s*[-_.]*$/iu

/** 'un RY10013', 'una muñeca RY10013', 'RY10013 una': one of it, where the word stands by the code. */
function oneOf(
  pieces: readonly Piece[],
  at: number,
  codes: readonly Code<KnownArticle>[],
): WrittenNumber | undefined {
  if (!/^un[ao]?$/.test(pieces[at]?.folded ?? '')) return
  const ahead = codes.find(({ from }) => from > at)
  const isAhead =
    ahead?.number === undefined &&
    ahead?.articles[0] !== undefined &&
    pieces
      .slice(at + 1, ahead.from)
      .every(({ folded }) => isOfName(folded, ahead.articles[0] as KnownArticle))
  const next = pieces[at + 1]
  const isBehind =
    codes.some(({ to }) => to === at) && (!next || /[,.;]/.test(next.glue) || /^sol[ao]$/.test(next.folded))
  if (!isAhead && !isBehind) return
  return {
    from: at,
    to: at + 1,
    value: 1,
    unit: undefined,
    packOf: undefined,
    use: 'quantity',
    withDecimals: false,
    inWords: true,
  }
}

/** 'quedan 3', 'stock 2': the word tells what the number is, and nothing of the order. */
const isLabelled = (pieces: readonly Piece[], { from, use }: WrittenNumber): boolean =>
  use === 'amount' &&
  LABEL_GLUE.test(pieces[from]?.glue ?? '') &&
  isNumberLabel(pieces[from - 1]?.folded ?? '')

const sumOf = (numbers: readonly WrittenNumber[]): number =>
  numbers.reduce((sum, { value }) => sum + value, 0)

const isInBrackets = (text: string, piece: Piece | undefined): boolean =>
  piece !== undefined &&
  text.lastIndexOf('(', piece.from) > text.lastIndexOf(')', piece.from) &&
  text.includes(')', piece.to)

/** Whether a number stands where lists count their lines: '12) RY10013'. */
const isListed = (pieces: readonly Piece[], { from, to }: WrittenNumber): boolean =>
  from === 0 && to === 1 && !pieces[0]?.glue.includes('(') && /^\s?[.)]\s+/.test(pieces[1]?.glue ?? '')

const OF_DATES = new Set(
  'el entrega fecha dia lunes martes miercoles jueves viernes sabado domingo al antes del'.split(' '),
)
/** Where a date ('21/11/2026'), a time or a scale ('10:30', '1:24') ends that begins here. */
function endOfDate(pieces: readonly Piece[], at: number): number | undefined {
  const isDigits = (piece: Piece | undefined, glue: RegExp) =>
    piece !== undefined && /^\d{1,4}$/.test(piece.text) && glue.test(piece.glue)
  if (!isDigits(pieces[at], /^/)) return
  if (isDigits(pieces[at + 1], /^:$/)) return at + 2
  if (isDigits(pieces[at + 1], /^[/-]$/) && isDigits(pieces[at + 2], /^[/-]$/)) return at + 3
  // '4567-1000' is called, not ordered.
  const isPhone =
    isDigits(pieces[at + 1], /^-$/) && [pieces[at], pieces[at + 1]].every((piece) => piece?.text.length === 4)
  if (isPhone) return at + 2
  const [day, month] = [Number(pieces[at]?.text), Number(pieces[at + 1]?.text)]
  const isMonth = /^0[1-9]$/.test(pieces[at + 1]?.text ?? '') && day <= 31
  if (isMonth && isDigits(pieces[at + 1], /^[/-]$/)) return at + 2
  const isDay = OF_DATES.has(pieces[at - 1]?.folded ?? '') && day <= 31 && month <= 12
  return isDay && isDigits(pieces[at + 1], /^[/-]$/) ? at + 2 : undefined
}

/**
 * Whether a number may be one of the article's own name: written the way the name writes it ('Bloques x 60', '100 piezas'), or beside words
 * of that name.
 */
export function isNumberOfName(
  article: KnownArticle,
  { value, unit }: WrittenNumber,
  unread: readonly Piece[],
): boolean {
  // 'BL20686 x 60' may be 'Bloques x 60', or sixty of them.
  if (!unit && new RegExp(`\\bx ?${value}\\b`).test(foldedName(article))) return true
  // 'Bloques 60 unidades'; in any other name '60 u' is counted.
  if (unit === 'units')
    return new RegExp(`\\b${value} ?u(n|ds?|ni\\p{L}*)?\\b`, 'u').test(foldedName(article))
  if (unit === 'dozens' || unit === 'packs' || !wordsOfName(article).has(String(value))) return false
  return (
    unit === 'pieces' ||
    unread.some(({ folded }) => folded.length > 2 && !/\d/.test(folded) && isOfName(folded, article))
  )
}

/**
 * Of the numbers beside one code, those that can be its quantity: not what stands in the article's own name, when
 * words of that name stand in the line, nor its price. What could be either makes a doubt.
 */
export function countsOf(article: KnownArticle, numbers: readonly WrittenNumber[], unread: readonly Piece[]) {
  const prices = [article.listPrice, unitPrice(article.listPrice, article.discount)].filter(
    (cents) => cents > 0,
  )
  // With decimals beside 'UN' it counts where it is far from any price of the article.
  const isPrice = ({ value, unit, isBesideUnits = false }: WrittenNumber) =>
    (!unit && prices.some((cents) => cents === value * 100)) ||
    (isBesideUnits && !prices.every((cents) => cents > FAR_FROM * value * 100))
  const isInName = (number: WrittenNumber) => isNumberOfName(article, number, unread)
  const left = numbers.filter((number) => !isPrice(number) && !isInName(number))
  // '2 · 12.000 · 24.000': the price, and what it comes to, tell which is the quantity.
  const multiplied = left.filter(({ value }) =>
    left.some((total) => total.value > value && prices.some((cents) => cents * value === total.value * 100)),
  )
  const [units] = multiplied
  if (units && multiplied.length === 1 && left.length === 2) return { counts: [units], doubt: undefined }
  // '2 bultos (24 u)' says it twice.
  const [first, second, ...more] = left
  const isTwice = first && second && unitsOf(article, first).quantity === unitsOf(article, second).quantity
  const isSaidTwice =
    isTwice &&
    more.length === 0 &&
    (isPacked(first) || isPacked(second) || first.inWords !== second.inWords || (first.unit && second.unit))
  const counts = isSaidTwice ? [isPacked(first) ? second : first] : left
  if (counts.length > 0) {
    const doubt: 'maybePrice' | undefined = counts.every(({ withDecimals }) => withDecimals)
      ? 'maybePrice'
      : undefined
    return { counts, doubt }
  }
  const [only] = numbers
  if (!only) return { counts, doubt: undefined }
  return { counts, doubt: isInName(only) ? ('maybeDescription' as const) : ('maybePrice' as const) }
}

/** Times that a price is more than what counts. */
const FAR_FROM = 10

const isPacked = ({ unit }: WrittenNumber): boolean =>
  unit === 'packs' || unit === 'dozens' || unit === 'unsure'

/** What to offer as the quantity of a line that is asked about. */
export function countsProposed(
  article: KnownArticle | undefined,
  counts: readonly WrittenNumber[],
): number | null {
  const [only, ...more] = counts
  return article && only && more.length === 0 ? unitsOf(article, only).quantity : null
}

export interface Pair<A> {
  readonly code: Code<A>
  readonly number: WrittenNumber
}

/**
 * Every way to read a line's codes and counts as pairs, all of them taken: code before count throughout, or count
 * before code throughout. A number that is also a code may be either. 'RY10013 y RY10014, 12 de cada uno' gives
 * one count to all.
 */
export function pairings<A>(
  codes: readonly Code<A>[],
  counts: readonly WrittenNumber[],
  unread: readonly Piece[],
): Pair<A>[][] {
  const [each, ...more] = counts
  const isForEach = unread.some(({ folded }) => folded === 'cada' || folded === 'c')
  if (isForEach && each && more.length === 0 && codes.length > 1 && codes.every(({ number }) => !number))
    return [codes.map((code) => ({ code, number: each }))]
  const marks = [
    ...codes.map((code) => ({ at: code.from, code, number: code.number })),
    ...counts.map((number) => ({ at: number.from, code: undefined, number })),
  ].sort((a, b) => a.at - b.at)
  if (marks.length % 2 === 1) return []
  const ways = [0, 1].map((first) => {
    const pairs: Pair<A>[] = []
    for (let at = 0; at < marks.length; at += 2) {
      const code = marks[at + first]?.code
      const number = marks[at + 1 - first]?.number
      if (!code || !number) return []
      pairs.push({ code, number })
    }
    return pairs
  })
  return ways.filter((pairs) => pairs.length > 0)
}

/** A quantity in units, and whether that is sure: packs need an article that says what one holds. */
export function unitsOf(article: KnownArticle, { value, unit, packOf, mayBeTwo = false }: WrittenNumber) {
  if (unit === 'dozens') return { quantity: Math.round(value * 12), isSure: !mayBeTwo }
  if (unit !== 'packs' && unit !== 'unsure') return { quantity: value, isSure: !mayBeTwo }
  const pack = article.unitsPerPack
  if (pack < 2) return { quantity: packOf === undefined ? null : value * packOf, isSure: false }
  return {
    quantity: Math.ceil(value * pack),
    isSure: Number.isInteger(value * pack) && unit === 'packs' && (packOf ?? pack) === pack && !mayBeTwo,
  }
}

/** Whether the number beside a code is more likely none of its quantity at all. */
export function isElsewhere(pieces: readonly Piece[], number: WrittenNumber): boolean {
  // '12) RY10013' is a place in a list as likely as a quantity.
  if (isListed(pieces, number)) return true
  // A long number is a code that does not exist.
  return !number.unit && LONG_NUMBER.test(pieces[number.from]?.text ?? '')
}

/** Whether code and quantity, though there is one of each, may be something else; `isNamed` says that the name stands there, too. */
export function mayBeOther(
  pieces: readonly Piece[],
  code: Code<unknown>,
  number: WrittenNumber,
  isNamed: boolean,
): boolean {
  const [codeText, count] = [pieces[code.from]?.text ?? '', pieces[number.from]]
  const second = pieces[Math.max(code.from, number.from)]
  const isNext = code.to === number.from || number.to === code.from
  // 'RY10013-24' could be another code, and '-24' a correction.
  if ((isNext && /^[\p{Pd}./_]$/u.test(second?.glue ?? '')) || /(^|\s)-$/.test(count?.glue ?? '')) return true
  // A number that says what it counts, or has a point for thousands, is no code.
  const isBare = !number.unit && number.to === number.from + 1
  // The longer of two numbers is the code that does not exist: '10013 24', '4568 24'.
  const isLonger = isBare && String(number.value).length >= codeText.length
  return code.number !== undefined && !isNamed && (codeText.length < SHORTEST_NUMBER_CODE || isLonger)
}
/** Digits of a code of digits alone that is taken beside a number. */
export const SHORTEST_NUMBER_CODE = 4
