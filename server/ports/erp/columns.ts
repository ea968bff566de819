/** The kinds of column a feed has: each reads a cell or says why it can't. */

import type { Cell } from '../../spreadsheets/sheet.ts'
import { CellRefused, type DecimalSign, type Remark, readHundredths, withoutZeros } from './decimal.ts'

/** Largest whole number that the database's `integer` holds. */
const MAX_INTEGER = 2_147_483_647
/** A thousand million pesos, in cents; above it something is wrong with the file. */
const MAX_CENTS = 100_000_000_000

/** How one column is read. `decimals` columns are looked at to recognise the file's decimal sign. */
export interface Column<V> {
  readonly heading: string
  /** What a cell of the column holds, for docs/erp.md. */
  readonly says: string
  /** The same as JSON Schema, for programs that push and read rows. */
  readonly json: Readonly<Record<string, unknown>>
  readonly decimals?: boolean
  /** Whether a file may lack the column; then what it would set stays as it is (R39). */
  readonly optional?: true
  /**
   * @param remark hears of a cell that is taken although it is written otherwise
   * @throws CellRefused
   */
  read(cell: Cell, sign: DecimalSign, remark?: Remark): V
}

/** A column that a file may lack (R39): the feeds that were there before it go on being read. */
export const maybeMissing = <V>(column: Column<V>): Column<V> & { readonly optional: true } => ({
  ...column,
  optional: true,
})

/** A column with a remark for docs/erp.md beyond what its kind says. */
export const about = <C extends Column<unknown>>(column: C, more: string): C => ({
  ...column,
  says: `${column.says}; ${more}`,
})

const refuse = (message: string): never => {
  throw new CellRefused(message)
}

const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '')

/** Text on one line: control characters become blanks. */
function plainText(cell: Cell, maxLength: number): string {
  const text = String(cell ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  if (text.length > maxLength) return refuse(`Tiene ${text.length} caracteres y el máximo es ${maxLength}`)
  return text
}

/** Text that must be there. */
export const requiredText = (heading: string, maxLength: number): Column<string> => ({
  heading,
  says: `text ${maxLength}`,
  json: { type: 'string', minLength: 1, maxLength },
  read: (cell) => (isBlank(cell) ? refuse('Está vacío') : plainText(cell, maxLength)),
})

/** Text whose cell may be empty; the column itself must be there, but for maybeMissing(…). */
export const maybeEmptyText = (heading: string, maxLength: number): Column<string> => ({
  heading,
  says: `text ${maxLength}, may be empty`,
  json: { type: ['string', 'null'], maxLength },
  read: (cell) => plainText(cell, maxLength),
})

/** A code: text also when it looks like a number, because leading zeros are part of it. */
export const code = (heading: string): Column<string> => ({
  heading,
  says: 'text 40, unique; leading zeros count',
  json: { type: 'string', minLength: 1, maxLength: 40 },
  read: (cell) => {
    if (typeof cell === 'number') {
      return refuse(
        `«${cell}» está como número; un código es un texto (en una planilla, con formato de texto; en JSON, entre comillas), para no perder ceros a la izquierda`,
      )
    }
    return isBlank(cell) ? refuse('Está vacío') : plainText(cell, 40)
  },
})

/** The record's own id. */
export const id = (heading: string): Column<number> => ({
  heading,
  says: 'id',
  json: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => (isBlank(cell) ? refuse('Está vacío') : wholeNumber(cell, 1, remark)),
})

/** Another record's id; empty and 0 mean none. */
export const reference = (heading: string): Column<number | null> => ({
  heading,
  says: 'reference; empty or 0: none',
  json: { type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => (isBlank(cell) ? null : wholeNumber(cell, 0, remark) || null),
})

/** A whole number; empty, and whatever is below the minimum, is the minimum. */
export const count = (heading: string, minimum = 0): Column<number> => ({
  heading,
  says: minimum === 0 ? 'count' : `count; empty or 0: ${minimum}`,
  json: { type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => (isBlank(cell) ? minimum : Math.max(minimum, wholeNumber(cell, 0, remark))),
})

/** A whole number of at least 1, which must be there. */
export const positive = (heading: string): Column<number> => ({
  ...id(heading),
  says: 'whole number from 1 on, required',
})

/** 1 or 0. */
export const flag = (heading: string): Column<boolean> => ({
  heading,
  says: 'flag',
  json: { type: 'integer', enum: [1, 0] },
  read: (cell) => {
    if (cell === true || cell === 1) return true
    if (cell === false || cell === 0) return false
    const text = String(cell ?? '').trim()
    if (text === '1') return true
    return text === '0' ? false : refuse(`«${text}» debe ser 1 o 0`)
  },
})

/** 1 or 0, or an empty cell for 0. */
export const maybeFlag = (heading: string): Column<boolean> => {
  const told = flag(heading)
  return {
    ...told,
    says: 'flag; empty: 0',
    json: { type: ['integer', 'null'], enum: [1, 0, null] },
    read: (cell, sign) => !isBlank(cell) && told.read(cell, sign),
  }
}

/** One of some words, whatever their case. */
export const choice = <V>(heading: string, words: Readonly<Record<string, V>>): Column<V> => ({
  heading,
  says: `one of ${Object.keys(words).join(', ')}`,
  json: { type: 'string', enum: Object.keys(words) },
  read: (cell) => {
    const text = String(cell ?? '').trim()
    const value = Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined
    return value ?? refuse(`«${text}» debe ser ${Object.keys(words).join(', ')}`)
  },
})

/** An amount that must be there, 0 included, as cents. */
export const amount = (heading: string): Column<number> => ({
  heading,
  says: 'amount in pesos, required, not negative',
  json: { type: 'number', minimum: 0 },
  decimals: true,
  read: (cell, sign, remark) => {
    if (isBlank(cell)) return refuse('Está vacío')
    const cents = notNegative(readHundredths(cell, sign, remark))
    return cents > MAX_CENTS ? refuse(`«${String(cell).trim()}» es un importe demasiado grande`) : cents
  },
})

/** A percentage of 0 to 100 as hundredths of a percent; empty is 0. */
export const percentage = (heading: string): Column<number> => ({
  heading,
  says: 'percentage 0 to 100; empty: 0',
  json: { type: ['number', 'null'], minimum: 0, maximum: 100 },
  decimals: true,
  read: (cell, sign, remark) => {
    const hundredths = isBlank(cell) ? 0 : notNegative(readHundredths(cell, sign, remark))
    return hundredths > 10_000 ? refuse(`«${String(cell).trim()}» debe estar entre 0 y 100`) : hundredths
  },
})

/** A percentage of 0 to 100 as hundredths of a percent that may be unknown: empty is null, which is not 0. */
export const knownPercentage = (heading: string): Column<number | null> => {
  const known = percentage(heading)
  return {
    ...known,
    says: 'percentage 0 to 100; empty: not known',
    read: (cell, sign, remark) => (isBlank(cell) ? null : known.read(cell, sign, remark)),
  }
}

/** A CUIT with or without dashes as its digits; empty and all zeros mean none. */
export const cuit = (heading: string): Column<string> => ({
  heading,
  says: '11 digits, with or without dashes; empty or zeros: none. The check digit is not checked',
  json: { type: ['string', 'null'] },
  read: (cell) => {
    const digits = plainText(cell, 40).replace(/[\s.\p{Pd}]/gu, '')
    if (/^0*$/.test(digits)) return ''
    // The ERP owns its clients, so the shop does not refuse a wrong check digit.
    return /^\d{11}$/.test(digits) ? digits : refuse(`«${String(cell).trim()}» debe ser un CUIT de 11 dígitos`)
  },
})

/** The tax authority's province id, 0 (CABA) to 24 without 15 (R16); empty means none. */
export const province = (heading: string): Column<number | null> => ({
  heading,
  says: "the tax authority's province: 0 CABA to 24, without 15; empty: none",
  json: { type: ['integer', 'null'], minimum: 0, maximum: 24 },
  read: (cell, _sign, remark) => {
    if (isBlank(cell)) return null
    const value = wholeNumber(cell, 0, remark)
    return value > 24 || value === 15 ? refuse(`«${value}» no es una provincia (0 a 24, sin 15)`) : value
  },
})

/** A whole number from 0 that may be unknown: empty is null, which is not 0. */
export const knownCount = (heading: string): Column<number | null> => ({
  heading,
  says: 'count; empty: not known',
  json: { type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => (isBlank(cell) ? null : wholeNumber(cell, 0, remark)),
})

/** Units that can be sold: as `knownCount`, and what is oversold is 0 (R39). */
export const stock = (heading: string): Column<number | null> => ({
  heading,
  says: 'count; empty: not known; below zero it is 0, and the report tells it',
  json: { type: ['integer', 'null'], maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => {
    if (isBlank(cell)) return null
    const units = wholeNumber(cell, -MAX_INTEGER, remark)
    if (units < 0) remark?.('Es negativo: se tomó como 0')
    return Math.max(0, units)
  },
})

/** A bar code of 8 to 14 digits. */
export const barCode = (heading: string): Column<string> => ({
  heading,
  says: 'bar code of 8 to 14 digits, may be empty',
  json: { type: ['string', 'null'], pattern: '^([0-9]{8,14})?$' },
  read: (cell) => {
    const text = plainText(cell, 40)
    return text === '' || /^\d{8,14}$/.test(text) ? text : refuse(`«${text}» debe tener de 8 a 14 dígitos`)
  },
})

/** A day, dd/mm/yyyy or yyyy-mm-dd, as yyyy-mm-dd; empty is null. */
export const day = (heading: string): Column<string | null> => ({
  heading,
  says: 'day, dd/mm/yyyy or yyyy-mm-dd; empty: none',
  json: { type: ['string', 'null'] },
  read: (cell) => {
    if (isBlank(cell)) return null
    const text = String(cell)
      .trim()
      .replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
    const time = Date.parse(`${text}T00:00:00Z`)
    // Date.parse takes 31/02 for a day in March.
    const real = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time)
    if (real && new Date(time).toISOString().startsWith(text)) return text
    return refuse(`«${String(cell).trim()}» debe ser una fecha dd/mm/aaaa`)
  },
})

/** A whole number that may be negative. */
export const signedCount = (heading: string): Column<number> => ({
  heading,
  says: 'whole number, may be negative',
  json: { type: 'integer', minimum: -MAX_INTEGER, maximum: MAX_INTEGER },
  read: (cell, _sign, remark) => (isBlank(cell) ? refuse('Está vacío') : wholeNumber(cell, -MAX_INTEGER, remark)),
})

/** An amount that must be there and may be negative, as cents. */
export const signedAmount = (heading: string): Column<number> => ({
  heading,
  says: 'amount in pesos, required, may be negative',
  json: { type: 'number' },
  decimals: true,
  read: (cell, sign, remark) => (isBlank(cell) ? refuse('Está vacío') : centsOf(cell, sign, remark)),
})

/** An amount that may be unknown, as cents: empty is null, which is not 0. */
export const knownAmount = (heading: string): Column<number | null> => ({
  heading,
  says: 'amount in pesos; empty: none',
  json: { type: ['number', 'null'] },
  decimals: true,
  read: (cell, sign, remark) => (isBlank(cell) ? null : centsOf(cell, sign, remark)),
})

function centsOf(cell: Cell, sign: DecimalSign, remark: Remark | undefined): number {
  const cents = readHundredths(cell, sign, remark)
  return Math.abs(cents) > MAX_CENTS ? refuse(`«${String(cell).trim()}» es un importe demasiado grande`) : cents
}

/** A day that must be there, as `day` reads it. */
export const requiredDay = (heading: string): Column<string> => ({
  heading,
  says: 'day, dd/mm/yyyy or yyyy-mm-dd, required',
  json: { type: 'string' },
  read: (cell, sign) => day(heading).read(cell, sign) ?? refuse('Está vacío'),
})

/** A day, with a time or without. */
const MOMENT = /^([\d/-]{10})(?:[ T](\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(Z|[+-]\d{2}:\d{2})?)?$/
const DAY_MS = 86_400_000
const MOMENT_SAYS =
  'day as above, also with a time: dd/mm/yyyy hh:mm, or 2026-11-21T08:30:00Z; without an offset the time in Argentina'

/** Milliseconds of a day with a time or without. Without an offset it is the time in Argentina, where every day has 24 hours. */
function readMoment(text: string, dayAlone: 'begins' | 'ends' = 'begins'): number {
  const [, date, time, seconds = '00', offset = '-03:00'] = MOMENT.exec(text) ?? []
  const wrong = () => refuse(`«${text}» debe ser una fecha dd/mm/aaaa, o dd/mm/aaaa hh:mm`)
  if (date === undefined) return wrong()
  const at = Date.parse(`${day('').read(date, '.')}T${time ?? '00:00'}:${seconds}${offset}`)
  if (Number.isNaN(at)) return wrong()
  return time === undefined && dayAlone === 'ends' ? at + DAY_MS : at
}

/** A day with a time or without, as ISO 8601 in UTC; a day alone is its begin. */
export const moment = (heading: string): Column<string> => ({
  heading,
  says: MOMENT_SAYS,
  json: { type: 'string' },
  read: (cell) => {
    const text = String(cell ?? '').trim()
    if (text === '') return refuse('Está vacío')
    const at = readMoment(text)
    // Nothing that comes later could override it; the clock of the ERP may be ahead by a day.
    return at > Date.now() + DAY_MS ? refuse(`«${text}» está en el futuro`) : new Date(at).toISOString()
  },
})

const bound = (heading: string, dayAlone: 'begins' | 'ends', says: string): Column<string | null> => ({
  heading,
  says: `${MOMENT_SAYS}; ${says}`,
  json: { type: ['string', 'null'] },
  read: (cell) => (isBlank(cell) ? null : new Date(readMoment(String(cell).trim(), dayAlone)).toISOString()),
})

/** From when something holds, as ISO 8601 in UTC; null: it always has. It may lie ahead. */
export const beginning = (heading: string): Column<string | null> =>
  bound(heading, 'begins', 'a day alone: from 00:00 on; empty: always')

/** Until when something holds, as the ISO 8601 instant in UTC at which it does no more; null: for ever. */
export const ending = (heading: string): Column<string | null> =>
  bound(heading, 'ends', 'a day alone: to its end; empty: for ever')

function wholeNumber(cell: Cell, minimum: number, remark: Remark = () => {}): number {
  const text = withoutZeros(String(cell).trim(), remark)
  const value = /^-?\d+$/.test(text) ? Number(text) : refuse(`«${text}» debe ser un número entero`)
  if (Math.abs(value) > MAX_INTEGER) return refuse(`«${text}» es un número demasiado grande`)
  if (value < minimum)
    return refuse(minimum === 1 ? `«${text}» debe ser mayor que cero` : `«${text}» no puede ser negativo`)
  return value
}

const notNegative = (value: number) => (value < 0 ? refuse('No puede ser negativo') : value)
