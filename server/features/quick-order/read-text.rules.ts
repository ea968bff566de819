/**
 * What a pasted or typed text orders (R38). A line becomes an order's line only when its code and its quantity are
 * certain; everything else is a question or no line at all, and is answered as such: pure.
 */
import { fold } from '../../../contract/codes.ts'
import {
  type KnownArticle,
  type KnownArticles,
  noLine,
  question,
  type TextEntry,
} from './quick-order.types.ts'
import { type Code, codesIn, writesApart } from './text-codes.rules.ts'
import { countsOf, countsProposed, numbersIn, type Pair, pairings, unitsOf } from './text-counts.rules.ts'
import { doubtTogether } from './text-doubts.rules.ts'
import { type Candidate, type Objection, objectionTo, unexplainedIn } from './text-evidence.rules.ts'
import { unquoted } from './text-forwards.rules.ts'
import { halfOf, joinLines, type Read } from './text-halves.rules.ts'
import { type Beside, besideEach, shapeOf, withoutNumbers } from './text-layout.rules.ts'
import { isOfName, singular } from './text-names.rules.ts'
import type { WrittenNumber } from './text-numbers.rules.ts'
import { asksAnew, isAbout, openingOf, opensInDoubt, opensOtherwise } from './text-openings.rules.ts'
import { type Piece, piecesOf } from './text-pieces.rules.ts'
import { recordsOf } from './text-records.rules.ts'
import { hasOpenClause, sentencesBehind } from './text-remarks.rules.ts'
import { asksFor, holdsBack, isOfHandling, unitOfAll, waits } from './text-sentences.rules.ts'
import { readRow, type Table, tableOf } from './text-tables.rules.ts'
import { isFiller, isHarmless } from './text-vocabulary.rules.ts'
import {
  ABOUT_ORDER,
  isDoubtful,
  LONG_NUMBER,
  looksLikeCode,
  OF_ADDRESS,
  SHORT_WORD,
  wordsOf,
} from './text-words.rules.ts'
import { isTooLong, linesOf, type WrittenLine } from './text-written.rules.ts'

/**
 * Reads every line of a text; each ends as a line, a question or as none of both, in the order of the text. `breathe` is asked for
 * before each step: a long text holds nobody else up.
 */
export async function readOrderText<A extends KnownArticle>(
  text: string,
  shop: KnownArticles<A>,
  breathe: () => Promise<void> = async () => {},
): Promise<TextEntry<A>[]> {
  const lines = unquoted(await linesOf(text, breathe), shop)
  const read = joinLines(await readLines(lines, shop, breathe))
  return doubtTogether(read, (word) => shop.isNameWord(word), breathe)
}

/** A table's lines by its headings, every other line by itself; what stays open is read again beside the others. */
async function readLines<A extends KnownArticle>(
  lines: readonly WrittenLine[],
  shop: KnownArticles<A>,
  breathe: () => Promise<void>,
): Promise<Read<A>[]> {
  const unnumbered = withoutNumbers(lines)
  const unit = unitOfAll(lines)
  const isSpaced = lines.some(({ read }) => writesApart(read, shop))
  const isOneOfMany = lines.filter(({ read }) => /\d/.test(read)).length > 1
  const together = recordsOf(lines, shop, unit)
  const inRecords = new Set([...together.values()].flatMap((record) => record.lines))
  let table: Table | undefined
  const read: { line: WrittenLine; entries: Read<A>[] }[] = []
  for (const [at, line] of lines.entries()) {
    await breathe()
    if (isTooLong(line)) {
      read.push({ line, entries: [noLine(line, 'tooLong')] })
      continue
    }
    const record = together.get(line)
    if (record) read.push({ line, entries: [...record.entries] })
    if (record || inRecords.has(line)) continue
    const headings = tableOf(line.read, () => lines.slice(at + 1))
    table = headings ?? table
    const row = headings ? noLine(line) : table && readRow(table, line, shop, unit)
    const rest = { ...line, read: unnumbered.get(line) ?? line.read }
    read.push({ line: rest, entries: row ? [row] : readLine(rest, shop, { unit, isSpaced, isOneOfMany }) })
  }
  const beside = besideEach(read)
  const all: Read<A>[] = []
  for (const { line, entries } of read) {
    const more = beside.get(line)
    if (more) await breathe()
    all.push(...(more ? readLine(line, shop, { ...more, unit, isSpaced, isOneOfMany }) : entries))
  }
  return all
}

/** Abbreviations are short: 'cod. 24', 'unid. de'. */
const SENTENCES = /(?<=[.!?])\s+(?=[¿¡]?\p{Lu})|(?<=\p{L}{6}[.!?]+)\s+(?=\p{L})/u
const STRONGEST = /[;|]/
const ADDED = /\d\D*\+\s*\d+(\s|$)/
const SEGMENTS =
  /\s[-–/]\s|[;|+]|,(?!\d)|(?<!(?:diez|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa))\sy\s(?!(?:medi[ao]|pico)\b)/iu
/** '…, 12 de cada una, y RY20418 x 3' */
const BEHIND_EACH = /(?<=\bcada (?:un[oa]|\p{L}+)),\s/iu

/** Whether a part of a line is something by itself: an order, a question that lacks no number, or words that change nothing. */
const standsAlone = <A extends KnownArticle>(
  entry: Read<A>,
  { isNameWord }: Pick<KnownArticles<A>, 'isNameWord'>,
): boolean => {
  const words = [...wordsOf(entry.text)]
  if (entry.kind === 'line' || ABOUT_ORDER.has(words[0] ?? '')) return true
  if (entry.kind === 'question' && entry.articles.some(({ code }) => /\p{L}|\d{4}/u.test(code)))
    return entry.doubt !== 'noQuantity' || words.some(isDoubtful)
  // '… y 3 sueltas' goes on with what stands before it.
  if (entry.kind === 'question' && entry.doubt === 'noCode')
    return (
      (/\d/.test(entry.text)
        ? !/^\W*\d/.test(entry.text) && !(entry.quantity !== null && words.some(isDoubtful))
        : entry.quantity === null) ||
      words.some((word) => word.length > SHORT_WORD && (isNameWord(word) || isNameWord(singular(word))))
    )
  if (entry.kind === 'question') return entry.doubt === 'unknownCode'
  return !entry.half && !words.some(isDoubtful)
}

/** What stands in brackets is said of what stands before them. */
const CUT_BRACKET = /\([^)]*$/
const OTHERWISE = /^(y )?(si no|sino|(si hay|si ten\w*)(?! \d))/i

/** A line as a whole or, where that is not clear, its sentences or parts: 'RJ10014 x 6, RY20418 x 6'. */
function readLine<A extends KnownArticle>(
  written: WrittenLine,
  shop: KnownArticles<A>,
  beside: Beside,
): Read<A>[] {
  const whole = readPieces(written, shop, beside)
  // What somebody else wrote is read to be seen, not to be ordered.
  if (/^\s*>/.test(written.read)) return whole
  if (whole.some(({ kind }) => kind === 'line')) {
    const said = sentencesBehind(written.text)
    if (said === undefined) return whole
    const cut = whole.map((entry) => ({ ...entry, text: entry.text.replace(said, '').trim() }))
    return [...cut, noLine({ ...written, text: said })]
  }
  for (const [sign, mayBeOther] of [
    [SENTENCES, true],
    [STRONGEST, false],
    [SEGMENTS, false],
  ] as const) {
    // One number for each of several codes is of none of them alone: 'RY10013 y RY10014 12 de cada una, …'.
    const between = sign === SEGMENTS && /\bcada\b/i.test(written.read) ? BEHIND_EACH : sign
    const parts = written.read.split(between).map((part) => part.trim())
    // A question or a tale of all of it is none of its last part alone.
    // '1 bulto + 3 sueltas' is one quantity.
    if (!mayBeOther && parts.some((part) => ADDED.test(written.read) && !/\d.*\d/.test(part))) continue
    // '…, si no hay RY10014' may take the place of what stands before it.
    if (parts.some((part) => CUT_BRACKET.test(part) || (!mayBeOther && OTHERWISE.test(part)))) continue
    if (
      parts.length < 2 ||
      opensInDoubt(written.read, shop.isNameWord) ||
      (!mayBeOther && isAbout(written.read))
    )
      continue
    const apart = parts.flatMap((read) => readPieces({ ...written, text: read, read }, shop, beside))
    const isOrder =
      apart.some(({ kind }) => kind === 'line') &&
      (mayBeOther ||
        apart.every(
          (part, at) =>
            standsAlone(part, shop) &&
            !(at > 0 && part.kind === 'other' && hasOpenClause(piecesOf(part.text, () => false))),
        ))
    if (isOrder) return apart.map(({ half: _, ...entry }) => entry as Read<A>)
  }
  return whole
}

function readPieces<A extends KnownArticle>(
  written: WrittenLine,
  shop: KnownArticles<A>,
  beside: Beside,
): Read<A>[] {
  const { lines, text: whole, read: text } = written
  const pieces = piecesOf(text, (key) => shop.byCode(key).length > 0)
  const { codes: found, again, tangled } = codesIn(pieces, text, shop, beside.isSpaced === true)
  if (tangled) return [question(written, 'severalArticles', tangled)]
  const definite = found.filter(({ number }) => number === undefined)
  // 'Calle 24 N° 1000' names no articles, whatever they are called.
  const isDigits = found.every(({ from, to }) =>
    pieces.slice(from, to).every(({ text: run }) => /^\d+$/.test(run)),
  )
  const isAddress = pieces.some(({ folded }) => OF_ADDRESS.has(folded))
  if (isDigits && (isAddress || ABOUT_ORDER.has(pieces[0]?.folded ?? ''))) return [noLine(written)]
  // Beside one word that can be nothing but a code, a number is a number, even if some article is called that.
  const isForAll = pieces.some(({ folded }) => folded === 'cada')
  const each = found.filter(({ number, articles: [article] }) => !number || /\d{4}/.test(article?.code ?? ''))
  const alone =
    definite.length === 1 || isForAll
      ? marksOf(
          pieces,
          text,
          isForAll ? each.map((code) => ({ ...code, number: undefined })) : definite,
          beside,
          again,
        )
      : undefined
  const all = alone && alone.counts.length < 2 ? alone : marksOf(pieces, text, found, beside, again)
  // '4567 24' among lines that all begin with their code.
  const inOrder = all.pairs.filter((pairs) =>
    pairs.every(({ code, number }) => code.from < number.from === (beside.first === 'C')),
  )
  const marks = beside.first && all.pairs.length > 1 ? { ...all, pairs: inOrder } : all
  const { codes, counts, unread, doubt, only, pairs } = alone && marks.pairs.length !== 1 ? alone : marks
  if (codes.length === 0) return [withoutCode(written, pieces, counts, unread)]
  if (pairs.length !== 1) {
    const why =
      doubt ?? (counts.length === 0 ? 'noQuantity' : codes.length > 1 ? 'severalArticles' : 'unclearQuantity')
    const articles = codes.flatMap((code) => code.articles)
    const asked = question(written, why, articles, countsProposed(only, counts))
    const isBare = unread.every(
      ({ folded }) => isFiller(folded) || codes[0]?.articles.some((article) => isOfName(folded, article)),
    )
    if (pairs.length > 1) return [{ ...asked, half: halfOf(codes), isEitherWay: true }]
    if (why === 'noQuantity' && isBare) return [{ ...asked, half: halfOf(codes) }]
    return [
      only && !areJoined(pieces, text, counts)
        ? { ...asked, trace: { article: only, counts, shape: undefined, place: undefined } }
        : asked,
    ]
  }
  const [one = []] = pairs
  const articles = one.flatMap(({ code }) => code.articles)
  // 'el RY10013 que sean 24' changes what somebody ordered before.
  // '… te había pedido 6 RY10013, ahora necesito 10 RY10014'
  const anew = one.findIndex(
    (_, at) => at > 0 && asksAnew(text.slice(endOf(pieces, one[at - 1]), spanOf(pieces, text, one, at)[0])),
  )
  const open = opensOtherwise(text)
    ? 'inWords'
    : (doubt ?? (opensInDoubt(text, shop.isNameWord) ? 'inWords' : undefined))
  const isShared = one.length > 1 && one.every(({ number }) => number === one[0]?.number)
  return one.map(({ code, number }, at) => {
    const [from, end] = spanOf(pieces, text, one, at)
    const own = endOf(pieces, { code, number })
    // '…, y si te entró el SI-TY1017 poneme 4' is of the next alone.
    const next = at < one.length - 1 ? NEXT_CLAUSE.exec(text.slice(own, end)) : null
    const to = next ? own + next.index : end
    const here = { lines, text: one.length > 1 ? text.slice(from, to).trim() : whole }
    // What stands between two pairs may be said of either.
    // What stands before a colon and asks, says nothing against what it asks for.
    const opening = at === 0 ? openingOf(text) : ''
    const isSettled = opening !== '' && (asksFor(opening) || isOfHandling(fold(opening)))
    const since = isSettled ? opening.length : Math.min(from, endOf(pieces, one[at - 1]))
    const words = unread.filter((piece) => piece.from >= since && piece.to <= to)
    const begins = pieces[Math.min(code.from, number.from)]?.from ?? 0
    const [article] = code.articles
    const quantity = article ? unitsOf(article, number).quantity : null
    const candidate: Candidate<A> | undefined = article && {
      code,
      number,
      article,
      pieces,
      text,
      unread,
      words,
      articles,
      isShared,
      open:
        (anew < 0 || at < anew ? open : doubt) ??
        (holdsBack(text.slice(own, to)) || (at > 0 && waits(text.slice(since, begins)))
          ? 'inWords'
          : undefined),
      shop,
      beside,
    }
    const objection: Objection | undefined = candidate ? objectionTo(candidate) : { why: 'severalArticles' }
    const [odd, ...more] = candidate && objection?.isOfShape ? unexplainedIn(candidate) : []
    const trace = article && {
      article,
      odd: more.length === 0 ? odd?.folded : undefined,
      counts: [number],
      ...shapeOf(pieces, text, code, number),
    }
    if (!article || objection || quantity === null) {
      const { why, word = '', isOfShape } = objection ?? { why: 'unsurePack' as const }
      const asked = { ...question(here, why, code.articles, quantity), word }
      return isOfShape ? { ...asked, trace } : asked
    }
    const note = words.filter(
      ({ folded, from: begins }) => begins >= from && !isFiller(folded) && !isOfName(folded, article),
    )
    return {
      kind: 'line',
      ...here,
      article,
      quantity,
      trace,
      note: note.map((piece) => piece.text).join(' '),
    }
  })
}

/** Of two ways to read digits, the one in which each is a code whose name stands beside it. */
function likelier<A extends KnownArticle>(ways: readonly Pair<A>[][], unread: readonly Piece[]): Pair<A>[][] {
  const named = ways.filter((pairs) =>
    pairs.every(
      ({
        code: {
          articles: [article],
          number,
        },
      }) =>
        article !== undefined &&
        (!number || unread.some(({ folded }) => folded.length > 3 && isOfName(folded, article))),
    ),
  )
  return ways.length > 1 && named.length === 1 ? named : [...ways]
}

/** What goes on with a clause of its own. */
const NEXT_CLAUSE = /[,;]\s*y\s(?=[^,;]*$)|\sy\s(?=si (?!no\b)[^,;]*$)/i
const JOINING = /^\s*(?:a|o|u|y|ó|hasta|x|por|de|\p{Pd}|[/+*])\s*$/iu
/** Whether one number goes on in the next: '12 a 18', '6 o 7', '1 + 3'. */
const areJoined = (pieces: readonly Piece[], text: string, numbers: readonly WrittenNumber[]): boolean =>
  numbers.some(({ to }, at) => {
    const next = numbers[at + 1]
    return next && JOINING.test(text.slice(pieces[to - 1]?.to, pieces[next.from]?.from))
  })

/** Codes and counts of a line, the words beside them, and every way in which they go together. */
function marksOf<A extends KnownArticle>(
  pieces: readonly Piece[],
  text: string,
  codes: readonly Code<A>[],
  { unit, place }: Beside,
  again: readonly Code<A>[],
) {
  const numbers = numbersIn(pieces, codes, text, unit)
  const unread = wordsLeft(pieces, [...codes, ...again], numbers.all)
  const only = codes.length === 1 && codes[0]?.articles.length === 1 ? codes[0].articles[0] : undefined
  const { counts: open, doubt } = only
    ? countsOf(only, numbers.counts, unread)
    : { counts: numbers.counts, doubt: undefined }
  const counts = place === undefined ? open : open.slice(place, place + 1)
  return {
    codes,
    counts: doubt ? numbers.counts : counts,
    unread,
    only,
    doubt,
    pairs: likelier(pairings(codes, counts, unread), unread),
  }
}

/** A line without any known code. */
function withoutCode<A extends KnownArticle>(
  written: WrittenLine,
  pieces: readonly Piece[],
  numbers: readonly WrittenNumber[],
  unread: readonly Piece[],
): Read<A> {
  const other: TextEntry<A> = noLine(written)
  const code = unread.find(({ folded }) => looksLikeCode(folded)) ?? longNumber(pieces, numbers)
  const [count, ...more] = numbers.filter(({ from }) => pieces[from] !== code)
  const quantity =
    count && more.length === 0 && count.packOf === undefined && !count.unit ? count.value : null
  if (code) {
    return { ...question<A>(written, 'unknownCode', [], quantity), word: code.text }
  }
  if (!count) return other
  const named = unread.filter(({ folded }) => folded.length > 2 && !isHarmless(folded))
  if (named.length > 0) {
    const word = named.map(({ text }) => text).join(' ')
    const half =
      /\bcada\b/i.test(written.text) && more.length === 0
        ? { article: undefined, number: count, isDigitCode: false }
        : undefined
    return { ...question<A>(written, 'noCode', [], quantity), word, half }
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

/** Where a pair ends in the line. */
const endOf = (pieces: readonly Piece[], pair: Pair<unknown> | undefined): number =>
  (pair && pieces[Math.max(pair.code.to, pair.number.to) - 1]?.to) ?? 0

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
