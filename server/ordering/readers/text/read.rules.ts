/**
 * Reads what a pasted or typed text orders (R38). A part becomes a line when its code and quantity are certain, a
 * question when it orders something and they are not, and stays a text when it says something else. Pure.
 */
import { fold } from '../../../../contract/codes.ts'
import { contextsOf, directed, type EitherColumn, grouped, type ReadLine } from './columns.rules.ts'
import { joinHalves } from './halves.rules.ts'
import { isTooLong, linesOf, type WrittenLine } from './lines.rules.ts'
import { singular } from './names.rules.ts'
import { readLine } from './parts.rules.ts'
import { forgottenIn, readRow, type Table, tableOf } from './tables.rules.ts'
import {
  type Answered,
  type Context,
  type Entry,
  type KnownArticle,
  type OrderedLine,
  type Part,
  question,
  type ReadText,
  type Shelf,
} from './text.types.ts'
import { unitsSaid } from './units.rules.ts'
import { textsOf, unorderedRows } from './unread.rules.ts'

/**
 * Reads every line of a text, in its order. It awaits `breathe` before each line, so that a long text does not hold up
 * other callers.
 */
export async function readOrderText<A extends KnownArticle>(
  text: string,
  shelf: Shelf<A>,
  breathe: () => Promise<void> = async () => {},
  { codeColumn, units = '' }: Answered = {},
): Promise<ReadText<A>> {
  const lines = linesOf(text)
  const declared = unitsSaid(
    lines.filter((line) => !isTooLong(line)),
    linesOf(units),
  )
  const context: Context = { unit: declared.ofAll }
  const read = await readLines(declared.lines, shelf, context, breathe)
  const { known, either, heads, codeFirst } = contextsOf(read, shelf, codeColumn)
  const parts: Part<A>[] = []
  for (const { line, parts: first } of read) {
    if (heads.has(line)) continue
    const more = known.get(line)
    if (more) await breathe()
    const again = more ? readLine(line, shelf, { ...context, ...more }) : first
    parts.push(...again.map((part) => directed(part, codeFirst, context.unit)))
  }
  const long = lines.filter(isTooLong).map((line): Part<A> => question(line, 'tooLong'))
  const all = joinHalves(asOne(parts, either), context)
  const ordered = [...all, ...long].sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
  return answerOf(ordered, declared.notices)
}

/** Reads lines under headings as rows of a table, and every other line by itself. */
async function readLines<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shelf: Shelf<A>,
  context: Context,
  breathe: () => Promise<void>,
): Promise<ReadLine<A>[]> {
  let table: Table | undefined
  const read: ReadLine<A>[] = []
  const rows: Part<A>[] = []
  for (const [at, line] of lines.entries()) {
    await breathe()
    const of = line.isQuoted ? 'quote' : line.isMedia ? 'media' : undefined
    if (of || line.read === '') {
      read.push({ line, parts: [{ kind: 'words', lines: line.lines, text: line.text, read: line.read, of }] })
      continue
    }
    const headings = tableOf(line, lines[at + 1])
    table = headings ?? table
    if (headings) continue
    const row = table && readRow(table, line, shelf, context)
    rows.push(...(row ?? []))
    read.push({ line, parts: row ?? readLine(line, shelf, context) })
  }
  const asked = forgottenIn(rows)
  return read.map((lineRead) => ({
    ...lineRead,
    parts: lineRead.parts.map((part) => asked.get(part) ?? part),
  }))
}

/** So many questions about one unit become one question. */
const FEWEST_OF_UNIT = 3
/** Makes one question of those that ask the same: which column holds the codes, or what 'caja' counts. */
function asOne<A extends KnownArticle>(parts: readonly Part<A>[], either: readonly EitherColumn[]): Part<A>[] {
  const columnOf = new Map(
    either.flatMap(({ lines, columns }, at) =>
      lines.flatMap((line) => line.lines.map((number) => [number, { key: `${at}`, columns }])),
    ),
  )
  const wordOf = (part: Part<A>): string => {
    if (part.kind === 'line') return part.trace?.beside ?? ''
    const isOfUnit = part.kind === 'question' && (part.doubt === 'unknownUnit' || part.doubt === 'unsurePack')
    return isOfUnit ? part.word : ''
  }
  const keyOf = (part: Part<A>): string => columnOf.get(part.lines[0] ?? 0)?.key ?? singular(fold(wordOf(part)))
  const groups = grouped(parts, keyOf)
  return parts.flatMap((part) => {
    const key = keyOf(part)
    const group = groups.get(key) ?? []
    const column = columnOf.get(part.lines[0] ?? 0)
    if (key === '' || (!column && group.length < FEWEST_OF_UNIT)) return part
    if (part !== group[0]) return []
    const whole = {
      lines: [...new Set(group.flatMap(({ lines }) => lines))],
      text: group.map(({ text }) => text).join('\n'),
    }
    return column
      ? { ...question<A>(whole, 'eitherColumn'), codeColumns: column.columns }
      : { ...question<A>(whole, 'unknownUnit'), unit: wordOf(part) }
  })
}

/** The answer for all parts. Lines of one article become one line with their quantities added. */
function answerOf<A extends KnownArticle>(parts: readonly Part<A>[], said: readonly string[]): ReadText<A> {
  const made: Entry<A>[] = []
  const again = new Map<number, OrderedLine<A>[]>()
  for (const part of parts) {
    if (part.kind === 'words') continue
    const { trace: _, ...entry } = part
    const before = entry.kind === 'line' ? again.get(entry.article.articleId) : undefined
    if (before && entry.kind === 'line') before.push(entry)
    else {
      if (entry.kind === 'line') again.set(entry.article.articleId, [entry])
      made.push(entry)
    }
  }
  const entries = made.map((entry) =>
    entry.kind === 'line' ? sumOf(again.get(entry.article.articleId) ?? [entry]) : entry,
  )
  const zeros = parts.filter((part) => part.kind === 'line' && part.trace?.isWithoutZeros).length
  const unordered = unorderedRows(parts)
  const notices = [
    zeros > 0 && (zeros === 1 ? '1 código venía sin sus ceros' : `${zeros} códigos venían sin sus ceros`),
    unordered > 0 && (unordered === 1 ? '1 fila sin cantidad' : `${unordered} filas sin cantidad`),
    ...said,
  ].filter((notice) => typeof notice === 'string')
  return { entries, texts: textsOf(parts), notices }
}

/** Makes one line of the lines of an article: the quantities are added, and listed as addends. */
function sumOf<A extends KnownArticle>(lines: readonly OrderedLine<A>[]): OrderedLine<A> {
  const [first, ...others] = lines as [OrderedLine<A>, ...OrderedLine<A>[]]
  if (others.length === 0) return first
  const addends = lines.map(({ quantity }) => quantity)
  return {
    ...first,
    lines: lines.flatMap((line) => line.lines),
    text: lines.map(({ text }) => text).join('\n'),
    quantity: addends.reduce((sum, quantity) => sum + quantity, 0),
    addends,
    note: [...new Set(lines.map(({ note }) => note))].filter(Boolean).join('; '),
    marks: [...new Set([...lines.flatMap(({ marks }) => marks), addends.join(' + ')])],
  }
}
