/** The codes that a spreadsheet program may have made a day of, or a number in short form. Pure. */
import { fold } from '../../../contract/codes.ts'

/** Months by their first letters, in Spanish and, where they differ, in English. */
const MONTHS: ReadonlyMap<string, number> = new Map([
  ...'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ').map((name, at): [string, number] => [name, at + 1]),
  ['jan', 1],
  ['apr', 4],
  ['aug', 8],
  ['dec', 12],
])

const ISO_DAY = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const WRITTEN_DAY = /^(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>\d{4})$/
const DAY_OF_MONTH = /^(?<day>\d{1,2})-(?<name>[a-z]{3})$/
const MONTH_AND_NUMBER = /^(?<name>[a-z]{3})-(?<day>\d{1,2})$/
const SHORT_FORM = /^(?<head>\d)(?:[.,](?<rest>\d{1,15}))?e\+?(?<power>\d{1,2})$/

interface Day {
  readonly day: number
  readonly month: number
  readonly year: string
}

/** The day of '2026-10-03', '3/10/2026', '3-oct' or 'oct-3'; `year` '' where none is written. */
function dayOf(text: string): Day | undefined {
  for (const pattern of [ISO_DAY, WRITTEN_DAY, DAY_OF_MONTH, MONTH_AND_NUMBER]) {
    const { day = '', month = '', name, year = '' } = pattern.exec(text)?.groups ?? {}
    const found = { day: Number(day), month: name === undefined ? Number(month) : (MONTHS.get(name) ?? 0), year }
    if (found.day > 0 && found.month > 0 && found.month <= 12) return found
  }
  return
}

const folded = (text: string): string => fold(text.trim())

/** Whether a text is what a spreadsheet program makes of a code: a day, or a number in short form. */
export const isLostCode = (text: string): boolean => dayOf(folded(text)) !== undefined || SHORT_FORM.test(folded(text))

/** What to ask about a text that was a code once; undefined for any other text. */
export function whyLost(text: string): string | undefined {
  const found = dayOf(folded(text))
  if (found) {
    const { day, month, year } = found
    return `Es una fecha, ${[day, month, year].filter(Boolean).join('/')}: ¿qué código era?`
  }
  return isLostCode(text) ? `Es un número acortado, ${text}: ¿qué código era?` : undefined
}

/** The codes that the text may have been before, with '-' for any sign in them: '3-10', '10-3', 'oct-3'; '1e5', '100000'. */
export function codesBefore(text: string): string[] {
  const found = dayOf(folded(text))
  if (found) return codesOfDay(found)
  const { head, rest, power = '' } = SHORT_FORM.exec(folded(text))?.groups ?? {}
  // Of a number whose decimals are written short the last digits are lost.
  if (head === undefined || rest !== undefined) return []
  return [`${head}e${Number(power)}`, `${head}e${power.padStart(2, '0')}`, head + '0'.repeat(Number(power))]
}

function codesOfDay({ day, month, year }: Day): string[] {
  const spelt = (number: number) => [String(number), String(number).padStart(2, '0')]
  const names = [...MONTHS].flatMap(([name, number]) => (number === month ? [name] : []))
  const [days, months] = [spelt(day), [...spelt(month), ...names]]
  const pairs = days.flatMap((one) => months.flatMap((other) => [`${one}-${other}`, `${other}-${one}`]))
  const ofYear = [year, year.slice(2)].filter(Boolean)
  // The first of a month may have been a month and a year: 'MAR-26', '3-26'.
  const ofMonth = day === 1 ? ofYear.flatMap((years) => months.map((other) => `${other}-${years}`)) : []
  return [...new Set([...pairs, ...ofMonth, ...pairs.flatMap((pair) => ofYear.map((years) => `${pair}-${years}`))])]
}
