/** What the numbers of a line are, by the table of productions: pure. */
import { MAX_QUANTITY, unitPrice } from '../../../../contract/rules.ts'
import { isTelling, isWrittenInName, timesInName } from './names.rules.ts'
import { PRODUCTIONS, type Production } from './productions.rules.ts'
import type { KnownArticle } from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { CLASSES, classOf, type Unit, unitOf } from './words.rules.ts'

export interface WrittenNumber {
  /** The tokens that say it, from and to (without). */
  readonly from: number
  readonly to: number
  readonly value: number
  readonly unit: Unit | undefined
  /** The word that says it; '' without. */
  readonly unitWord: string
  /** How many a pack holds, where it is said: '3 bultos de 24'. */
  readonly packOf: number | undefined
  readonly use: Production['use']
  readonly isEach: boolean
  /** Written with decimals that are 0, as spreadsheets do: a quantity or, more often, a price. */
  readonly withDecimals: boolean
  readonly inWords: boolean
  readonly cell: number
  /** Where a code could be instead: the token of the number itself, or of what the pack holds. */
  readonly digitsAt: number
  /** A word says of it that it is what is ordered: 'pedido: 12'. */
  readonly isOrdered: boolean
  /** What was read otherwise than it was written. */
  readonly mark: string
}

const isDigits = (token: Token, least: number, most: number) =>
  /^\d+$/.test(token.text) && token.text.length >= least && token.text.length <= most
/** Elements that are numbers. */
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
    ...{ isTight: name !== written, isUnit: UNITS.has(name) },
    ...{ isNumber: ofNumber !== undefined || /^\d/.test(name), fits: ofNumber ?? ofWord },
  }
}
const UNITS = new Set(['unit', 'pack', 'packs', 'onePack'])
const rows = PRODUCTIONS.map((row) => ({ ...row, elements: row.pattern.split(' ').map(elementOf) }))
const [ofNumbers, ofWords] = [true, false].map((isNumber) =>
  rows.filter(({ elements }) => elements[0]?.isNumber === isNumber),
)

/** What of a line is no part of a number: tokens of codes, and words of packs that are names here: '24 baldes Kigudi'. */
export interface Apart {
  readonly isTaken?: (at: number) => boolean
  readonly isNoUnit?: (folded: string) => boolean
}
const nothing = () => false

/** What begins at token `at`. */
function productionAt(
  tokens: readonly Token[],
  at: number,
  { isTaken = nothing, isNoUnit = nothing }: Apart,
): WrittenNumber | undefined {
  const fits = ({ isTight, isUnit, isNumber, fits: is }: Element, place: number) => {
    const token = tokens[at + place]
    if (!token || (isTight && token.isApart) || isNumber !== (token.kind === 'number') || !is(token))
      return false
    if (isTaken(at + place)) return false
    // 'en caja' and 'en display' tell how it comes.
    const isOpen = isUnit && unitOf(token.folded) === 'unsure'
    if (isOpen && (tokens[at + place - 1]?.folded === 'en' || isNoUnit(token.folded))) return false
    // What stands in another cell belongs to another number, but for its unit.
    return isUnit || token.cell === tokens[at]?.cell
  }
  const row = (tokens[at]?.kind === 'number' ? ofNumbers : ofWords)?.find(({ elements }) =>
    elements.every(fits),
  )
  return row && numberOf(tokens, at, at + row.elements.length, row)
}

function numberOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  row: (typeof rows)[number],
): WrittenNumber {
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
    ...{
      from,
      to,
      value,
      unit: counted,
      unitWord: unit?.text ?? '',
      packOf: pack?.value,
      cell: tokens[from]?.cell ?? 0,
    },
    use:
      row.use === 'quantity' && !isCount
        ? Number.isFinite(value) && value > 0
          ? 'amount'
          : 'name'
        : row.use,
    isEach: row.isEach === true,
    withDecimals: !counted && /[.,]\d{1,2}$/.test(count?.text ?? ''),
    inWords: count?.inWords === true || row.value !== undefined,
    digitsAt:
      from + (row.packOf ?? row.count ?? tokens.slice(from, to).findIndex(({ kind }) => kind === 'number')),
    isOrdered: CLASSES.ordered.has(tokens[labelAt]?.folded ?? '') === true,
    mark: /^\d+,\d{3}$/.test(count?.text ?? '')
      ? `«${count?.text}» se leyó como ${value.toLocaleString('es-AR')}`
      : '',
  }
}

/** A count that another line says, as if it stood behind all of this one. */
export const countOfAll = (
  { value, unit }: Pick<WrittenNumber, 'value' | 'unit'>,
  at: number,
  isEach: boolean,
): WrittenNumber => ({
  ...{ from: at, to: at, value, unit, unitWord: '', packOf: undefined, use: 'quantity', isEach },
  ...{ withDecimals: false, inWords: true, cell: 0, digitsAt: at, isOrdered: true, mark: '' },
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

/** A quantity in units, and whether that is sure: packs need an article that says what one holds. */
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

/** Numbers of a line of which one may be what others come to. */
const MOST_MULTIPLIED = 6
const EMPTY_LABEL = new Set([':', '='])
const sumOf = (numbers: readonly WrittenNumber[]): number =>
  numbers.reduce((sum, { value }) => sum + value, 0)

/**
 * Of the numbers beside one code, those that can be its quantity: not its price, not what stands in its name where another number is left, not
 * what a bracket says of how the quantity is made up.
 */
export function countsOf(
  article: KnownArticle,
  tokens: readonly Token[],
  text: string,
  numbers: readonly WrittenNumber[],
): WrittenNumber[] {
  // 'cant:' with nothing behind it is how a list says 'not this one'.
  const [label, sign] = tokens.slice(-2)
  if (sign && EMPTY_LABEL.has(sign.text) && CLASSES.ordered.has(label?.folded ?? '')) return []
  let left = numbers.filter(({ use }) => use === 'quantity')
  /** Leaves out what `isNone` says, unless nothing would be left. */
  const without = (isNone: (number: WrittenNumber) => boolean) => {
    const rest = left.filter((number) => !isNone(number))
    if (rest.length > 0) left = rest
  }
  const ordered = left.filter(({ isOrdered }) => isOrdered)
  if (ordered.length === 1) return ordered
  const depth = (at: number) => {
    const before = text.slice(0, tokens[at]?.from ?? 0)
    return before.lastIndexOf('(') > before.lastIndexOf(')')
  }
  const inside = left.filter(({ from }) => depth(from))
  const outside = left.filter((number) => !inside.includes(number))
  if (outside.length === 1 && inside.length > 0 && outside[0]?.value === sumOf(inside)) return outside
  // '12) RY10013 24': a place in a list.
  without(({ from, to }) => from === 0 && tokens[to]?.text === ')')
  const hasOwnUnit = left.some((number) => number.unit !== undefined && !isAsInName(number, tokens, article))
  without(
    (number) => isAsInName(number, tokens, article) && (hasOwnUnit || isBehindName(number, tokens, article)),
  )
  const prices = [article.listPrice, unitPrice(article.listPrice, article.discount)].filter(
    (cents) => cents > 0,
  )
  const isPrice = ({ value, unit }: WrittenNumber) => !unit && prices.includes(Math.round(value * 100))
  // The price beside the quantity, and what the two come to.
  const amounts = [
    ...prices.map((cents) => cents / 100),
    ...numbers.filter(({ use, withDecimals }) => use === 'amount' || withDecimals).map(({ value }) => value),
  ]
  without(
    (number) =>
      isPrice(number) ||
      (!number.unit &&
        left.length <= MOST_MULTIPLIED &&
        left.some(
          (one) =>
            one.value > 1 &&
            one !== number &&
            amounts.some(
              (each) => each !== one.value && each !== number.value && each * one.value === number.value,
            ),
        )),
  )
  without(({ withDecimals }) => withDecimals)
  // '2 bultos (24 u)' says it twice.
  const units = left.map((number) => unitsOf(article, number).quantity)
  const isSaidTwice =
    left.length === 2 && units[0] === units[1] && left.some(({ unit, inWords }) => unit || inWords)
  return isSaidTwice
    ? left
        .filter(({ unit }, at) =>
          left.some((one) => one.unit === 'units' || !one.unit) ? unit === 'units' || !unit : at === 0,
        )
        .slice(0, 1)
    : left
}

/** Whether a number stands beside the same word as in the article's name, or behind any word of it: 'x6', '10 pcs', 'rompecab 100'. */
function isAsInName(
  { from, to, digitsAt, value, cell }: WrittenNumber,
  tokens: readonly Token[],
  article: KnownArticle,
): boolean {
  // Where the name is written out before it, its number stands there already.
  const earlier = tokens.slice(0, from).filter((token) => token.value === value).length
  if (earlier >= timesInName(value, article)) return false
  const words = (some: readonly Token[]) =>
    some.filter((token) => token.kind !== 'sign' && token.cell === cell).map(({ folded }) => folded)
  const [before] = words(tokens.slice(0, from)).slice(-1)
  const [after] = words(tokens.slice(Math.min(digitsAt + 1, to)))
  return (
    (before !== undefined &&
      (isWrittenInName([before, String(value)], article) || isTelling(before, article))) ||
    (after !== undefined && isWrittenInName([String(value), after], article))
  )
}
const isBehindName = ({ from }: WrittenNumber, tokens: readonly Token[], article: KnownArticle): boolean =>
  tokens.slice(0, from).some(({ folded }) => isTelling(folded, article))

/** Whether the only number beside a code may be one of its name: it is written as there, behind other words of the name. */
export const mayBeOfName = (
  number: WrittenNumber,
  tokens: readonly Token[],
  article: KnownArticle,
): boolean =>
  !number.isOrdered && isBehindName(number, tokens, article) && isAsInName(number, tokens, article)
