/**
 * What all lines of a text together say about each: their numbering, the column that is the pack of every article, the way in
 * which all of them are written. What one line leaves open may be certain beside others like it. Pure.
 */
import type { KnownArticle, TextEntry } from './quick-order.types.ts'
import type { WrittenNumber } from './text-numbers.rules.ts'
import type { Unit, WrittenLine } from './text-pieces.rules.ts'

const NUMBERED = /^\s*(\d{1,3})\s?[.)\-:\t°º ]\s*(?=.*\d)/
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
  /** Which of its numbers is the quantity, from 0. */
  readonly place?: number
  /** It is written as so many others that no other reading is likely. */
  readonly isAlike?: boolean
}
/** What a line tells the others. */
export interface Trace<A extends KnownArticle> {
  readonly article: A
  /** The numbers that may be its quantity. */
  readonly counts: readonly WrittenNumber[]
  /** How code and quantity stand beside each other: 'C x n'. */
  readonly shape: string | undefined
}
export interface Traced<A extends KnownArticle> {
  readonly line: WrittenLine
  readonly entries: readonly (TextEntry<A> & { readonly trace?: Trace<A> | undefined })[]
}

/** The place of a quantity that is not there. */
const NOWHERE = Number.MAX_SAFE_INTEGER
/** Lines of one kind that make each other certain. */
const FEWEST_ALIKE = 3

/** What the lines of a text know of each other, for those that are asked about and would be certain with it. */
export function besideEach<A extends KnownArticle>(
  read: readonly Traced<A>[],
): ReadonlyMap<WrittenLine, Beside> {
  const all = read.flatMap(({ entries }) => entries)
  const shapes = new Map<string, number>()
  for (const { trace } of all) if (trace?.shape) shapes.set(trace.shape, (shapes.get(trace.shape) ?? 0) + 1)
  const orders = new Set([...shapes.keys()].map(([first]) => first))
  const known = new Map<WrittenLine, Beside>()
  const places = quantityPlaces(read)
  for (const [line, place] of places) known.set(line, { place })
  // Beside rows with the pack and the quantity, a row with the pack alone orders nothing.
  for (const { line, entries } of places.length > 0 ? read : []) {
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
      ({ trace }) => !trace?.shape || (shapes.get(trace.shape) ?? 0) >= FEWEST_ALIKE,
    )
    if (isOpen && areAlike && orders.size === 1) known.set(line, { isAlike: true })
  }
  return known
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
    const tells = (value: (article: A) => number) =>
      new Set(group.map(({ article }) => value(article))).size > 1 || group.length >= FEWEST_ALIKE
    const ofTheArticle = places.filter((place) =>
      [(article: A) => article.unitsPerPack, (article: A) => article.multiple].some(
        (value) => tells(value) && is(place, value),
      ),
    )
    const isPosition = group.length > 1 && group.every(({ counts }, at) => counts[0]?.value === at + 1)
    if (isPosition) ofTheArticle.push(0)
    const left = places.filter((place) => !ofTheArticle.includes(place))
    const [place] = left
    return left.length === 1 && place !== undefined && group.length > 1
      ? group.map(({ line }): [WrittenLine, number] => [line, place])
      : []
  })
}
