/** Tables and records in a pasted text: cells or labelled values, under headings that say what they hold. Pure. */
import { fold } from '../../../../contract/codes.ts'
import { articlesOfCell } from './codes.rules.ts'
import type { WrittenLine } from './lines.rules.ts'
import { isOfName } from './names.rules.ts'
import { numbersIn, unitsOf } from './numbers.rules.ts'
import { type Context, type KnownArticle, type Part, question, type Shelf, type Where } from './text.types.ts'
import { tokensOf } from './tokens.rules.ts'
import { HEADINGS, isDoubtful, unitOf, wordsOf } from './words.rules.ts'

type Role = keyof typeof HEADINGS
/** What a heading's column, or the value behind a label, holds. The first list that knows one of its words decides. */
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
  const roles = (Object.keys(HEADINGS) as Role[]).filter((role) => words.some((word) => HEADINGS[role].has(word)))
  // 'CANTIDAD UM' holds both: '6,00 UN'.
  return roles[0] === 'unit' && roles[1] === 'quantity' && words.length === 2 ? roles[1] : roles[0]
}
const MOST_HEADING_WORDS = 4
/** Short forms of units that are known only in a column of units. */
const IN_COLUMN: Readonly<Record<string, string>> = { do: 'docena' }
/** The unit word in a heading of quantities; '' for units or where it has none. */
const unitIn = (heading: string): string =>
  [...wordsOf(heading)].find((word) => ['packs', 'dozens', 'unsure'].includes(unitOf(word) ?? '')) ?? ''

/** The columns of a table. Two tables may stand side by side, each a block: 'Código Cant Código Cant'. */
export interface Table {
  readonly cells: number
  readonly blocks: readonly Block[]
  readonly split: (text: string) => string[]
}
interface Block {
  readonly codes: readonly number[]
  readonly quantities: readonly { readonly at: number; readonly unit: string }[]
  /** Columns with the unit of the quantity. */
  readonly units: readonly number[]
  /** Columns whose text may change what a row orders. */
  readonly notes: readonly number[]
}

const TABS = (text: string): string[] => text.split('\t').map((cell) => cell.trim())
const WIDE = (text: string): string[] => text.split(/ {2,}/).map((cell) => cell.trim())

/** The table whose headings a line holds; undefined for any other line. */
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
  // Under headings such as 'unid. vendidas' nothing is ordered.
  if (headings.length < 2 || codes.length === 0 || quantities.length + (isPlain ? 0 : at('other').length) === 0) return
  const notes = roles.flatMap((role, place) => (role === 'note' || role === undefined ? [place] : []))
  const areSideBySide =
    codes.length > 1 &&
    codes.length === quantities.length &&
    codes.every((place, nth) => place < (quantities[nth]?.at ?? 0) && (quantities[nth - 1]?.at ?? -1) < place)
  const starts = areSideBySide ? codes : [0]
  const blocks = starts.map((start, nth): Block => {
    const isInBlock = (place: number) => (nth === 0 || place >= start) && place < (starts[nth + 1] ?? headings.length)
    return {
      codes: codes.filter(isInBlock),
      quantities: quantities.filter((quantity) => isInBlock(quantity.at)),
      units: at('unit').filter((place) => isInBlock(place) && !counted.includes(place)),
      notes: notes.filter(isInBlock),
    }
  })
  return { cells: headings.length, blocks, split }
}

const EMPTY = /^[-–0.,\s]*$/

/** Reads a code and its quantities, each known by its heading: a line when the quantities agree, else a question. */
function readCells<A extends KnownArticle>(
  source: Where,
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
      (number.to === tokens.length || (number.unit !== undefined && more.every(({ withDecimals }) => withDecimals)))
    return isCount
      ? { ...number, unit: number.unit ?? unitOf(unit) ?? context.unit, unitWord: number.unitWord || unit }
      : undefined
  })
  if (!article) return question(source, 'unknownCode', [], read[0]?.unit ? null : (read[0]?.value ?? null), code)
  if (filled.length === 0) return question(source, 'noQuantity', articles)
  const [first, ...more] = read.map((number) => (number ? unitsOf(article, number) : { quantity: null, isSure: true }))
  const quantity = first?.quantity ?? null
  if (others.length > 0) return question(source, 'severalArticles', articles, quantity)
  if (quantity === null || more.some((other) => other.quantity !== quantity))
    return question(source, 'unclearQuantity', articles)
  if (!first?.isSure)
    return question(source, 'unsurePack', articles, quantity, read[0]?.unit === 'unsure' ? read[0].unitWord : '')
  const marks = [withoutZeros && `escrito ${withoutZeros}`, read[0]?.mark ?? ''].filter(Boolean)
  return {
    kind: 'line',
    lines: source.lines,
    text: source.text,
    article,
    quantity,
    addends: [],
    note: '',
    marks,
    trace: { article, counts: [], shape: '', isWithoutZeros: withoutZeros !== '' },
  }
}

/** The parts of a table's row; undefined for a line that is no row of it. Under a heading of codes even two digits are a code. */
export function readRow<A extends KnownArticle>(
  table: Table,
  line: WrittenLine,
  shelf: Shelf<A>,
  context: Context,
): Part<A>[] | undefined {
  const cells = table.split(line.read)
  if (cells.length < 2 || cells.length > table.cells) return
  const source = { lines: line.lines, text: line.text }
  const parts = table.blocks.flatMap((block) => readBlock(block, cells, source, shelf, context) ?? [])
  return parts.length > 0 ? parts : undefined
}

function readBlock<A extends KnownArticle>(
  block: Block,
  cells: readonly string[],
  source: Where,
  shelf: Shelf<A>,
  context: Context,
): Part<A> | undefined {
  const filled = block.codes.map((at) => codeOfNamed(cells[at] ?? '', shelf)).filter(Boolean)
  const known = filled.filter((cell) => articlesOfCell(cell, shelf).articles.length > 0)
  const [code] = known.length > 0 ? known : filled
  if (code === undefined || (known.length === 0 && (!/\d/.test(code) || /\s/.test(code)))) return
  // A cell may say itself what the quantity counts: 'BULTO' under 'UM'.
  const wordOf = (cell: string) => fold(cell).replace('.', '')
  const isUnit = (cell: string) => unitOf(wordOf(cell)) !== undefined
  const inColumn = block.units.map((at) => cells[at] ?? '').find((cell) => /\p{L}/u.test(cell))
  const named = wordOf(inColumn ?? cells.find(isUnit) ?? '')
  const counts = block.quantities
    .map(({ at, unit }) => ({ text: cells[at] ?? '', unit: unit || (IN_COLUMN[named] ?? named) }))
    .filter(({ text }) => !isUnit(text))
  // A price list leaves the quantity empty for an article that is not ordered.
  if (counts.length > 0 && counts.every(({ text }) => EMPTY.test(text)))
    return {
      kind: 'words',
      ...source,
      read: source.text,
      trace: {
        article: articlesOfCell(code, shelf).articles[0],
        counts: [],
        shape: counts.every(({ text }) => text === '') ? 'empty' : 'zero',
      },
    }
  const read = readCells(source, code, counts, shelf, context)
  if (read.kind !== 'line') return read
  if (inColumn && unitOf(IN_COLUMN[named] ?? named) === undefined)
    return question(source, 'unknownUnit', [read.article], null, inColumn)
  const noteTexts = block.notes.map((at) => cells[at] ?? '').filter(Boolean)
  const words = noteTexts
    .filter((cell) => !isUnit(cell))
    .flatMap((cell) =>
      tokensOf(cell, () => false).flatMap(({ folded, kind, isSaid }) => (kind === 'word' && !isSaid ? [folded] : [])),
    )
  const doubtful = words.find((word) => isDoubtful(word) && !isOfName(word, read.article))
  if (doubtful) return question(source, 'says', [read.article], read.quantity, doubtful)
  return { ...read, note: noteTexts.join(', ') }
}

/** The code of a cell that holds code and name: 'RY-2040' of 'RY-2040 Auto a fricción'. Any other cell stays as it is. */
function codeOfNamed<A extends KnownArticle>(cell: string, shelf: Shelf<A>): string {
  if (articlesOfCell(cell, shelf).articles.length > 0) return cell
  const [first = '', ...otherWords] = cell.split(/\s+/)
  return otherWords.length > 0 && shelf.byCode(fold(first).replace(/[-.]/g, '')).length > 0 ? first : cell
}

/** One row in so many may lack its quantity because it was forgotten; where more do, those rows are not ordered. */
const ROWS_OF_FORGOTTEN = 10
/** The question for each row without a quantity, where such rows are few. Many such rows are not ordered: an empty map. */
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
