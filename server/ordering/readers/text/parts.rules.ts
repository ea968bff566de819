/** Reads a line of a pasted order by itself: its codes and numbers as pairs, and the words beside them (R38). Pure. */
import { type Code, codesIn, namesWritten, wholeNameIn } from './codes.rules.ts'
import { isExplained } from './evidence.rules.ts'
import type { WrittenLine } from './lines.rules.ts'
import { isTelling } from './names.rules.ts'
import { countsOf, numbersIn, type WrittenNumber } from './numbers.rules.ts'
import { apartOf, readPairs, tokensBeside } from './pairs.rules.ts'
import { type Context, type KnownArticle, type Part, question, type Shelf, type Where } from './text.types.ts'
import { type Token, tokensOf } from './tokens.rules.ts'
import { withoutCode } from './without-code.rules.ts'
import { CLASSES, isHarmless, TOTALS } from './words.rules.ts'

/** Abbreviations are short: 'cod. 24', 'unid. de'. */
const SENTENCES = /(?<=[.!?])\s+(?=[¿¡]?\p{Lu})|(?<=\p{L}{6}[.!?])\s+(?=\p{L})/u
const SEGMENTS = /\s[-–/]\s|[;+]|,(?!\d)|(?<!nta)\sy\s(?!medi[ao]\b)|\s(?:despu[eé]s|luego)\s/iu

/** Reads a line as a whole or, where that orders nothing for certain, by sentences or by segments: 'RJ10014 x 6, RY20418 x 6'. */
export function readLine<A extends KnownArticle>(line: WrittenLine, shelf: Shelf<A>, context: Context): Part<A>[] {
  const whole = readPart(line, line.read, shelf, context)
  if (whole.some(({ kind }) => kind === 'line')) return whole
  for (const sign of [SENTENCES, SEGMENTS]) {
    const texts = line.read
      .split(sign)
      .map((text) => text.trim())
      .filter(Boolean)
    // A doubtful word must not be cut off from the pair that it speaks against: 'y si hay, 6 RY20418'.
    const isHeld = sign === SEGMENTS && whole.some((part) => part.kind === 'question' && part.doubt === 'says')
    if (texts.length < 2 || isHeld) continue
    const apart = texts.map((text) => readPart({ lines: line.lines, text }, text, shelf, context))
    // A segment with a number but no pair leaves open which pair the number belongs to.
    const firstLine = apart.findIndex((parts) => parts.some(({ kind }) => kind === 'line'))
    const isClear = apart.every(
      (parts, at) =>
        sign === SENTENCES || !/\d/.test(texts[at] ?? '') || parts.every((part) => standsAlone(part, at > firstLine)),
    )
    if (isClear && apart.some((parts) => parts.some(({ kind }) => kind === 'line'))) return apart.flat()
  }
  return whole
}
/**
 * Whether a segment can be read without the others. An article without a number stands alone only behind a line: before
 * it, the line's number may be meant for both.
 */
const standsAlone = <A extends KnownArticle>(part: Part<A>, isBehind: boolean): boolean =>
  part.kind === 'line' ||
  (part.kind === 'question' && (APART.has(part.doubt) || (isBehind && part.doubt === 'noQuantity')))
const APART: ReadonlySet<string> = new Set(['unknownCode', 'noCode', 'unsurePack'])

function readPart<A extends KnownArticle>(where: Where, read: string, shelf: Shelf<A>, context: Context): Part<A>[] {
  const source = { lines: where.lines, text: where.text, read }
  const tokens = tokensOf(read, (key) => shelf.byCode(key).length > 0)
  const known = codesIn(tokens, shelf)
  // 'Tel. 0261 424-5510' and 'Total 33 ítems 1170' order nothing.
  const isTotal =
    tokens.some(({ folded }) => TOTALS.has(folded)) &&
    tokens.every(({ kind, folded }) => kind !== 'word' || isHarmless(folded))
  if (isTotal || CLASSES.phone.has(tokens[0]?.folded ?? '')) return [{ kind: 'words', ...source }]
  const names = namesWritten(tokens, known)
  const dates = numbersIn(tokens).filter(({ use, from }) => use === 'name' && tokens[from]?.kind === 'number')
  const isWithin = ({ from, to }: Code<A>, spans: readonly { from: number; to: number }[]) =>
    spans.some((span) => span.from <= from && to <= span.to)
  const found = known.filter((code) => !isWithin(code, names) && (code.withoutZeros === '' || !isWithin(code, dates)))
  const plain = numbersIn(tokens, apartOf(tokens, found, names))
  const free = new Set(plain.filter(isFree).map(({ digitsAt }) => digitsAt))
  const candidates = found.filter((code) => !code.isWeak || free.has(code.from))
  const strong = candidates.filter(({ isWeak }) => !isWeak)
  const written = strong.length > 0 ? strong : wholeNameIn(read, tokens, plain, shelf)
  if (written.length > 0) return readPairs(source, read, tokens, written, shelf, context)
  const bare = plain.filter(({ use, unit }) => use === 'quantity' && unit === undefined)
  const either = bare.map(({ digitsAt }) => tokens[digitsAt]?.text ?? '')
  const waysBy = (codes: readonly Code<A>[]) => (bare.length > MOST_NUMBERS ? [] : waysOf(tokens, codes, bare, context))
  const ofCodes = waysBy(candidates)
  // '90.75' may be a code as well as a price: it is one where nothing else of the line can be.
  const decimals = new Set(plain.filter(isFraction).map(({ digitsAt }) => digitsAt))
  const all =
    ofCodes.length > 0
      ? ofCodes
      : waysBy(found.filter(({ from, withoutZeros }) => withoutZeros === '' && decimals.has(from)))
  const named = all.filter(({ code, beside }) => beside.some(({ folded }) => isTelling(folded, code.articles[0] as A)))
  // A code whose article's name stands beside it comes first; else equal codes come before those that lack zeros.
  const equal = all.filter(({ code }) => code.withoutZeros === '')
  const ways = named.length === 1 ? named : equal.length > 0 ? equal : all
  if (ways.length === 0) return [withoutCode(source, tokens, plain, candidates, either, shelf, context)]
  const [way, ...others] = ways
  if (way && others.length === 0)
    return readPairs(source, read, tokens, [way.code], shelf, context).map((part) => ({
      ...part,
      trace: part.trace && { ...part.trace, either },
    }))
  const asked = question(
    source,
    'severalArticles',
    ways.flatMap(({ code }) => code.articles),
  )
  const isTimes = tokens[0]?.folded === 'x' && bare[0]?.digitsAt === 1
  return [{ ...asked, trace: { article: undefined, counts: [], shape: '', either, isTimes } }]
}

/** In a line with more bare numbers, none is taken for a code. */
const MOST_NUMBERS = 6

/** Whether a number has no unit that makes it a count, so that it may be a code. */
const isFree = ({ use, unit, packOf, value }: WrittenNumber): boolean =>
  use === 'quantity' &&
  (unit === undefined || unit === 'pieces' || (packOf !== undefined && packOf > 999) || value > 999_999)

/** Whether a number stands alone and is no amount but by its decimals: it has neither a '$' nor a measure. */
const isFraction = ({ use, from, to }: WrittenNumber): boolean => use === 'amount' && to === from + 1

/** In a line without a certain code: each number that can be the code, where another one can be its quantity. */
function waysOf<A extends KnownArticle>(
  tokens: readonly Token[],
  candidates: readonly Code<A>[],
  bare: readonly WrittenNumber[],
  { codeAt }: Context,
) {
  return candidates.flatMap((code) => {
    const nth = bare.findIndex(({ digitsAt }) => digitsAt === code.from)
    if (codeAt !== undefined && bare.length > 1 && nth !== codeAt) return []
    const numbers = numbersIn(tokens, apartOf(tokens, [code], [code, ...namesWritten(tokens, [code])]))
    const [article] = code.articles
    const counts = article ? countsOf(article, tokens, numbers) : []
    const beside = tokensBeside(tokens, [code, ...numbers])
    const end = tokens[Math.max(code.to, ...counts.map(({ to }) => to)) - 1]?.to ?? 0
    // A house number may be an article's code without its zeros: unknown words before it speak against that.
    const isOdd =
      code.withoutZeros !== '' && beside.some((token) => token.from < end && !isExplained(token, code.articles))
    return counts.length === 0 || isOdd ? [] : [{ code, beside }]
  })
}
