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
  type Part,
  question,
  type ReadText,
  type Shelf,
} from './text.types.ts'
import { unitsSaid } from './units.rules.ts'
import { isUnordered, textsOf } from './unread.rules.ts'

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

/** The article that each part orders, asks about or speaks of; 'el de arriba' is that of the part above. */
function articlesNamed<A extends KnownArticle>(parts: readonly Part<A>[]): Map<Part<A>, A> {
  const named = new Map<Part<A>, A>()
  let above: A | undefined
  for (const part of parts) {
    if (isUnordered(part)) continue
    const { article, isOfAbove } = part.trace ?? {}
    const [asked, ...others] = part.kind === 'question' && part.doubt !== 'otherName' ? part.articles : []
    const own = part.kind === 'line' ? part.article : others.length > 0 ? undefined : (asked ?? article)
    const one = isOfAbove ? above : own
    if (one) named.set(part, one)
    above = one ?? above
  }
  return named
}

/** The answer for all parts. Those about an article that one of them orders are one entry. */
function answerOf<A extends KnownArticle>(parts: readonly Part<A>[], said: readonly string[]): ReadText<A> {
  const named = articlesNamed(parts)
  const groups = grouped(parts, (part) => named.get(part)?.articleId)
  const wholeOf = (part: Part<A>): Part<A>[] => {
    const about = named.has(part) ? groups.get(named.get(part)?.articleId) : undefined
    return about?.some(({ kind }) => kind === 'line') ? about : [part]
  }
  const entries = parts.flatMap((part): Entry<A>[] => {
    const whole = wholeOf(part)
    const article = named.get(part)
    if (part !== whole[0]) return []
    if (article && whole.some(({ kind }) => kind === 'line')) return [entryOf(whole, article)]
    return part.kind === 'question' ? [part] : []
  })
  const zeros = parts.filter((part) => part.kind === 'line' && part.trace?.isWithoutZeros).length
  const unordered = parts.filter(isUnordered).length
  const notices = [
    zeros > 0 && (zeros === 1 ? '1 código venía sin sus ceros' : `${zeros} códigos venían sin sus ceros`),
    unordered > 0 && (unordered === 1 ? '1 fila sin cantidad' : `${unordered} filas sin cantidad`),
    ...said,
  ].filter((notice) => typeof notice === 'string')
  return { entries, texts: textsOf(parts.filter((part) => wholeOf(part).length === 1)), notices }
}

/**
 * The entry of all parts about one article: a line with the quantities of all lines added, or a question where one of the parts
 * is no line: 'del 104 eran 8'.
 */
function entryOf<A extends KnownArticle>(parts: readonly Part<A>[], article: A): Entry<A> {
  const lines = parts.filter((part) => part.kind === 'line')
  const all = parts.flatMap((part) => (part.kind === 'words' || part.quantity === null ? [] : [part.quantity]))
  const addends = parts.length > 1 ? all : []
  const whole = { lines: parts.flatMap((part) => part.lines), text: parts.map(({ text }) => text).join('\n') }
  const marks = lines.flatMap((line) => line.marks)
  if (lines.length < parts.length)
    return { ...question(whole, 'saidAgain', [article]), addends, marks: [...new Set(marks)] }
  return {
    kind: 'line',
    ...whole,
    article,
    quantity: all.reduce((sum, quantity) => sum + quantity, 0),
    addends,
    note: [...new Set(lines.map(({ note }) => note))].filter(Boolean).join('; '),
    marks: [...new Set(addends.length > 0 ? [...marks, addends.join(' + ')] : marks)],
  }
}
