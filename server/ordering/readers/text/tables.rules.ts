/** Tables and records in a pasted text: cells or labelled values, under headings that say what they hold. Pure. */
import { fold } from '../../../../contract/codes.ts'
import { articlesOfCell } from './codes.rules.ts'
import type { WrittenLine } from './lines.rules.ts'
import { isOfName } from './names.rules.ts'
import { numbersIn, unitsOf } from './numbers.rules.ts'
import { type Context, type KnownArticle, type Part, question, type Shelf, type Where } from './text.types.ts'
import { tokensOf } from './tokens.rules.ts'
import { HEADINGS, isDoubtful, isHarmless, isVariant, unitOf, wordsOf } from './words.rules.ts'

type Role = keyof typeof HEADINGS
/** What a heading says that its column, or the value behind it, holds; the first list that knows one of its words decides. */
function roleOf(heading: string): Role | undefined {
  const words = fold(heading)
    .replace('u.m', 'um')
    .split(/[^\p{L}\p{N}$]+/u)
    .filter(Boolean)
  if (words.length === 0 || words.length > MOST_HEADING_WORDS || words.some((word) => /\d/.test(word))) return
  // 'Unidades por bulto', 'Cant. x caja' is what a pack holds.
  const isOfPack =
    words.length > 1 &&
    words[0]?.startsWith('u') &&
    words.some((word) => word === 'b' || unitOf(word) === 'packs' || unitOf(word) === 'unsure')
  if (isOfPack || (words.length > 1 && words.some((word) => word === 'x' || word === 'por'))) return 'other'
  const roles = (Object.keys(HEADINGS) as Role[]).filter((role) =>
    words.some((word) => HEADINGS[role].has(word)),
  )
  // 'CANTIDAD UM' holds both: '6,00 UN'.
  return roles[0] === 'unit' && roles[1] === 'quantity' && words.length === 2 ? roles[1] : roles[0]
}
const MOST_HEADING_WORDS = 4
/** What stands for a unit in a column of units alone. */
const IN_COLUMN: Readonly<Record<string, string>> = { do: 'docena' }
/** What a heading says that its numbers count, as it would stand beside one. */
const unitIn = (heading: string): string =>
  [...wordsOf(heading)].find((word) => ['packs', 'dozens', 'unsure'].includes(unitOf(word) ?? '')) ?? ''

/** Where a table has what. Two tables may stand beside each other: 'Código Cant Código Cant'. */
export interface Table {
  readonly cells: number
  readonly blocks: readonly Block[]
  readonly split: (text: string) => string[]
}
interface Block {
  readonly codes: readonly number[]
  readonly quantities: readonly { readonly at: number; readonly unit: string }[]
  /** Columns that say what the quantity beside them counts. */
  readonly units: readonly number[]
  /** Columns in which something may stand that changes a row. */
  readonly notes: readonly number[]
}

const TABS = (text: string): string[] => text.split('\t').map((cell) => cell.trim())
const WIDE = (text: string): string[] => text.split(/ {2,}/).map((cell) => cell.trim())

/** The table that a line is the headings of, if it is any. */
export function tableOf(line: WrittenLine, below: WrittenLine | undefined): Table | undefined {
  if (/\d/.test(line.read)) return
  const isWide = !line.read.includes('\t') && / {2}/.test(line.read)
  const bySpace = (text: string) => text.trim().split(/\s+/)
  const isPlain =
    !line.read.includes('\t') &&
    !isWide &&
    below !== undefined &&
    bySpace(below.read).length === bySpace(line.read).length
  const split = isPlain ? bySpace : isWide ? WIDE : TABS
  const headings = split(line.read)
  const roles = headings.map(roleOf)
  const at = (...wanted: Role[]) =>
    roles.flatMap((role, place) => (role !== undefined && wanted.includes(role) ? [place] : []))
  const codes = at('code').length > 0 ? at('code') : at('article').slice(0, 1)
  const counted = at('quantity').length > 0 ? at('quantity') : at('unit')
  const quantities = counted.map((place) => ({ at: place, unit: unitIn(headings[place] ?? '') }))
  if (headings.length < 2 || codes.length === 0 || quantities.length === 0) return
  const notes = roles.flatMap((role, place) => (role === 'note' || role === undefined ? [place] : []))
  const areBeside =
    codes.length > 1 &&
    codes.length === quantities.length &&
    codes.every((place, nth) => place < (quantities[nth]?.at ?? 0) && (quantities[nth - 1]?.at ?? -1) < place)
  const starts = areBeside ? codes : [0]
  const blocks = starts.map((start, nth): Block => {
    const isOwn = (place: number) =>
      (nth === 0 || place >= start) && place < (starts[nth + 1] ?? headings.length)
    return {
      codes: codes.filter(isOwn),
      quantities: quantities.filter((quantity) => isOwn(quantity.at)),
      units: at('unit').filter((place) => isOwn(place) && !counted.includes(place)),
      notes: notes.filter(isOwn),
    }
  })
  return { cells: headings.length, blocks, split }
}

const EMPTY = /^[-–0.,\s]*$/

/** A code and its quantities, each said to be that: a line when they say one thing. */
function readCells<A extends KnownArticle>(
  here: Where,
  code: string,
  quantities: readonly { text: string; unit: string }[],
  shelf: Shelf<A>,
  context: Context,
): Part<A> {
  const { articles, withoutZeros } = articlesOfCell(code, shelf)
  const [article, ...others] = articles
  const filled = quantities.filter(({ text }) => !EMPTY.test(text))
  const read = filled.map(({ text, unit }) => {
    const tokens = tokensOf(text, () => false)
    const [number, ...more] = numbersIn(tokens)
    // A long price may stand close behind: '2,00 BUL 1.368.048,00'.
    const isCount =
      number?.from === 0 &&
      number.use === 'quantity' &&
      (number.to === tokens.length ||
        (number.unit !== undefined && more.every(({ withDecimals }) => withDecimals)))
    return isCount
      ? { ...number, unit: number.unit ?? unitOf(unit) ?? context.unit, unitWord: number.unitWord || unit }
      : undefined
  })
  if (!article)
    return question(here, 'unknownCode', [], read[0]?.unit ? null : (read[0]?.value ?? null), code)
  if (filled.length === 0) return question(here, 'noQuantity', articles)
  const [first, ...more] = read.map((number) =>
    number ? unitsOf(article, number) : { quantity: null, isSure: true },
  )
  const quantity = first?.quantity ?? null
  if (others.length > 0) return question(here, 'severalArticles', articles, quantity)
  if (quantity === null || more.some((other) => other.quantity !== quantity))
    return question(here, 'unclearQuantity', articles)
  if (!first?.isSure)
    return question(
      here,
      'unsurePack',
      articles,
      quantity,
      read[0]?.unit === 'unsure' ? read[0].unitWord : '',
    )
  const marks = [withoutZeros && `escrito ${withoutZeros}`, read[0]?.mark ?? ''].filter(Boolean)
  return {
    ...{ kind: 'line', lines: here.lines, text: here.text, article, quantity, addends: [], note: '', marks },
    trace: { article, counts: [], shape: '', isWithoutZeros: withoutZeros !== '' },
  }
}

/** A row of a table; undefined for a line that is none of it. Under its heading a code of two digits is a code. */
export function readRow<A extends KnownArticle>(
  table: Table,
  line: WrittenLine,
  shelf: Shelf<A>,
  context: Context,
): Part<A>[] | undefined {
  const cells = table.split(line.read)
  if (cells.length < 2 || cells.length > table.cells) return
  const here = { lines: line.lines, text: line.text }
  const parts = table.blocks.flatMap((block) => readBlock(block, cells, here, shelf, context) ?? [])
  return parts.length > 0 ? parts : undefined
}

function readBlock<A extends KnownArticle>(
  block: Block,
  cells: readonly string[],
  here: Where,
  shelf: Shelf<A>,
  context: Context,
): Part<A> | undefined {
  const filled = block.codes.map((at) => codeOfNamed(cells[at] ?? '', shelf)).filter(Boolean)
  const known = filled.filter((cell) => articlesOfCell(cell, shelf).articles.length > 0)
  const [code] = known.length > 0 ? known : filled
  if (code === undefined || (known.length === 0 && !/^\S*\d\S*$/.test(code))) return
  // A cell may say itself what the quantity counts: 'BULTO' under 'UM'.
  const wordOf = (cell: string) => fold(cell).replace('.', '')
  const isUnit = (cell: string) => unitOf(wordOf(cell)) !== undefined
  const inColumn = block.units.map((at) => cells[at] ?? '').find((cell) => /\p{L}/u.test(cell))
  const named = wordOf(inColumn ?? cells.find(isUnit) ?? '')
  const counts = block.quantities
    .map(({ at, unit }) => ({ text: cells[at] ?? '', unit: unit || (IN_COLUMN[named] ?? named) }))
    .filter(({ text }) => !isUnit(text))
  // An empty quantity is how a price list says 'not this one'.
  if (counts.every(({ text }) => EMPTY.test(text)))
    return {
      kind: 'words',
      ...here,
      read: here.text,
      trace: {
        ...{ article: articlesOfCell(code, shelf).articles[0], counts: [] },
        shape: counts.every(({ text }) => text === '') ? 'empty' : 'zero',
      },
    }
  const read = readCells(here, code, counts, shelf, context)
  if (read.kind !== 'line') return read
  if (inColumn && unitOf(IN_COLUMN[named] ?? named) === undefined)
    return question(here, 'unknownUnit', [read.article], null, inColumn)
  const said = block.notes.map((at) => cells[at] ?? '').filter(Boolean)
  const words = said
    .filter((cell) => !isUnit(cell))
    .flatMap((cell) =>
      tokensOf(cell, () => false).flatMap(({ folded, kind, isSaid }) =>
        kind === 'word' && !isSaid ? [folded] : [],
      ),
    )
  const doubtful = words.find((word) => isDoubtful(word) && !isOfName(word, read.article))
  if (doubtful) return question(here, 'says', [read.article], read.quantity, doubtful)
  const isOdd = words.some(
    (word) => !/\d/.test(word) && !isHarmless(word) && !isVariant(word) && !isOfName(word, read.article),
  )
  return { ...read, note: said.join(', '), odd: isOdd }
}

/** What stands before the name where a cell holds both: 'RY-2040' of 'RY-2040 Auto a fricción'. */
function codeOfNamed<A extends KnownArticle>(cell: string, shelf: Shelf<A>): string {
  if (articlesOfCell(cell, shelf).articles.length > 0) return cell
  const [first = '', ...rest] = cell.split(/\s+/)
  return rest.length > 0 && shelf.byCode(fold(first).replace(/[-.]/g, '')).length > 0 ? first : cell
}

/** Of as many rows one may lack its quantity because it was forgotten; where more do, they are not ordered. */
const ROWS_OF_FORGOTTEN = 10
/** Rows without a quantity that are asked about: where they are few; else they are not ordered. */
export function forgottenIn<A extends KnownArticle>(rows: readonly Part<A>[]): Map<Part<A>, Part<A>> {
  const empty = rows.filter((part) => part.kind === 'words' && part.trace?.shape === 'empty')
  const areFew = empty.length * ROWS_OF_FORGOTTEN <= rows.length
  return new Map(
    (areFew ? empty : []).map((part) => [
      part,
      question<A>(part, 'noQuantity', part.trace?.article ? [part.trace.article] : []),
    ]),
  )
}
