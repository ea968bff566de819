/** Codes and quantities that stand in lines of their own: pure. */
import { type KnownArticle, noLine, question, type TextEntry } from './quick-order.types.ts'
import type { Code } from './text-codes.rules.ts'
import { isNumberOfName, SHORTEST_NUMBER_CODE, unitsOf } from './text-counts.rules.ts'
import type { Trace } from './text-layout.rules.ts'
import { isOfName } from './text-names.rules.ts'
import type { WrittenNumber } from './text-numbers.rules.ts'
import { wordsOf } from './text-words.rules.ts'

/** What a line gives when it holds nothing but a code, or nothing but a quantity: its other half may be next. */
export type Read<A extends KnownArticle> = TextEntry<A> & {
  readonly half?: Half<A> | undefined
  readonly trace?: Trace<A> | undefined
  /** Two numbers of which each may be the code. */
  readonly isEitherWay?: boolean
}
/** A lone number may be both a code and a quantity. */
interface Half<A> {
  readonly article: A | undefined
  readonly number: WrittenNumber | undefined
  /** Nothing but digits, and an article is called that. */
  readonly isDigitCode: boolean
}

export function halfOf<A extends KnownArticle>([code, ...more]: readonly Code<A>[]): Half<A> | undefined {
  const [article, ...others] = code?.articles ?? []
  if (!code || !article || more.length > 0 || others.length > 0) return
  const isShort = code.number !== undefined && String(code.number.value).length < SHORTEST_NUMBER_CODE
  return {
    article: isShort ? undefined : article,
    number: code.number,
    isDigitCode: code.number !== undefined,
  }
}

const EMPTY_LABEL = /^\W*(c[oó]d\w*|art\w*|cant\w*|unid\w*)\s*[:=]\W*$/i

/**
 * Codes and quantities that stand in lines of their own. They belong together when the text orders nothing else and
 * they take turns throughout, in one way only; anything else could be a total, or the quantity of another code.
 */
export function joinLines<A extends KnownArticle>(read: readonly Read<A>[]): TextEntry<A>[] {
  const entries = aboveEach(underEach(withoutNames(read)))
  const ordered = entries.filter(({ half, kind }) => half || kind !== 'other')
  // 'Código:' without one: what follows may belong to it or not.
  const isTorn = entries.some(({ kind, text }) => kind === 'other' && EMPTY_LABEL.test(text))
  const isParted =
    ordered.length > 0 &&
    entries
      .slice(entries.indexOf(ordered[0] as Read<A>) + 1, entries.lastIndexOf(ordered.at(-1) as Read<A>))
      .some(({ text }) => /:\W*$/.test(text))
  const isWhole = isTorn || isParted || ordered.length % 2 === 1 || ordered.some(({ half }) => !half)
  const pairs = ordered.flatMap((first, at) => (at % 2 === 0 ? [[first, ordered[at + 1]] as const] : []))
  const ways = [0, 1].filter((code) =>
    pairs.every((pair) => pair[code]?.half?.article && pair[1 - code]?.half?.number),
  )
  const [code] = ways
  if (isWhole || code === undefined || ways.length > 1) return entries.map(withoutHalf)
  const places = pairs.map(
    ([first, second = first]) => [entries.indexOf(first), entries.indexOf(second)] as const,
  )
  return entries.flatMap((entry, at) => {
    const pair = places.find(([first, second]) => first <= at && at <= second)
    if (!pair) return withoutHalf(entry)
    return at === pair[0] ? lineOfHalves(entries.slice(pair[0], pair[1] + 1), code) : []
  })
}

/** '12 de cada uno de estos:', 'CANTIDAD 50 UNIDADES:' */
const FOR_EACH = /\bcada\b.*:\W*$|^\W*cant\w*\b.*:\W*$/i
/** '12 de cada uno' below nothing but codes. */
const EACH_ABOVE = /^\W*\d+ (\p{L}+ )?(de )?(cada (un[oa]|articulo|c[oó]digo)|c\/u)\b/iu
function aboveEach<A extends KnownArticle>(entries: readonly Read<A>[]): Read<A>[] {
  const at = entries.findIndex(
    ({ half, text, kind }) => kind !== 'line' && half?.number && EACH_ABOVE.test(text),
  )
  const number = entries[at]?.half?.number
  const above = entries.slice(0, Math.max(at, 0)).filter(({ kind }) => kind !== 'other')
  const areBare = above.every(
    (entry) =>
      entry.kind === 'question' &&
      entry.articles.length === 1 &&
      (entry.doubt === 'noQuantity' || entry.doubt === 'maybeDescription'),
  )
  if (!number || above.length < 2 || !areBare) return [...entries]
  return entries.map((entry, place) => {
    if (place === at) return noLine(entry)
    const [article] = entry.kind === 'question' && above.includes(entry) ? entry.articles : []
    if (!article) return entry
    const { quantity, isSure } = unitsOf(article, number)
    const { lines, text } = entry
    return quantity !== null && isSure
      ? { kind: 'line', lines, text, article, quantity, note: '' }
      : question({ lines, text }, 'unsurePack', [article], quantity)
  })
}

/** One number above several codes that is said to be that of each. */
function underEach<A extends KnownArticle>(entries: readonly Read<A>[]): Read<A>[] {
  let number: WrittenNumber | undefined
  return entries.map((entry) => {
    if (/:\W*$/.test(entry.text)) number = FOR_EACH.test(entry.text) ? entry.half?.number : undefined
    const article = entry.half?.article
    if (!number || !article || entry.kind !== 'question') return entry
    const { quantity, isSure } = unitsOf(article, number)
    const { lines, text } = entry
    return quantity !== null && isSure
      ? { kind: 'line', lines, text, article, quantity, note: '' }
      : question({ lines, text }, 'unsurePack', [article], quantity)
  })
}

/** The name of an article below its code asks nothing. */
const withoutNames = <A extends KnownArticle>(entries: readonly Read<A>[]): Read<A>[] => {
  let above: A | undefined
  return entries.map((entry) => {
    const named = above
    above = entry.half?.article
    const isName =
      named &&
      entry.kind === 'question' &&
      entry.doubt === 'noCode' &&
      [...wordsOf(entry.text)].every((word) => isOfName(word, named))
    return isName ? noLine(entry) : entry
  })
}

/** The line that two halves make, with what stands between them: a name, a price. */
function lineOfHalves<A extends KnownArticle>(between: readonly Read<A>[], code: number): TextEntry<A> {
  const halves = [between[0]?.half, between.at(-1)?.half]
  const [article, number] = [halves[code]?.article, halves[1 - code]?.number]
  const here = {
    lines: between.flatMap(({ lines }) => lines),
    text: between.map(({ text }) => text).join('\n'),
  }
  if (!article || !number) return noLine(here)
  const { quantity, isSure } = unitsOf(article, number)
  // Two numbers that are both codes could go together in another way.
  if (halves.every((half) => half?.isDigitCode)) return question(here, 'unclearQuantity', [article], quantity)
  // 'BL20686' above 'x 60'
  if (isNumberOfName(article, number, [])) return question(here, 'maybeDescription', [article], quantity)
  return quantity !== null && isSure
    ? { kind: 'line', ...here, article, quantity, note: '' }
    : question(here, 'unsurePack', [article], quantity)
}

const withoutHalf = <A extends KnownArticle>({
  half: _,
  trace: __,
  isEitherWay: ___,
  ...entry
}: Read<A>): TextEntry<A> => entry as TextEntry<A>
