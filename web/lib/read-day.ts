/** Days as they are typed: 1/7/2026, read day first whatever the browser's language (R253). */
import { isDay } from '../../contract/wire.ts'

/** Why the value of a day's box is none; '' for a day yyyy-mm-dd, and for an empty box. */
export const dayProblem = (value: string): string =>
  value === '' || isDay(value) ? '' : 'La fecha no es válida. Escríbala como dd/mm/aaaa'

const YEAR = '((?:19|20|21)\\d\\d)'
const dayFirst = new RegExp(`^(\\d{1,2})[/.-](\\d{1,2})[/.-]${YEAR}$`)
const digitsOnly = new RegExp(`^(\\d\\d)(\\d\\d)${YEAR}$`)
const yearFirst = new RegExp(`^${YEAR}-(\\d\\d)-(\\d\\d)$`)
const shortYear = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d\d)$/

/**
 * A typed or pasted text as yyyy-mm-dd; null when it is no day of the calendar. 1/7/2026, 01-07-2026, 1.7.2026, 01072026 and
 * 2026-07-01 are the same day.
 * @param finished nothing more will be typed: 1/7/26 is of 2026. Until then it may become 1/7/2600.
 */
export function readDay(text: string, { finished = false } = {}): string | null {
  const typed = text.trim()
  const iso = yearFirst.exec(typed)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const found = dayFirst.exec(typed) ?? digitsOnly.exec(typed)
  if (found) return dayOf(found[3], found[2], found[1])
  const short = finished ? shortYear.exec(typed) : null
  return short && dayOf(`20${short[3]}`, short[2], short[1])
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** The text of a day's box after a change of it: what is no part of a day is left out, and a full part gets its '/'. */
export function maskDay(text: string, before: string): string {
  const kept = text
    .replace(/[^\d/.-]/g, '')
    .replace(/^[/.-]+/, '')
    .replace(/([/.-])[/.-]+/g, '$1')
    .slice(0, 10)
  const isOneMore = text.length === before.length + 1 && text.startsWith(before)
  return isOneMore && /^(\d\d|\d{1,2}\/\d\d)$/.test(kept) ? `${kept}/` : kept
}
