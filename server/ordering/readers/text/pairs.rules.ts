/** Codes and counts of a line as pairs, each a line or a question (R38). Pure. */
import { type Code, namesWritten } from './codes.rules.ts'
import { isExplained, objectionTo, type PairedLine } from './evidence.rules.ts'
import { isFirstOfName, isOfName } from './names.rules.ts'
import { type Apart, countOfAll, countsOf, numbersIn, unitsOf, type WrittenNumber } from './numbers.rules.ts'
import {
  type Context,
  type KnownArticle,
  type Part,
  question,
  type Shelf,
  type Trace,
  type Where,
} from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { isDoubtful, isHarmless, isVariant } from './words.rules.ts'

/** Tokens from `from` up to (without) `to`. */
interface Span {
  readonly from: number
  readonly to: number
}
/** For each token whether it belongs to one of `spans`. */
function areIn(tokens: readonly Token[], spans: readonly Span[]): boolean[] {
  const inside = tokens.map(() => false)
  for (const { from, to } of spans) inside.fill(true, from, to)
  return inside
}
/** The tokens that are neither code nor number. */
export function tokensBeside(tokens: readonly Token[], spans: readonly Span[]): Token[] {
  const inside = areIn(tokens, spans)
  return tokens.filter((_, at) => !inside[at])
}

/** Tokens that belong to no number: the spans in `taken`, and words that begin the name of an article of `codes`. */
export function apartOf(tokens: readonly Token[], codes: readonly Code<KnownArticle>[], taken: readonly Span[]): Apart {
  const inside = areIn(tokens, taken)
  return {
    isTaken: (at) => inside[at] === true,
    isNoUnit: (word) => codes.some(({ articles }) => articles.some((article) => isFirstOfName(word, article))),
  }
}

interface Pair<A> {
  readonly code: Code<A>
  readonly number: WrittenNumber
}
/**
 * Pairs codes and counts that take turns: always code before count, or always count before code. One count for each
 * ('12 c/u') goes with every code. No pairs where they do not take turns.
 */
function pairsOf<A>(codes: readonly Code<A>[], counts: readonly WrittenNumber[]): Pair<A>[] {
  const [each, ...more] = counts
  if (each?.isEach && more.length === 0) return codes.map((code) => ({ code, number: each }))
  const marks = [
    ...codes.map((code) => ({ at: code.from, code, number: undefined })),
    ...counts.map((number) => ({ at: number.from, code: undefined, number })),
  ].sort((a, b) => a.at - b.at)
  if (codes.length !== counts.length) return []
  const pairs: Pair<A>[] = []
  const first = marks[0]?.code ? 0 : 1
  for (let at = 0; at < marks.length; at += 2) {
    const [code, number] = [marks[at + first]?.code, marks[at + 1 - first]?.number]
    if (!code || !number) return []
    pairs.push({ code, number })
  }
  return pairs
}

/** Reads a line with codes: a part for each pair of code and count, or one question where they do not pair. */
export function readPairs<A extends KnownArticle>(
  source: Where,
  read: string,
  written: readonly Token[],
  codes: readonly Code<A>[],
  shelf: Shelf<A>,
  context: Context,
): Part<A>[] {
  const names = namesWritten(written, codes)
  const named = areIn(written, names)
  // Words and signs inside an article's name mean nothing for the order: 'Gogo's ~ Starter Pack'.
  const tokens = written.map((token, at) => (named[at] ? { ...token, isSaid: true } : token))
  const numbers = numbersIn(tokens, apartOf(tokens, codes, [...codes, ...names]))
  const [only, ...more] = codes
  const [article, ...others] = only?.articles ?? []
  const isOne = more.length === 0 && others.length === 0
  const open = article && isOne ? countsOf(article, tokens, numbers) : numbers.filter(({ use }) => use === 'quantity')
  const hasCells = tokens.some(({ cell }) => cell > 0)
  const placeOf = (number: WrittenNumber) => (hasCells ? number.cell : open.indexOf(number))
  const placed = context.place === undefined ? open : open.filter((number) => placeOf(number) === context.place)
  const counts = (isOne ? placed : open).map((number) =>
    number.unit || !context.unit ? number : { ...number, unit: context.unit },
  )
  const { each } = context
  if (each && counts.length === 0) counts.push(countOfAll(each, tokens.length, codes.length > 1))
  const pairs = pairsOf(codes, counts)
  const all = codes.flatMap(({ articles }) => articles)
  const inside = areIn(tokens, [...codes, ...numbers])
  const beside = (from: number, to: number) => tokens.slice(from, to).filter((_, at) => inside[from + at] === false)
  if (pairs.length === 0) {
    const why = counts.length === 0 ? 'noQuantity' : codes.length > 1 ? 'severalArticles' : 'unclearQuantity'
    const isBare = beside(0, tokens.length).every((token) => isExplained(token, all))
    const trace: Trace<A> = {
      article: isOne ? article : undefined,
      counts: open.map((number) => ({ value: number.value, unit: number.unit, cell: placeOf(number) })),
      shape: '',
      half: counts.length === 0 && isOne && isBare ? 'code' : undefined,
      areCodes: counts.length === 0 && isBare && codes.every(({ articles: { length } }) => length === 1),
    }
    return [{ ...question(source, why, all), trace }]
  }
  const beginOf = (pair: Pair<A> | undefined) => (pair ? Math.min(pair.code.from, pair.number.from) : tokens.length)
  const first = beginOf(pairs[0])
  // A doubtful word before the first pair speaks against all pairs.
  const lead = beside(0, first).filter(({ folded }) => isDoubtful(folded))
  return pairs.map((pair, at) => {
    const from = at === 0 ? 0 : beginOf(pair)
    const to = pair.number.isEach ? tokens.length : beginOf(pairs[at + 1])
    const text = read.slice(tokens[from]?.from, tokens[to - 1]?.to).trim()
    return readPair(pairs.length === 1 ? source : { lines: source.lines, text }, pair, {
      read,
      tokens,
      context,
      shelf,
      isAlone: pairs.length === 1,
      beside: at === 0 ? beside(0, to) : [...lead, ...beside(from, to)],
      // Words between two pairs may belong to either.
      articles: [pair, pairs[at + 1]].flatMap((neighbour) => neighbour?.code.articles ?? []),
    })
  })
}

function readPair<A extends KnownArticle>(source: Where, { code, number }: Pair<A>, line: PairedLine<A>): Part<A> {
  const [article] = code.articles
  if (!article) return question(source, 'unknownCode')
  const { tokens, beside, articles } = line
  const { quantity } = unitsOf(article, number)
  const trace: Trace<A> = {
    article,
    counts: [{ value: number.value, unit: number.unit, cell: number.cell }],
    shape: shapeOf(tokens, code, number),
    isWithoutZeros: code.withoutZeros !== '',
  }
  const marks = [code.withoutZeros && `escrito ${code.withoutZeros}`, number.mark].filter(Boolean)
  const objection = objectionTo({ ...line, code, article, number })
  if (objection || quantity === null) {
    const { why, word, isOfShape } = objection ?? { why: 'unsurePack' as const, word: '', isOfShape: false }
    return {
      ...question(source, why, code.articles, quantity, word),
      marks,
      trace: isOfShape ? trace : undefined,
    }
  }
  const begins = tokens[Math.min(code.from, number.from)]?.from ?? 0
  const odd = beside.filter((token) => !isExplained(token, articles) && !line.shelf.isNameWord(token.folded))
  const unit = odd.find((token) => token === tokens[number.to] && token.text.length <= LONGEST_UNIT)
  const above = odd.filter(({ from }) => from < begins)
  if (above.length > 0) marks.push(`dice además «${above.map(({ text }) => text).join(' ')}»`)
  return {
    kind: 'line',
    lines: source.lines,
    text: source.text,
    article,
    quantity,
    addends: [],
    marks,
    trace: { ...trace, beside: unit?.text },
    note: noteOf(line, article, begins),
  }
}

/** The words behind a pair that are not of its article; what stands in brackets as it was written. */
function noteOf({ tokens, beside, read }: PairedLine<KnownArticle>, article: KnownArticle, begins: number): string {
  const words = beside.filter(
    (token) =>
      token.kind === 'word' &&
      token.from >= begins &&
      !token.isSaid &&
      !isHarmless(token.folded) &&
      !isOfName(token.folded, article) &&
      (isVariant(token.folded) || !isExplained(token, [])),
  )
  const open = tokens.findIndex(({ text, from }) => text === '(' && from >= begins)
  const close = tokens.findIndex(({ text }, at) => text === ')' && at > open)
  const [first, last] = [tokens[open], tokens[close]]
  const isInside = ({ from }: Token) => first && last && first.from < from && from < last.from
  const outside = words.filter((token) => !isInside(token)).map(({ text }) => text)
  const inside = outside.length < words.length ? [read.slice(first?.to, last?.from).trim()] : []
  return [...outside, ...inside].join(' ')
}

/** Letters of an abbreviated unit. */
const LONGEST_UNIT = 5
/** The pattern of code and number, with the signs and words between them: 'C x n', 'n w C'. */
function shapeOf(tokens: readonly Token[], code: Code<unknown>, number: WrittenNumber): string {
  const [first, second] = code.from < number.from ? [code, number] : [number, code]
  const between = tokens
    .slice(first.to, second.from)
    .map(({ kind, folded }) => (kind === 'sign' || folded === 'x' ? folded : kind === 'number' ? 'n' : 'w'))
  const plain = between.filter((sign, at) => sign !== between[at - 1]).join(' ')
  return code === first ? `C ${plain} n` : `n ${plain} C`
}
