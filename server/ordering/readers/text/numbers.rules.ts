/** Reads the numbers of a line by the table of productions: value, unit and use of each. Pure. */
import { priceOf } from '../../../../contract/price.ts'
import { MAX_QUANTITY } from '../../../../contract/rules.ts'
import { isTelling, isWrittenInName, timesInName } from './names.rules.ts'
import { PRODUCTIONS, type Production } from './productions.rules.ts'
import type { KnownArticle } from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { CLASSES, classOf, type Unit, unitOf } from './words.rules.ts'

/** A number of a line, as a production reads it. */
export interface WrittenNumber {
  /** Index of its first token; `to` is that of the token behind its last one. */
  readonly from: number
  readonly to: number
  readonly value: number
  readonly unit: Unit | undefined
  /** The unit as it is written; '' without one. */
  readonly unitWord: string
  /** Units in a pack, where the line says so: '3 bultos de 24'. */
  readonly packOf: number | undefined
  readonly use: Production['use']
  readonly isEach: boolean
  /** Written with decimals that are 0, as spreadsheets do: a quantity or, more often, a price. */
  readonly withDecimals: boolean
  readonly inWords: boolean
  readonly cell: number
  /** Index of the token whose digits may be a code instead: the size of the pack, else the count. */
  readonly digitsAt: number
  /** A label before it marks the ordered quantity: 'pedido: 12'. */
  readonly isOrdered: boolean
  /** For the user: how an ambiguous number was read ('1,500'); '' for any other. */
  readonly mark: string
}

const isDigits = (token: Token, least: number, most: number) =>
  /^\d+$/.test(token.text) && token.text.length >= least && token.text.length <= most
/** Elements of a pattern that stand for a number, by name: any number, or digits of a given length. */
const OF_NUMBERS: Readonly<Record<string, (token: Token) => boolean>> = {
  n: () => true,
  d: (token) => isDigits(token, 1, 2),
  '4d': (token) => isDigits(token, 4, 4),
  '8d': (token) => isDigits(token, 6, 12),
}
interface Element {
  readonly isTight: boolean
  readonly isUnit: boolean
  readonly isNumber: boolean
  readonly fits: (token: Token) => boolean
}
function elementOf(written: string): Element {
  const name = written.length > 1 && written.startsWith('~') ? written.slice(1) : written
  const [ofNumber, words] = [OF_NUMBERS[name], classOf(name)]
  const ofWord =
    name === 'unit'
      ? ({ folded, kind }: Token) => kind === 'word' && unitOf(folded) !== undefined
      : ({ folded }: Token) => words?.has(folded) ?? folded === name
  return {
    isTight: name !== written,
    isUnit: UNITS.has(name),
    isNumber: ofNumber !== undefined || /^\d/.test(name),
    fits: ofNumber ?? ofWord,
  }
}
const UNITS = new Set(['unit', 'pack', 'packs', 'onePack'])
const rows = PRODUCTIONS.map((row) => ({ ...row, elements: row.pattern.split(' ').map(elementOf) }))
const [ofNumbers, ofWords] = [true, false].map((isNumber) =>
  rows.filter(({ elements }) => elements[0]?.isNumber === isNumber),
)

/** Tokens that belong to no number: those of codes, and words for packs that name an article here ('24 baldes Kigudi'). */
export interface Apart {
  readonly isTaken?: (at: number) => boolean
  readonly isNoUnit?: (folded: string) => boolean
}
const nothing = () => false

/** The number that begins at token `at`, by the first production that fits. */
function productionAt(
  tokens: readonly Token[],
  at: number,
  { isTaken = nothing, isNoUnit = nothing }: Apart,
): WrittenNumber | undefined {
  const fits = ({ isTight, isUnit, isNumber, fits: matches }: Element, place: number) => {
    const token = tokens[at + place]
    if (!token || (isTight && token.isApart) || isNumber !== (token.kind === 'number') || !matches(token)) return false
    if (isTaken(at + place)) return false
    // 'en caja' and 'en display' tell how the article comes.
    const isOpen = isUnit && unitOf(token.folded) === 'unsure'
    if (isOpen && (tokens[at + place - 1]?.folded === 'en' || isNoUnit(token.folded))) return false
    // A token of another cell belongs to another number; only a unit may stand in the next cell.
    return isUnit || token.cell === tokens[at]?.cell
  }
  const row = (tokens[at]?.kind === 'number' ? ofNumbers : ofWords)?.find(({ elements }) => elements.every(fits))
  return row && numberOf(tokens, at, at + row.elements.length, row)
}

function numberOf(tokens: readonly Token[], from: number, to: number, row: (typeof rows)[number]): WrittenNumber {
  const tokenOf = (place: number | undefined) => (place === undefined ? undefined : tokens[from + place])
  const [count, unit, pack] = [tokenOf(row.count), tokenOf(row.unit), tokenOf(row.packOf)]
  const value = count ? count.value + (row.plus ?? 0) : (row.value ?? Number.NaN)
  const counted = unit && unitOf(unit.folded)
  const isWhole =
    Number.isInteger(value) ||
    (counted === 'dozens' && Number.isInteger(value * 12)) ||
    (counted === 'packs' && Number.isInteger(value * 2))
  const isCount = value > 0 && value <= MAX_QUANTITY && isWhole
  const before = tokens[from - 1]
  const labelAt = before?.text === ':' || before?.text === '.' || before?.text === '=' ? from - 2 : from - 1
  return {
    from,
    to,
    value,
    unit: counted,
    unitWord: unit?.text ?? '',
    packOf: pack?.value,
    cell: tokens[from]?.cell ?? 0,
    use: row.use === 'quantity' && !isCount ? (Number.isFinite(value) && value > 0 ? 'amount' : 'name') : row.use,
    isEach: row.isEach === true,
    withDecimals: !counted && /[.,]\d{1,2}$/.test(count?.text ?? ''),
    inWords: count?.inWords === true || row.value !== undefined,
    digitsAt: from + (row.packOf ?? row.count ?? tokens.slice(from, to).findIndex(({ kind }) => kind === 'number')),
    isOrdered: CLASSES.ordered.has(tokens[labelAt]?.folded ?? '') === true,
    mark: /^\d+,\d{3}$/.test(count?.text ?? '') ? `«${count?.text}» se leyó como ${value.toLocaleString('es-AR')}` : '',
  }
}

/** A count that another line states, as a number behind the last token of this line. */
export const countOfAll = (
  { value, unit }: Pick<WrittenNumber, 'value' | 'unit'>,
  at: number,
  isEach: boolean,
): WrittenNumber => ({
  from: at,
  to: at,
  value,
  unit,
  unitWord: '',
  packOf: undefined,
  use: 'quantity',
  isEach,
  withDecimals: false,
  inWords: true,
  cell: 0,
  digitsAt: at,
  isOrdered: true,
  mark: '',
})

/** The numbers of a line from left to right. */
export function numbersIn(tokens: readonly Token[], apart: Apart = {}): WrittenNumber[] {
  const found: WrittenNumber[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = apart.isTaken?.(at) ? undefined : productionAt(tokens, at, apart)
    if (number) found.push(number)
    at = number?.to ?? at + 1
  }
  return found
}

/**
 * The quantity in units, and whether it is sure. Packs are counted by the article's units per pack; `quantity` is null
 * where neither the article nor the line gives a size.
 */
export function unitsOf(
  article: KnownArticle,
  { value, unit, packOf }: Pick<WrittenNumber, 'value' | 'unit' | 'packOf'>,
): { quantity: number | null; isSure: boolean } {
  if (unit === 'dozens') return { quantity: Math.round(value * 12), isSure: true }
  if (unit !== 'packs' && unit !== 'unsure') return { quantity: value, isSure: true }
  const pack = article.unitsPerPack
  if (pack < 2) return { quantity: packOf === undefined ? null : value * packOf, isSure: false }
  const isSure = Number.isInteger(value * pack) && unit === 'packs' && (packOf ?? pack) === pack
  return { quantity: Math.ceil(value * pack), isSure }
}

/** In a line with more numbers, none is taken for the product of two others. */
const MOST_MULTIPLIED = 6
const EMPTY_LABEL = new Set([':', '='])

/**
 * Of the numbers beside one code, those that can be its quantity. While another number remains, the article's price and
 * the numbers of its name are left out.
 */
export function countsOf(
  article: KnownArticle,
  tokens: readonly Token[],
  numbers: readonly WrittenNumber[],
): WrittenNumber[] {
  // A list leaves 'cant:' empty for an article that is not ordered.
  const [label, sign] = tokens.slice(-2)
  if (sign && EMPTY_LABEL.has(sign.text) && CLASSES.ordered.has(label?.folded ?? '')) return []
  let candidates = numbers.filter(({ use }) => use === 'quantity')
  /** Drops the candidates that `isNone` names, unless all would go. */
  const without = (isNone: (number: WrittenNumber) => boolean) => {
    const remaining = candidates.filter((number) => !isNone(number))
    if (remaining.length > 0) candidates = remaining
  }
  const ordered = candidates.filter(({ isOrdered }) => isOrdered)
  if (ordered.length === 1) return ordered
  // '12) RY10013 24': a place in a list.
  without(({ from, to }) => from === 0 && tokens[to]?.text === ')')
  const hasOwnUnit = candidates.some((number) => number.unit !== undefined && !isAsInName(number, tokens, article))
  without((number) => isAsInName(number, tokens, article) && (hasOwnUnit || isBehindName(number, tokens, article)))
  const stepped = article.steps?.map(({ unitPrice }) => unitPrice) ?? []
  const prices = [article.listPrice, priceOf(article), ...stepped].filter((cents) => cents > 0)
  const isPrice = ({ value, unit }: WrittenNumber) => !unit && prices.includes(Math.round(value * 100))
  // Amounts that can be the price of a unit; a price times a quantity is the line's total.
  const amounts = [
    ...prices.map((cents) => cents / 100),
    ...numbers.filter(({ use, withDecimals }) => use === 'amount' || withDecimals).map(({ value }) => value),
  ]
  without(
    (number) =>
      isPrice(number) ||
      (!number.unit &&
        candidates.length <= MOST_MULTIPLIED &&
        candidates.some(
          (count) =>
            count.value > 1 &&
            count !== number &&
            amounts.some(
              (price) => price !== count.value && price !== number.value && price * count.value === number.value,
            ),
        )),
  )
  without(({ withDecimals }) => withDecimals)
  // '2 bultos (24 u)' gives one quantity twice.
  const units = candidates.map((number) => unitsOf(article, number).quantity)
  const isSaidTwice =
    candidates.length === 2 && units[0] === units[1] && candidates.some(({ unit, inWords }) => unit || inWords)
  return isSaidTwice
    ? candidates
        .filter(({ unit }, at) =>
          candidates.some((number) => number.unit === 'units' || !number.unit) ? unit === 'units' || !unit : at === 0,
        )
        .slice(0, 1)
    : candidates
}

/** Whether a number stands beside the same word as in the article's name, or behind any word of it: 'x6', '10 pcs', 'rompecab 100'. */
function isAsInName(
  { from, to, digitsAt, value, cell }: WrittenNumber,
  tokens: readonly Token[],
  article: KnownArticle,
): boolean {
  // Where the name is written out before this number, the name's own number stands there already.
  const earlier = tokens.slice(0, from).filter((token) => token.value === value).length
  if (earlier >= timesInName(value, article)) return false
  const words = (some: readonly Token[]) =>
    some.filter((token) => token.kind !== 'sign' && token.cell === cell).map(({ folded }) => folded)
  const [before] = words(tokens.slice(0, from)).slice(-1)
  const [after] = words(tokens.slice(Math.min(digitsAt + 1, to)))
  return (
    (before !== undefined && (isWrittenInName([before, String(value)], article) || isTelling(before, article))) ||
    (after !== undefined && isWrittenInName([String(value), after], article))
  )
}
const isBehindName = ({ from }: WrittenNumber, tokens: readonly Token[], article: KnownArticle): boolean =>
  tokens.slice(0, from).some(({ folded }) => isTelling(folded, article))

/** Whether the only number beside a code may be part of its name: it is written as in the name, behind other words of it. */
export const mayBeOfName = (number: WrittenNumber, tokens: readonly Token[], article: KnownArticle): boolean =>
  !number.isOrdered && isBehindName(number, tokens, article) && isAsInName(number, tokens, article)
