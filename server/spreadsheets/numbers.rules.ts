/** Numbers as Argentines write them (R24): pure. */

/** What a file has in a cell, whatever it came from. */
type SheetCell = string | number | boolean | null

const WITH_THOUSANDS = /^-?\d{1,3}(\.\d{3})+(,\d*)?$/
const WITH_COMMA = /^-?\d*,\d*$/
const PLAIN = /^-?\d+$/
/** A point that can't stand for thousands: what other programs write for a decimal comma. */
const WITH_POINT = /^-?\d*\.\d{1,2}$/

/**
 * '1.234,50' is 1234.5, '1.234' is 1234, '1234,5' and '1234.50' are what they look like; a peso sign and
 * blanks are left out. Null for anything else, '1,234.50' among them.
 */
export function readNumber(cell: SheetCell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string') return null
  const text = cell.replace(/[\s$]/g, '')
  if (!/\d/.test(text)) return null
  if (PLAIN.test(text) || WITH_POINT.test(text)) return Number(text)
  if (WITH_THOUSANDS.test(text) || WITH_COMMA.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'))
  return null
}

/** Whether a cell holds nothing at all. */
export const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
