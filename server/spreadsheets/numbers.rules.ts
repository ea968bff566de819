/** Numbers as Argentines write them, and questions where a comma may be decimal or stand for thousands (R24, R315). Pure. */
import { joinThousands } from '../../contract/amounts.ts'
import { cutText } from '../lib/cut-text.ts'

/** What a file has in a cell, whatever it came from. */
type SheetCell = string | number | boolean | null

const WITH_THOUSANDS = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/
const WITH_COMMA = /^-?\d*,\d*$/
const PLAIN = /^-?\d+$/
/** A point that can't stand for thousands: what other programs write for a decimal comma. */
const WITH_POINT = /^-?\d*\.\d{1,2}$/
/** Commas that can't be decimal ones: '1,234,567' and '1,234.50'. */
const FOREIGN_THOUSANDS = /^-?[1-9]\d{0,2}((,\d{3}){2,}(\.\d*)?|,\d{3}\.\d*)$/
/** '1,000': one here, a thousand in a file of another country. */
const EITHER = /^-?[1-9]\d{0,2},\d{3}$/

/** Longer numbers would be rounded to others. */
const MOST_DIGITS = 15

const bare = (text: string): string => joinThousands(text.replace('$', ' ')).replace(/^-\s+/, '-')

/**
 * '1.234,50' is 1234.5, '1.234' is 1234, '1234,5' and '1234.50' are what they look like; a peso sign
 * and the blanks of thousands are left out. Null for anything else, as for more digits than a number holds exactly.
 */
export function readNumber(cell: SheetCell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string') return null
  const text = bare(cell)
  if (!/\d/.test(text) || text.replace(/\D/g, '').length > MOST_DIGITS) return null
  if (PLAIN.test(text) || WITH_POINT.test(text)) return Number(text)
  if (WITH_THOUSANDS.test(text) || WITH_COMMA.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  return null
}

/** Whether a cell holds nothing at all. */
export const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** The largest price of an article, in cents: far from where whole cents stop being exact. */
export const MOST_CENTS = 1_000_000_000_000

/** An amount in whole cents; null for one with more than two decimals. 33.33 has no exact binary form. */
export function wholeCents(amount: number): number | null {
  const cents = Math.round(amount * 100)
  return Math.abs(amount * 100 - cents) < 1e-3 ? cents : null
}

/**
 * An amount of a cell of a workbook in whole cents, halves up: a formula's result has more decimals than the cell shows. 1.005 lies
 * below its half in binary form.
 */
export const shownCents = (amount: number): number => Math.round(amount * 100 + 1e-6)

/** A number that was read. `said` tells how, where it may look otherwise; `doubt` is what the user must confirm or mend. */
interface ReadNumber {
  value: number | null
  said?: string
  doubt?: string
}

/** Whether the numbers of a file say that its commas stand for thousands: some can mean nothing else, none can be a decimal comma. */
export function commasAreThousands(cells: Iterable<SheetCell>): boolean {
  let isForeign = false
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    const text = bare(cell)
    if (FOREIGN_THOUSANDS.test(text) || WITH_POINT.test(text)) isForeign = true
    else if (WITH_THOUSANDS.test(text) || (WITH_COMMA.test(text) && !EITHER.test(text))) return false
  }
  return isForeign
}

/** At most this much of a cell is repeated to the user. */
const SHOWN = 40
const shownCell = (cell: SheetCell): string => `«${cutText(String(cell).trim(), SHOWN)}»`
/** A number as Argentines write it, with at most four decimals. */
export const written = (value: number): string => value.toLocaleString('es-AR', { maximumFractionDigits: 4 })

/** A number that may be written as in another country; without `thousands` an ambiguous comma is asked about. */
function readEither(cell: string | number | boolean | null, thousands: boolean): ReadNumber {
  if (typeof cell !== 'string') return { value: readNumber(cell) }
  const text = bare(cell)
  const isForeign = FOREIGN_THOUSANDS.test(text)
  if ((!isForeign && !EITHER.test(text)) || text.length > SHOWN) return { value: readNumber(text) }
  const value = Number(text.replaceAll(',', ''))
  const reading = `${shownCell(cell)} se leyó como ${written(value)}`
  if (isForeign || thousands) return { value, said: reading }
  return { value, said: reading, doubt: `${shownCell(cell)}: ¿son ${written(value)}?` }
}

const UNITS = /^([\d.,\s]*[\d.,])\s*(u|un|uni|unid|unids|unidad|unidades|uds?)\.?$/i

/**
 * A quantity: a whole number of units. With `fractions` it may have decimals: half a bulto of twelve is six.
 * @param thousands the answer of `commasAreThousands` for the file
 */
export function readQuantity(
  cell: SheetCell,
  { thousands = false, fractions = false }: { thousands?: boolean; fractions?: boolean } = {},
): ReadNumber {
  const text = typeof cell === 'string' ? (UNITS.exec(cell.trim())?.[1] ?? cell) : cell
  const read = readEither(text, thousands)
  if (read.value === null) return { value: null, doubt: `${shownCell(cell)} no es una cantidad` }
  if (read.value <= 0) return { value: null, doubt: 'La cantidad debe ser mayor que 0' }
  if (!fractions && !Number.isInteger(read.value))
    return { value: null, doubt: `${shownCell(cell)} no es una cantidad entera` }
  return read
}

/** A price in pesos; a comma with three digits is always asked about. Empty cells have none. */
export function readPrice(cell: SheetCell): ReadNumber {
  const read = readEither(cell, false)
  return read.value !== null && read.value < 0 ? { value: null } : read
}
