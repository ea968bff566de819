/** Cells as other programs write them, as the columns of the feed read them. */
import { cutText } from '../../../lib/cut-text.ts'
import type { Cell } from '../../../spreadsheets/sheet.ts'
import { CellRefused, type DecimalSign } from '../decimal.ts'

/** Characters of a cell that may be a number. */
const LONGEST_NUMBER = 40

const FORMS = {
  ',': /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d*))?$/,
  '.': /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/,
} as const

/**
 * A number with a known decimal sign as a plain one: '$ 1.234,50' is '1234.50'. Zeros behind say nothing, and go.
 * @param rounds whether more than two decimals are rounded, halves up
 * @throws CellRefused for anything that is no such number, another currency's too
 */
export function plainNumber(cell: Cell, sign: DecimalSign, rounds = false): Cell {
  if (typeof cell === 'number') return rounds ? roundedCents(cell) : cell
  if (typeof cell !== 'string' || cell.trim() === '') return cell
  const text = cell.trim()
  const shown = `«${cutText(text, LONGEST_NUMBER)}»`
  if (text.length > LONGEST_NUMBER) throw new CellRefused(`${shown} no es un número`)
  const bare = withoutPercent(text).replace(/^-?\s*\$\s*|^-\s+/, (before) => (before.includes('-') ? '-' : ''))
  const [, minus = '', digits, written = ''] = FORMS[sign].exec(bare) ?? []
  if (digits === undefined)
    throw new CellRefused(`${shown} no es un número con ${sign === ',' ? 'coma' : 'punto'} decimal`)
  const whole = digits.replace(/[.,]/g, '')
  const decimals = withoutZerosBehind(written)
  if (decimals.length > 2) {
    if (!rounds) throw new CellRefused(`${shown} tiene más de dos decimales`)
    return roundedCents(Number(`${minus}${whole}.${decimals}`))
  }
  return `${minus}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** '21 %' as '21'. */
export const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text)

function withoutZerosBehind(decimals: string): string {
  let end = decimals.length
  while (decimals[end - 1] === '0') end--
  return decimals.slice(0, end)
}

/** Halves up; 1.005 lies below its half in binary form. */
const roundedCents = (value: number): number => Math.round(value * 100 + Math.sign(value) * 1e-6) / 100

/** A code as text; as a number, or as its digits, it gets the zeros back that somebody says it has. */
export function codeText(cell: Cell, zeros: number | undefined): Cell {
  if (zeros === undefined) return typeof cell === 'string' ? cell.trim() : cell
  const text = String(cell ?? '').trim()
  return /^\d+$/.test(text) ? text.padStart(zeros, '0') : text
}
