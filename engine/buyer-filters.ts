/** What a buyer narrows a search by (R365): sets of rows that are made when they are first asked for, and intersected. */
import type { BuyerFilter, CatalogueFilter } from '../contract/catalogue.ts'
import { fold } from '../contract/codes.ts'
import type { FilterOption } from '../contract/filter-options.ts'
import { NEW_DAYS } from '../contract/rules.ts'
import {
  type Bitset,
  count,
  createBitset,
  difference,
  forEach,
  intersect,
  keepWhere,
  meetCount,
  rowsWhere,
  unite,
} from './bitset.ts'
import type { BuyerColumns, PriceIndex, WordColumn } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { sharedBytes, sharedUint16, sharedUint32 } from './shared-arrays.ts'

const DAY_MS = 86_400_000

/** Argentina's clocks are three hours behind all year. */
const BEHIND_MS = 10_800_000
/** The day in Argentina, in days since 1970-01-01. */
export const dayInArgentina = (now = Date.now()): number => Math.floor((now - BEHIND_MS) / DAY_MS)

/** What a search needs besides its filters. */
export interface Beside {
  /** The ids of the articles that the client took: the same object while it holds the same ids, because rows are kept by it. */
  readonly takenIds?: ReadonlySet<number> | undefined
  /** Today, in days since 1970-01-01. */
  readonly today?: number | undefined
}
export type SearchFilter = CatalogueFilter & Beside

/** What rows cost somebody. */
export interface RowPrices {
  readonly prices: () => PriceIndex
  /** The rows whose price a discount or a promotion lowers. */
  readonly lowered: () => Bitset
}

/** Whether a discount or a promotion lowers what an article costs. */
export const isLowered = ({ discount, promotion }: { discount: number; promotion?: string | null | undefined }) =>
  discount > 0 || !!promotion

const dayOf = (day: string): number => Date.parse(day) / DAY_MS

const MARKED = 1
const LOWERED = 2
const IN_STOCK = 4

/** `rows` stand in default order. */
export function buildBuyerColumns(rows: readonly IndexedItem[]): BuyerColumns {
  const marks = sharedBytes(rows.length)
  const listedOn = sharedUint32(rows.length)
  const unitsPerPack = sharedUint32(rows.length)
  rows.forEach((item, row) => {
    if (item.promo) marks[row]! |= MARKED
    if (isLowered(item)) marks[row]! |= LOWERED
    if ((item.stock ?? 0) > 0) marks[row]! |= IN_STOCK
    if (item.listedOn) listedOn[row] = dayOf(item.listedOn)
    unitsPerPack[row] = item.unitsPerPack
  })
  const ages = ageColumns(rows)
  const words = { licence: wordColumn(rows, 'licence'), gender: wordColumn(rows, 'gender') }
  return { marks, listedOn, unitsPerPack, ...ages, ...words }
}

/** No child is as old. */
const NO_AGE = 0xffff

/** Of an article that tells one age alone, the other end is open. */
function ageColumns(rows: readonly IndexedItem[]): Pick<BuyerColumns, 'ageFrom' | 'ageTo'> {
  const [from, to] = [sharedUint16(rows.length), sharedUint16(rows.length)]
  rows.forEach(({ ageFrom = null, ageTo = null }, row) => {
    const isTold = ageFrom !== null || ageTo !== null
    from[row] = Math.min(ageFrom ?? (isTold ? 0 : NO_AGE), NO_AGE)
    to[row] = Math.min(ageTo ?? NO_AGE - 1, NO_AGE - 1)
  })
  return { ageFrom: from, ageTo: to }
}

/** Texts that differ in case or accents are one, as the first article writes it. Texts beyond a column's numbers are left out. */
function wordColumn(rows: readonly IndexedItem[], field: 'licence' | 'gender'): WordColumn {
  const of = sharedUint16(rows.length)
  const numbers = new Map<string, number>()
  const texts: string[] = []
  rows.forEach((item, row) => {
    const text = (item[field] ?? '').trim()
    if (text === '') return
    const known = numbers.get(fold(text))
    const number = known ?? (texts.length < NO_AGE ? texts.push(text) : 0)
    numbers.set(fold(text), number)
    of[row] = number
  })
  return { texts, of }
}

/** The ages that are offered, in months. */
const AGES = [0, 6, 12, 18, 24, 36, 48, 60, 72, 84, 96, 108, 120, 144, 168]

/** Sets that are kept: some hundred kilobytes for 100,000 articles. */
const MOST_KEPT = 64

/** The filters that can be set, each by itself. */
type Group = 'isNew' | 'isCheaper' | 'inStock' | 'taken' | 'pack' | 'age' | 'licence' | 'gender'
const flags = ['isNew', 'isCheaper', 'inStock'] as const
const wordFilters = ['licence', 'gender'] as const

/** @param rowOf the row of an article */
export function createBuyerFilters(
  { marks, listedOn, unitsPerPack, ageFrom, ageTo, ...words }: BuyerColumns,
  size: number,
  rowOf: (articleId: number) => number | undefined,
) {
  const kept = new Map<string, Bitset>()
  function rowsOf(name: string, isOf: (row: number) => boolean): Bitset {
    const known = kept.get(name)
    if (known) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const rows = rowsWhere(size, isOf)
    kept.set(name, rows)
    return rows
  }
  const marked = (mark: number) => rowsOf(`mark ${mark}`, (row) => (marks[row]! & mark) !== 0)

  const cheaper = new WeakMap<Bitset, Bitset>()
  function cheaperBy({ lowered }: RowPrices): Bitset {
    const rows = lowered()
    const known = cheaper.get(rows)
    if (known) return known
    const all = rows.slice()
    unite(all, marked(MARKED))
    cheaper.set(rows, all)
    return all
  }

  const takenBy = new WeakMap<ReadonlySet<number>, Bitset>()
  const nothing = createBitset(size)
  function takenRows(ids: ReadonlySet<number> | undefined): Bitset {
    if (!ids) return nothing
    const known = takenBy.get(ids)
    if (known) return known
    const rows = createBitset(size)
    for (const id of ids) {
      const row = rowOf(id)
      if (row !== undefined) rows[row >>> 5]! |= 1 << (row & 31)
    }
    takenBy.set(ids, rows)
    return rows
  }

  const newRows = (today = Number.POSITIVE_INFINITY): Bitset =>
    rowsOf(`new ${today}`, (row) => listedOn[row]! > today - NEW_DAYS)

  const rowsOfFlag = (flag: (typeof flags)[number], filter: SearchFilter, prices: RowPrices): Bitset =>
    flag === 'isNew' ? newRows(filter.today) : flag === 'isCheaper' ? cheaperBy(prices) : marked(IN_STOCK)

  const ofAge = (months: number): Bitset =>
    rowsOf(`age ${months}`, (row) => ageFrom[row]! <= months && months <= ageTo[row]!)

  const ofWord = (field: (typeof wordFilters)[number], text: string): Bitset => {
    const { texts, of } = words[field]
    const number = texts.findIndex((known) => fold(known) === fold(text.trim())) + 1
    return rowsOf(`${field} ${number}`, (row) => number > 0 && of[row] === number)
  }

  /** Keeps the rows whose bulto costs what the range says; an article without a price or a bulto is in no range. */
  function keepPacks(
    bits: Bitset,
    { minPack = 0, maxPack = Number.POSITIVE_INFINITY }: BuyerFilter,
    prices: PriceIndex,
  ) {
    const { sorted, ascending } = prices
    keepWhere(bits, (row) => {
      const unit = sorted[ascending.rankOf[row]!]
      const pack = unit === undefined ? 0 : unit * unitsPerPack[row]!
      return pack > 0 && pack >= minPack && pack <= maxPack
    })
  }

  /** Keeps in `bits` the rows that all filters select; `but` is left out. */
  function narrow(bits: Bitset, filter: SearchFilter, prices: RowPrices, but?: Group): void {
    for (const flag of flags) if (filter[flag] && flag !== but) intersect(bits, rowsOfFlag(flag, filter, prices))
    if (filter.taken !== undefined && but !== 'taken') {
      const taken = takenRows(filter.takenIds)
      if (filter.taken) intersect(bits, taken)
      else difference(bits, bits, bits, taken)
    }
    if (filter.age !== undefined && but !== 'age') intersect(bits, ofAge(filter.age))
    for (const field of wordFilters) {
      const text = filter[field]
      if (text && field !== but) intersect(bits, ofWord(field, text))
    }
    // Last: it looks at each row that is left.
    if ((filter.minPack !== undefined || filter.maxPack !== undefined) && but !== 'pack')
      keepPacks(bits, filter, prices.prices())
  }

  const rest = createBitset(size)
  /** How many rows of `bits` each filter leaves beside all others: the filters that narrow, and those that are set. */
  function options(bits: Bitset, filter: SearchFilter, prices: RowPrices): FilterOption[] {
    const found: FilterOption[] = []
    const countWithout = (group: Group): number => {
      rest.set(bits)
      narrow(rest, filter, prices, group)
      return count(rest)
    }
    const offer = (option: FilterOption, all: number, isSet: boolean) => {
      if (isSet || (option.count > 0 && option.count < all)) found.push(option)
    }
    for (const flag of flags) {
      const all = countWithout(flag)
      offer({ filter: flag, value: '1', count: meetCount(rest, rowsOfFlag(flag, filter, prices)) }, all, !!filter[flag])
    }
    const all = countWithout('taken')
    const taken = meetCount(rest, takenRows(filter.takenIds))
    offer({ filter: 'taken', value: 'si', count: taken }, all, filter.taken === true)
    offer({ filter: 'taken', value: 'no', count: all - taken }, all, filter.taken === false)
    const packed =
      countWithout('pack') > 0
        ? meetCount(
            rest,
            rowsOf('packed', (row) => unitsPerPack[row]! > 1),
          )
        : 0
    const isRange = filter.minPack !== undefined || filter.maxPack !== undefined
    if (packed > 0 || isRange) found.push({ filter: 'minPack', value: '', count: packed })
    const { age } = filter
    const ofAges = countWithout('age')
    for (const months of age === undefined || AGES.includes(age) ? AGES : [...AGES, age])
      offer({ filter: 'age', value: `${months}`, count: meetCount(rest, ofAge(months)) }, ofAges, months === age)
    for (const field of wordFilters) {
      const { texts, of } = words[field]
      const ofField = countWithout(field)
      const counts = new Uint32Array(texts.length + 1)
      forEach(rest, (row) => {
        counts[of[row]!]! += 1
      })
      const set = filter[field]
      texts.forEach((text, at) => {
        const isSet = set !== undefined && fold(set.trim()) === fold(text)
        // As it is set, so that the screen knows it again.
        offer({ filter: field, value: isSet ? set : text, count: counts[at + 1]! }, ofField, isSet)
      })
    }
    return found
  }

  return { narrow, options }
}

/** The rows that a discount or a promotion lowers for all. */
export const loweredRows = ({ marks }: BuyerColumns): Bitset =>
  rowsWhere(marks.length, (row) => (marks[row]! & LOWERED) !== 0)
