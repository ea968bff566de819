/**
 * What all lines of a text together say about each: their numbering, the column that is the pack of every article, the way in
 * which all of them are written. What one line leaves open may be certain beside others like it. Pure.
 */
import { fold } from '../../../contract/codes.ts'
import type { KnownArticle, TextEntry } from './quick-order.types.ts'
import { PRICE_LIST } from './sentence-signs.rules.ts'
import type { Code } from './text-codes.rules.ts'
import type { WrittenNumber } from './text-numbers.rules.ts'
import type { Piece, Unit } from './text-pieces.rules.ts'
import type { WrittenLine } from './text-written.rules.ts'

/** '1 doc. 00231' counts dozens, not lines. */
const NUMBERED =
  /^\s*(\d{1,3})\s?[.)\-:\t°º ]\s*(?!(?:un?|ud|uds|uni\p{L}*|doc\p{L}*|bult\p{L}*|btos?|caj\p{L}*|packs?|displays?)\b)(?=.*\d)/iu
/** Lines that count so; two quantities in front may count by chance, three hardly. */
const FEWEST_NUMBERED = 3

/** What is left of the lines that begin with 1, 2, 3… */
export function withoutNumbers(lines: readonly WrittenLine[]): ReadonlyMap<WrittenLine, string> {
  const numbers = lines.map(({ read }) => Number(NUMBERED.exec(read)?.[1] ?? Number.NaN))
  const first = numbers.indexOf(1)
  if (first < 0) return new Map()
  let end = first
  while (numbers[end] === end - first + 1) end++
  const counted = lines.slice(first, end)
  const areMarked = counted.length > 1 && counted.every(({ read }) => /^\s*\d+\s?[.)\-:°º]/.test(read))
  if (!areMarked && counted.length < FEWEST_NUMBERED) return new Map()
  return new Map(counted.map((line) => [line, line.read.replace(NUMBERED, '')]))
}

/** What is known of a line beside what stands in it. */
export interface Beside {
  /** What a sentence of the text says that its numbers count. */
  readonly unit?: Unit | undefined
  /** Its writer puts blanks into codes. */
  readonly isSpaced?: boolean
  /** Other lines order something, too: what it says of a bill is of it alone. */
  readonly isOneOfMany?: boolean
  /** Which of its numbers is the quantity, from 0. */
  readonly place?: number
  /** It is written as so many others that no other reading is likely. */
  readonly isAlike?: boolean
  /** What stands first in every line that is certain. */
  readonly first?: 'C' | 'n'
  /** Lines that are certain have words in the same place, between what is code and what is quantity or before them. */
  readonly isDescribed?: boolean
}
/** What a line tells the others. */
export interface Trace<A extends KnownArticle> {
  readonly article: A
  /** The numbers that may be its quantity. */
  readonly counts: readonly WrittenNumber[]
  /** How code and quantity stand beside each other: 'C x n'. */
  readonly shape: string | undefined
  /** Where words stand beside the two, however many: 'C w n', 'w C n w'. */
  readonly place: string | undefined
  /** Its only word that nothing explains. */
  readonly odd?: string | undefined
}
export interface Traced<A extends KnownArticle> {
  readonly line: WrittenLine
  readonly entries: readonly (TextEntry<A> & {
    readonly trace?: Trace<A> | undefined
    readonly isEitherWay?: boolean
  })[]
}

const LAST_COLUMN = /(?<!\p{L})[uú]ltima (columna|col)\b.*\b(pid|ped|llev|quier|necesit|mand)/iu
/** Cells that are empty or say zero: the numbers beside them are of something that may be none. */
const ZERO = /(^|[\t;|])\s*(0+([.,]0+)?)?\s*(?=[\t;|]|$)/

/** The place of a quantity that is not there. */
const NOWHERE = Number.MAX_SAFE_INTEGER
/** Lines of one kind that make each other certain. */
const FEWEST_ALIKE = 3
/** Lines that are certain by themselves and make the words in the same place of others a description. */
const FEWEST_DESCRIBED = 2

/** What the lines of a text know of each other, for those that are asked about and would be certain with it. */
export function besideEach<A extends KnownArticle>(
  read: readonly Traced<A>[],
): ReadonlyMap<WrittenLine, Beside> {
  const all = read.flatMap(({ entries }) => entries)
  const shapes = new Map<string, number>()
  const described = new Map<string, number>()
  for (const { entries } of read) {
    const [entry, ...others] = entries
    const place = entry?.kind === 'line' && others.length === 0 ? entry.trace?.place : undefined
    if (place) described.set(place, (described.get(place) ?? 0) + 1)
  }
  for (const { trace } of all) if (trace?.shape) shapes.set(trace.shape, (shapes.get(trace.shape) ?? 0) + 1)
  const orders = new Set([...shapes.keys()].map(([first]) => first))
  const known = new Map<WrittenLine, Beside>()
  const certain = read.flatMap(({ entries }) => [
    ...new Set(
      entries.flatMap(({ kind, trace }) => (kind === 'line' && trace?.shape ? [trace.shape[0]] : [])),
    ),
  ])
  const first = new Set(certain).size === 1 && certain.length >= FEWEST_DESCRIBED ? certain[0] : undefined
  for (const { line, entries } of read)
    if (first && entries.some(({ isEitherWay }) => isEitherWay))
      known.set(line, { first: first === 'C' ? 'C' : 'n', isAlike: true })
  const found = quantityPlaces(read)
  // Where a column says 0 it is what there is, and the pack beside it may be what is ordered.
  const saysZero = ({ line }: Traced<A>) =>
    /\t.*\d/.test(line.read) && ZERO.test(line.read.trim()) && !LAST_COLUMN.test(line.read)
  const places = read.some(saysZero) ? [] : found
  const isOpenTable = places.length === 0 && isOfOpenRows(read)
  for (const { line, entries } of read) {
    const isRow = entries.some(({ kind, trace }) => kind === 'line' && trace && !trace.counts[0]?.unit)
    if (isRow && isOpenTable) known.set(line, { place: NOWHERE })
  }
  for (const line of ofPriceList(read)) known.set(line, { place: NOWHERE })
  // 'la última columna es lo que pido'
  const isLast = read.some(({ line }) => LAST_COLUMN.test(line.read))
  for (const [line, place] of places) known.set(line, { place })
  for (const { line, entries } of isLast ? read : []) {
    const [entry, ...others] = entries
    const counts = others.length === 0 && entry?.kind === 'question' ? (entry.trace?.counts ?? []) : []
    if (counts.length > 1) known.set(line, { place: counts.length - 1 })
  }
  // Beside rows with the pack and the quantity, a row with the pack alone orders nothing.
  for (const { line, entries } of found.length > 0 ? read : []) {
    const isPackAlone = ({ kind, trace }: (typeof entries)[number]) =>
      kind === 'line' &&
      trace?.counts.some(
        ({ value, unit }) => !unit && [trace.article.unitsPerPack, trace.article.multiple].includes(value),
      )
    if (entries.some(isPackAlone)) known.set(line, { place: NOWHERE })
  }
  for (const { line, entries } of read) {
    const isOpen = entries.some(({ kind, trace }) => kind === 'question' && trace?.shape)
    const areAlike = entries.every(
      ({ trace }) =>
        !trace?.shape ||
        // '24 60 unidades': what says what it counts is sooner the quantity.
        (shapes.get(trace.shape) ?? 0) >= FEWEST_ALIKE - (trace.counts[0]?.unit ? 1 : 0),
    )
    const [entry, ...others] = entries
    const place = others.length === 0 ? entry?.trace?.place : undefined
    const isDescribed =
      place !== undefined && ((described.get(place) ?? 0) >= FEWEST_DESCRIBED || isOfNames(read, place))
    if (isOpen && orders.size === 1 && (areAlike || isDescribed || first))
      known.set(line, {
        isAlike: areAlike,
        isDescribed,
        ...(first ? { first: first === 'C' ? 'C' : 'n' } : {}),
      })
  }
  return known
}

/**
 * Whether two rows have more than one number that may be the quantity: in which column it stands, nothing tells. Of one of them a number
 * may also look like a price.
 */
function isOfOpenRows<A extends KnownArticle>(read: readonly Traced<A>[]): boolean {
  const alone = read.flatMap(({ entries: [entry, ...others] }) =>
    entry?.kind === 'question' && others.length === 0 ? [entry] : [],
  )
  const open = alone.filter(({ trace }) => {
    const counts = trace?.counts ?? []
    return counts.length > 1 && counts.every(({ unit }) => !unit)
  })
  const priced = alone.filter(({ doubt }) => doubt === 'maybePrice')
  return open.length > 0 && open.length + priced.length > 1
}

/** What says in a row that its number is ordered: a label, a unit, dots to write on, an arrow. */
const ORDERED =
  /\b(cant\p{L}*|ped\p{L}*|pid\p{L}*|llevo|quiero|van?)\b|\d\s?(u|un|uni\p{L}*|doc\p{L}*|bult\p{L}*)\b|\.{3}|_{2}|→|=|>|👉/iu
const PRICED = /\$\s?\d|\d[.,]\d\d\b/
/**
 * The rows of a price list: each with a price and one number more, where the list calls itself one, or where all these numbers are what a pack of
 * the article holds.
 */
function ofPriceList<A extends KnownArticle>(read: readonly Traced<A>[]): WrittenLine[] {
  const rows = read.flatMap(({ line, entries: [entry, ...others] }) =>
    entry?.kind === 'line' && others.length === 0 && entry.trace ? [{ line, ...entry.trace }] : [],
  )
  const quantityOf = ({ counts }: (typeof rows)[number]) => counts[0]?.value ?? 0
  const isPriced = (row: (typeof rows)[number]) => {
    const { line, article } = row
    if (row.counts[0]?.unit || ORDERED.test(line.read)) return false
    const price = article.listPrice
    const amounts = [...line.read.replace(/(\d)\.(?=\d{3}\b)/g, '$1').matchAll(/\d+([.,]\d{1,2})?/g)].map(
      ([amount]) => Math.round(Number(amount.replace(',', '.')) * 100),
    )
    // Of one the price is the total.
    const isTotal =
      quantityOf(row) > 1 &&
      amounts.some(
        (total) =>
          total > quantityOf(row) * 100 &&
          [price, ...amounts].some((one) => one !== quantityOf(row) * 100 && one * quantityOf(row) === total),
      )
    return (PRICED.test(line.read) || amounts.includes(price)) && !isTotal
  }
  if (rows.length < 2 || !rows.every(isPriced)) return []
  const isNamed = read.some(
    ({ line, entries }) => entries.every(({ kind }) => kind !== 'line') && PRICE_LIST.test(fold(line.read)),
  )
  const isOfPacks =
    new Set(rows.map(quantityOf)).size > 1 &&
    rows.every((row) => [row.article.unitsPerPack, row.article.multiple].includes(quantityOf(row)))
  return isNamed || isOfPacks ? rows.map(({ line }) => line) : []
}

/** Whether the words in one place of the lines are all different, as names are and no unit or verb: 'Ana 6 de RY10013', 'Belén 12 de …'. */
function isOfNames<A extends KnownArticle>(read: readonly Traced<A>[], place: string): boolean {
  const odd = read.flatMap(({ entries: [entry, ...others] }) =>
    entry?.trace?.place === place && entry.trace.odd && others.length === 0 ? [entry.trace.odd] : [],
  )
  return odd.length >= FEWEST_ALIKE && new Set(odd).size === odd.length
}

/**
 * Of lines with as many open numbers each, the place of the one that remains when the column that holds every article's own pack, or
 * the multiple it is sold in, is taken away.
 */
function quantityPlaces<A extends KnownArticle>(read: readonly Traced<A>[]): [WrittenLine, number][] {
  const rows = read.flatMap(({ line, entries: [entry, ...others] }) =>
    entry?.kind === 'question' && others.length === 0 && entry.trace && entry.trace.counts.length > 1
      ? [{ line, ...entry.trace }]
      : [],
  )
  return [...new Set(rows.map(({ counts }) => counts.length))].flatMap((width) => {
    const group = rows.filter(({ counts }) => counts.length === width)
    const places = [...Array(width).keys()]
    const is = (place: number, value: (article: A) => number) =>
      group.every(({ article, counts }) => counts[place]?.value === value(article))
    // Twelve of each may be ordered as well as be what a pack of each holds.
    const tells = (value: (article: A) => number) =>
      new Set(group.map(({ article }) => value(article))).size > 1
    const ofTheArticle = places.filter((place) =>
      [(article: A) => article.unitsPerPack, (article: A) => article.multiple].some(
        (value) => tells(value) && is(place, value),
      ),
    )
    // '10, 20, 30' as companies number the lines of an order, too.
    const isPosition = [1, 10].some(
      (step) =>
        group.length >= (step === 1 ? 2 : FEWEST_ALIKE) &&
        group.every(({ counts }, at) => counts[0]?.value === (at + 1) * step),
    )
    if (isPosition) ofTheArticle.push(0)
    const left = places.filter((place) => !ofTheArticle.includes(place))
    const [place] = left
    // Behind what there is, one pack of each may be what is ordered.
    const isLast = place === width - 1
    return left.length === 1 && place !== undefined && isLast && group.length > 1
      ? group.map(({ line }): [WrittenLine, number] => [line, place])
      : []
  })
}

/** How a code and a number stand beside each other, whatever they are: 'C x n', 'n w C'. */
export function shapeOf(pieces: readonly Piece[], text: string, code: Code<unknown>, number: WrittenNumber) {
  const [first, second] = code.from < number.from ? [code, number] : [number, code]
  const between = text.slice(pieces[first.to - 1]?.to, pieces[second.from]?.from)
  const plain = between
    .replace(/\p{L}+/gu, 'w')
    .replace(/\d+([.,]\d+)*/g, 'n')
    .replace(/\s+/g, ' ')
  const shape = code === first ? `C${plain}n` : `n${plain}C`
  const [before, behind] = [text.slice(0, pieces[first.from]?.from), text.slice(pieces[second.to - 1]?.to)]
  const place = `${/\p{L}/u.test(before) ? 'w' : ''}${shape.replace(/w[ nw.,]*w|w/g, 'w')}${/\p{L}/u.test(behind) ? 'w' : ''}`
  return { shape, place: place.includes('w') ? place : undefined }
}
