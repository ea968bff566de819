/**
 * What all lines of a text together tell about each: which column of numbers holds the codes, which one the quantities,
 * and whether all are written by one pattern. A line that is open by itself may be certain beside others like it. Pure.
 */
import { articlesOfCell } from './codes.rules.ts'
import type { WrittenLine } from './lines.rules.ts'
import { isTelling } from './names.rules.ts'
import type { Context, KnownArticle, Part, Shelf, Trace } from './text.types.ts'
import { isCourtesy } from './weight.rules.ts'
import { wordsOf } from './words.rules.ts'

export interface ReadLine<A extends KnownArticle> {
  readonly line: WrittenLine
  readonly parts: readonly Part<A>[]
}
/** So many lines of one pattern make each other certain. */
const FEWEST_ALIKE = 3

/** Rows by the key that they share; groups and their rows are in the order given. */
export function grouped<R, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The only part of a line; undefined where it has several. */
const aloneIn = <A extends KnownArticle>({ parts: [part, ...others] }: ReadLine<A>): Part<A> | undefined =>
  others.length === 0 ? part : undefined

/** Lines with several columns of numbers that may hold the codes. */
export interface EitherColumn {
  readonly lines: readonly WrittenLine[]
  readonly columns: readonly number[]
}

/**
 * The contexts of the lines that are read differently beside the others (`known`), the lines that leave open which
 * column holds the codes (`either`), and the lines that are only a count for others (`heads`).
 * @param chosen the column of codes that the user chose among the columns of numbers, from 0
 */
export function contextsOf<A extends KnownArticle>(read: readonly ReadLine<A>[], shelf: Shelf<A>, chosen?: number) {
  const known = new Map<WrittenLine, Context>()
  const shapes = new Map<string, number>()
  const codeFirst = isCodeFirst(read)
  for (const { line, parts } of read)
    for (const part of parts) {
      const { shape = '', either } = part.trace ?? {}
      const isAgainst = shape !== '' && isOpenPair(part) && isFirst(shape) !== codeFirst
      // The other number is the code, though nobody knows it: 'RY10013 3', '147 x 8'.
      if (isAgainst && either?.length === 2) known.set(line, { codeAt: codeFirst ? 0 : 1 })
      else if (shape) shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
    }
  const orders = new Set([...shapes.keys()].map(([first]) => first))
  for (const { line, parts } of read) {
    const isOpen = parts.some(({ kind, trace }) => kind === 'question' && trace?.shape)
    const areAlike = parts.every(({ trace }) => !trace?.shape || (shapes.get(trace.shape) ?? 0) >= FEWEST_ALIKE)
    if (isOpen && areAlike && orders.size === 1 && !known.has(line)) known.set(line, { isAlike: true })
  }
  for (const [line, place] of placesOf(read)) known.set(line, { place, isAlike: true })
  const { codeAt, either } = codeColumns(read, shelf, chosen)
  for (const [line, at] of codeAt) known.set(line, { ...known.get(line), codeAt: at, isAlike: true })
  const heads = new Set<WrittenLine>()
  for (const { line, each, head } of codesUnderCounts(read)) {
    known.set(line, { ...known.get(line), each })
    heads.add(head)
  }
  return { known, either, heads, codeFirst }
}

const isFirst = (shape: string): boolean => shape.startsWith('C ')
/** Whether code and quantity of a part may be the other way round: both are numbers. */
const isOpenPair = ({ kind, trace }: Part<KnownArticle>): boolean => kind === 'question' && trace?.either !== undefined

/**
 * Whether the text writes the code before the quantity. The lines that are certain tell it, else those that can be read one way
 * only; where neither do, the code comes first.
 */
function isCodeFirst<A extends KnownArticle>(read: readonly ReadLine<A>[]): boolean {
  const shapes = { line: 0, question: 0, words: 0 }
  for (const { parts } of read)
    for (const { kind, trace } of parts)
      if (trace && / C$|^C /.test(trace.shape)) shapes[kind] += isFirst(trace.shape) ? 1 : -1
  return (shapes.line || shapes.question) >= 0
}

/** A question which of two numbers is the article: the one where this text writes codes comes first, the other is its quantity. */
export function directed<A extends KnownArticle>(part: Part<A>, ofText: boolean, unit: Context['unit']): Part<A> {
  const codeFirst = ofText && !part.trace?.isTimes
  const numbers = part.trace?.either ?? []
  if (part.kind !== 'question' || part.doubt !== 'severalArticles' || numbers.length !== 2) return part
  const quantity = Number(numbers[codeFirst ? 1 : 0])
  return {
    ...part,
    articles: codeFirst ? part.articles : part.articles.toReversed(),
    quantity: unit === undefined && Number.isInteger(quantity) ? quantity : null,
  }
}

/** Lines of codes alone under a count for all of them ('De 6 unidades:'), or above such a count at the end of the text. */
function codesUnderCounts<A extends KnownArticle>(read: readonly ReadLine<A>[]) {
  const heads = read.filter((lineRead) => aloneIn(lineRead)?.trace?.isForAll)
  const isLast = heads.length === 1 && isLastOf(read, heads[0])
  let head = isLast ? heads[0] : undefined
  return read.flatMap((lineRead) => {
    if (heads.includes(lineRead)) head = lineRead
    // Words such as 'No mandar:' may end the list that the count is for.
    else if (head && !isLast && lineRead.parts.some((part) => part.kind === 'words' && !isCourtesy(part.read)))
      head = undefined
    const each = head && aloneIn(head)?.trace?.counts[0]
    const areCodes = lineRead.parts.length > 0 && lineRead.parts.every(({ trace }) => trace?.areCodes)
    return head && each && areCodes ? [{ line: lineRead.line, each, head: head.line }] : []
  })
}
/** Whether no line behind this one orders anything. */
const isLastOf = <A extends KnownArticle>(read: readonly ReadLine<A>[], lineRead: ReadLine<A> | undefined): boolean =>
  lineRead !== undefined &&
  read.slice(read.indexOf(lineRead) + 1).every(({ parts }) => parts.every(({ kind }) => kind === 'words'))

/**
 * In lines of numbers alone, the column of the codes (`codeAt`). It is the one that the user chose; else the only one
 * whose numbers are articles' codes, nine in ten at least; among several such, the only one whose articles' names fit
 * the words, or whose numbers all differ. `either` are the lines where this decides nothing.
 */
function codeColumns<A extends KnownArticle>(
  read: readonly ReadLine<A>[],
  shelf: Shelf<A>,
  chosen: number | undefined,
) {
  const codeAt = new Map<WrittenLine, number>()
  const either: EitherColumn[] = []
  const rows = read.flatMap((lineRead) => {
    const numbers = aloneIn(lineRead)?.trace?.either ?? []
    return numbers.length > 1 ? [{ line: lineRead.line, numbers, words: [...wordsOf(lineRead.line.read)] }] : []
  })
  for (const [width, group] of grouped(rows, ({ numbers }) => numbers.length)) {
    if (group.length < FEWEST_ALIKE) continue
    const columns = [...Array(width).keys()].map((at) => {
      const values = group.map(({ numbers }) => numbers[at] ?? '')
      const articles = values.map((value) => articlesOfCell(value, shelf).articles)
      const found = articles.filter(({ length }) => length > 0).length
      const fits = group.filter(({ words }, row) =>
        words.some((word) => articles[row]?.some((article) => isTelling(word, article))),
      ).length
      return {
        at,
        isKnown: found * 10 >= group.length * 9,
        fits,
        isDistinct: new Set(values).size === values.length,
      }
    })
    const able = columns.filter(({ isKnown }) => isKnown)
    const choices = [
      able.filter(({ at }) => at === chosen),
      able,
      able.filter(({ fits }) => 2 * fits > group.length),
      able.filter(({ isDistinct }) => isDistinct),
    ]
    const [column] = choices.find(({ length }) => length === 1) ?? []
    if (column) for (const { line } of group) codeAt.set(line, column.at)
    else if (able.length > 1) either.push({ lines: group.map(({ line }) => line), columns: able.map(({ at }) => at) })
  }
  return { codeAt, either }
}

/**
 * The place of the quantity in lines with several open numbers in the same cells: the only column that remains without
 * those that hold every article's own pack, multiple or price.
 */
function placesOf<A extends KnownArticle>(read: readonly ReadLine<A>[]): [WrittenLine, number][] {
  const rows = read.flatMap((lineRead) => {
    const trace = aloneIn(lineRead)?.trace
    return trace?.article && trace.counts.length > 1
      ? [{ line: lineRead.line, article: trace.article, counts: trace.counts }]
      : []
  })
  const cellsOf = ({ counts }: (typeof rows)[number]) => counts.map(({ cell }) => cell).join()
  const groups = [...grouped(rows, cellsOf).values()].filter(({ length }) => length > 1)
  // 'Centro 3, Norte 15, Total 18', and rows in which one of the addends is empty.
  const ofSums = new Set(groups.flatMap(sumCell))
  if (ofSums.size === 1) {
    const [sum = 0] = ofSums
    return rows.flatMap(({ line, counts }) => (counts.some(({ cell }) => cell === sum) ? [[line, sum]] : []))
  }
  return groups.flatMap((group) => {
    const values = (at: number) => group.map(({ counts }) => counts[at]?.value)
    const areAll = (at: number, value: (article: A) => number) =>
      group.every(({ article, counts }) => counts[at]?.value === value(article))
    // A column that is 12 in every row may hold quantities as well as the articles' packs.
    const isOfArticle = (at: number) =>
      new Set(values(at)).size > 1 &&
      [
        (article: A) => article.unitsPerPack,
        (article: A) => article.multiple,
        (article: A) => article.listPrice / 100,
      ].some((value) => areAll(at, value))
    const all = (group[0]?.counts ?? []).map((_, at) => at)
    const remaining = all.filter((at) => !isOfArticle(at))
    const place = group[0]?.counts[remaining[0] ?? -1]?.cell
    return remaining.length === 1 && place !== undefined
      ? group.map(({ line }): [WrittenLine, number] => [line, place])
      : []
  })
}

/** The cell that holds the sum of all other numbers in each row, alone in a list; an empty list without one. */
function sumCell(group: readonly { readonly counts: Trace<KnownArticle>['counts'] }[]): number[] {
  const cells = group[0]?.counts ?? []
  const isSum = (at: number) =>
    group.every(({ counts }) => 2 * (counts[at]?.value ?? 0) === counts.reduce((sum, { value }) => sum + value, 0))
  const sums = cells.length > 2 ? cells.filter((_, at) => isSum(at)) : []
  return sums.length === 1 ? sums.map(({ cell }) => cell) : []
}
