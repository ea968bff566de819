/**
 * What a pasted or typed text orders (R38). A line becomes an order's line only when its code and its quantity are
 * certain; everything else is a question or no line at all, and is answered as such: pure.
 */
import {
  type Doubt,
  type KnownArticle,
  type KnownArticles,
  noLine,
  question,
  type TextEntry,
} from './quick-order.types.ts'
import { type Code, codesIn } from './text-codes.rules.ts'
import {
  countsOf,
  countsProposed,
  isUnclear,
  numbersIn,
  type Pair,
  pairings,
  unitsOf,
} from './text-counts.rules.ts'
import { doubtTogether } from './text-doubts.rules.ts'
import { halfOf, joinLines, type Read } from './text-halves.rules.ts'
import type { WrittenNumber } from './text-numbers.rules.ts'
import { linesOf, type Piece, piecesOf, type WrittenLine } from './text-pieces.rules.ts'
import { readRow, type Table, tableOf } from './text-tables.rules.ts'
import {
  ABOUT_ORDER,
  CROSSED,
  FILLERS,
  isDoubtful,
  isVariant,
  LONG_NUMBER,
  looksLikeCode,
  OF_ADDRESS,
  SHORT_WORD,
  tells,
  wordsOf,
} from './text-words.rules.ts'

/** Lines that are read before `pause` is asked for: a long text holds nobody else up. */
const LINES_AT_ONCE = 20
/** Characters; what is longer is no line that somebody wrote. */
const LONGEST_LINE = 1_500

/** Reads every line of a text; each ends as a line, a question or as none of both, in the order of the text. */
export async function readOrderText<A extends KnownArticle>(
  text: string,
  shop: KnownArticles<A>,
  pause: () => Promise<void> = async () => {},
): Promise<TextEntry<A>[]> {
  return doubtTogether(joinLines(await readLines(linesOf(text), shop, pause)))
}

const NUMBERED = /^\s*(\d{1,3})\s?[.)\-:\t°º ]\s*(?=.*\d)/
/** Lines that count so; two quantities in front may count by chance, three hardly. */
const FEWEST_NUMBERED = 3

/** What is left of the lines that begin with 1, 2, 3… */
function withoutNumbers(lines: readonly WrittenLine[]): ReadonlyMap<WrittenLine, string> {
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

/** A table's lines by its headings, every other line by itself. */
async function readLines<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
  pause: () => Promise<void>,
): Promise<Read<A>[]> {
  const unnumbered = withoutNumbers(lines)
  let table: Table | undefined
  const read: Read<A>[] = []
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause()
    if (line.text.length > LONGEST_LINE) {
      read.push(noLine(line, 'tooLong'))
      continue
    }
    const headings = tableOf(line.read)
    table = headings ?? table
    const row = headings ? noLine(line) : table && readRow(table, line, shop)
    if (row) read.push(row)
    else read.push(...readLine({ ...line, read: unnumbered.get(line) ?? line.read }, shop))
  }
  return read
}

const SENTENCES = /(?<=[.!?])\s+(?=[¿¡]?\p{Lu})/u
const ADDED = /\d\D*\+\s*\d+(\s|$)/
const SEGMENTS = /\s[-–]\s|[;|+]|,(?!\d)|\sy\s(?!medi[ao]\b)/iu

/** Whether a part of a line orders or asks something by itself, or is plainly about the order as a whole. */
const standsAlone = <A extends KnownArticle>(entry: Read<A>): boolean =>
  entry.kind === 'line' ||
  (entry.kind === 'question' &&
    (entry.articles.length > 0 || entry.doubt === 'unknownCode' || entry.doubt === 'noCode')) ||
  ABOUT_ORDER.has([...wordsOf(entry.text)][0] ?? '')

/** A line as a whole or, where that is not clear, its sentences or parts: 'RJ10014 x 6, RY20418 x 6'. */
function readLine<A extends KnownArticle>(written: WrittenLine, shop: KnownArticles<A>): Read<A>[] {
  const whole = readPieces(written, shop)
  if (whole.some(({ kind }) => kind === 'line')) return whole
  for (const [sign, mayBeOther] of [
    [SENTENCES, true],
    [SEGMENTS, false],
  ] as const) {
    const parts = written.read.split(sign).map((part) => part.trim())
    // A question or a tale of all of it is none of its last part alone.
    // '1 bulto + 3 sueltas' is one quantity.
    if (!mayBeOther && parts.some((part) => ADDED.test(written.read) && !/\d.*\d/.test(part))) continue
    const isAbout = CROSSED.test(written.read) || [...wordsOf(written.read)].some(tells)
    if (parts.length < 2 || (!mayBeOther && isAbout)) continue
    const apart = parts.flatMap((read) => readPieces({ ...written, text: read, read }, shop))
    const isOrder = apart.some(({ kind }) => kind === 'line') && (mayBeOther || apart.every(standsAlone))
    if (isOrder) return apart.map(({ half: _, ...entry }) => entry as Read<A>)
  }
  return whole
}

function readPieces<A extends KnownArticle>(written: WrittenLine, shop: KnownArticles<A>): Read<A>[] {
  const { lines, text: whole, read: text } = written
  const pieces = piecesOf(text, (key) => shop.byCode(key).length > 0)
  const { codes: found, tangled } = codesIn(pieces, text, shop)
  if (tangled) return [question(written, 'severalArticles', tangled)]
  const definite = found.filter(({ number }) => number === undefined)
  // 'Calle 24 N° 1000' names no articles, whatever they are called.
  const isDigits = found.every(({ from, to }) =>
    pieces.slice(from, to).every(({ text: run }) => /^\d+$/.test(run)),
  )
  const isAddress = pieces.some(({ folded }) => OF_ADDRESS.has(folded))
  if (isDigits && (isAddress || ABOUT_ORDER.has(pieces[0]?.folded ?? ''))) return [noLine(written)]
  // Beside one word that can be nothing but a code, a number is a number, even if some article is called that.
  const alone = definite.length === 1 ? marksOf(pieces, text, definite) : undefined
  const marks = alone && alone.counts.length < 2 ? alone : marksOf(pieces, text, found)
  const { codes, counts, unread, doubt, only, pairs } = alone && marks.pairs.length !== 1 ? alone : marks
  if (codes.length === 0) return [withoutCode(written, pieces, counts, unread)]
  if (pairs.length !== 1) {
    const why =
      doubt ?? (counts.length === 0 ? 'noQuantity' : codes.length > 1 ? 'severalArticles' : 'unclearQuantity')
    const articles = codes.flatMap((code) => code.articles)
    const asked = question(written, why, articles, countsProposed(only, counts))
    const isBare = unread.every(({ folded }) => FILLERS.has(folded))
    return [why === 'noQuantity' && isBare ? { ...asked, half: halfOf(codes) } : asked]
  }
  const [one = []] = pairs
  return one.map(({ code, number }, at) => {
    const [from, to] = spanOf(pieces, text, one, at)
    const here = { lines, text: one.length > 1 ? text.slice(from, to).trim() : whole }
    const words = unread.filter((piece) => piece.from >= from && piece.to <= to)
    const [article, ...rest] = code.articles
    const known = wordsOf(article?.description ?? '')
    const unknown = words.find((piece) => looksLikeCode(piece.folded) && !known.has(piece.folded))
    const { quantity, isSure } = article ? unitsOf(article, number) : { quantity: null, isSure: false }
    const ask = (why: Doubt) => question(here, why, code.articles, quantity)
    if (!article || rest.length > 0) return ask('severalArticles')
    if (doubt) return ask(doubt)
    const isTale = unread.some(({ folded }) => tells(folded))
    if (isTale || CROSSED.test(text) || words.some(({ folded }) => isDoubtful(folded))) return ask('inWords')
    if (unknown) return { ...ask('unknownCode'), word: unknown.text }
    if (words.some((word) => namesAnother(word.folded, known, shop))) return ask('severalArticles')
    if (quantity === null || !isSure) return ask('unsurePack')
    if (isUnclear(pieces, code, number, isNamedBy(known, words))) return ask('unclearQuantity')
    const note = words.filter(({ folded }) => !FILLERS.has(folded) && !known.has(folded))
    return { kind: 'line', ...here, article, quantity, note: note.map((piece) => piece.text).join(' ') }
  })
}

/** Codes and counts of a line, the words beside them, and every way in which they go together. */
function marksOf<A extends KnownArticle>(pieces: readonly Piece[], text: string, codes: readonly Code<A>[]) {
  const numbers = numbersIn(pieces, codes, text)
  const unread = wordsLeft(pieces, codes, numbers.all)
  const only = codes.length === 1 && codes[0]?.articles.length === 1 ? codes[0].articles[0] : undefined
  const { counts, doubt } = only
    ? countsOf(only, numbers.counts, unread)
    : { counts: numbers.counts, doubt: undefined }
  return {
    codes,
    counts: doubt ? numbers.counts : counts,
    unread,
    only,
    doubt,
    pairs: pairings(codes, counts, unread),
  }
}

/** Whether every telling word of a name stands beside its code. */
const isNamedBy = (name: ReadonlySet<string>, words: readonly Piece[]): boolean => {
  const telling = [...name].filter((word) => word.length > SHORT_WORD && !/\d/.test(word))
  return telling.length > 0 && telling.every((word) => words.some(({ folded }) => folded === word))
}

/** Whether a word beside a code stands in the name of other articles and not in its own. */
const namesAnother = (
  word: string,
  known: ReadonlySet<string>,
  shop: { isNameWord(word: string): boolean },
): boolean =>
  word.length > SHORT_WORD &&
  !/\d/.test(word) &&
  !FILLERS.has(word) &&
  !isVariant(word) &&
  !known.has(word) &&
  !known.has(word.replace(/s$/, '')) &&
  !known.has(word.replace(/es$/, '')) &&
  shop.isNameWord(word)

/** A line without any known code. */
function withoutCode<A extends KnownArticle>(
  written: WrittenLine,
  pieces: readonly Piece[],
  numbers: readonly WrittenNumber[],
  unread: readonly Piece[],
): Read<A> {
  const other: TextEntry<A> = noLine(written)
  const [count, ...more] = numbers
  const quantity =
    count && more.length === 0 && count.packOf === undefined && !count.unit ? count.value : null
  const code = unread.find(({ folded }) => looksLikeCode(folded)) ?? longNumber(pieces, numbers)
  if (code) {
    const given = code.text === String(quantity) ? null : quantity
    return { ...question<A>(written, 'unknownCode', [], given), word: code.text }
  }
  if (!count) return other
  const named = unread.filter(({ folded }) => folded.length > 2 && !FILLERS.has(folded))
  if (named.length > 0) {
    const word = named.map(({ text }) => text).join(' ')
    return { ...question<A>(written, 'noCode', [], quantity), word }
  }
  return more.length === 0
    ? { ...other, half: { article: undefined, number: count, isDigitCode: false } }
    : other
}

/** A number of five digits or more that nothing says to be a quantity. */
function longNumber(pieces: readonly Piece[], numbers: readonly WrittenNumber[]): Piece | undefined {
  const long = numbers.find(
    ({ from, to, unit }) => to === from + 1 && !unit && LONG_NUMBER.test(pieces[from]?.text ?? ''),
  )
  return long && pieces[long.from]
}

/** The pieces that are neither a code nor a number that counts. */
function wordsLeft(
  pieces: readonly Piece[],
  codes: readonly Code<unknown>[],
  numbers: readonly Pick<WrittenNumber, 'from' | 'to'>[],
): Piece[] {
  const taken = [...codes, ...numbers]
  return pieces.filter((_, at) => !taken.some(({ from, to }) => from <= at && at < to))
}

/** From where to where in the line a pair and the words that belong to it stand. */
function spanOf(
  pieces: readonly Piece[],
  text: string,
  pairs: readonly Pair<unknown>[],
  at: number,
): [number, number] {
  const begin = (pair: Pair<unknown> | undefined, otherwise: number) =>
    (pair && pieces[Math.min(pair.code.from, pair.number.from)]?.from) ?? otherwise
  return [at === 0 ? 0 : begin(pairs[at], 0), begin(pairs[at + 1], text.length)]
}
