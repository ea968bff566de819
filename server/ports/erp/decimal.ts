/** Numbers with decimals as a feed writes them: a comma or a point, the same in the whole file. */

import { cutText } from '../../lib/cut-text.ts'
import type { Cell } from '../../spreadsheets/sheet.ts'

export type DecimalSign = ',' | '.'

/** The cell does not hold what its column must hold; the message is Spanish. */
export class CellRefused extends Error {
  override readonly name = 'CellRefused'
}

/** Hears of a cell that was read although it is written otherwise than its column: why nothing is lost, in Spanish. */
export type Remark = (message: string) => void

/** The remark on decimals that are all zeros: the same for every cell, so that a report names it once with its rows. */
export const ZEROS_LEFT_OUT = 'Los decimales que sobran son ceros: se leyó el número sin ellos'

/** A single sign before three digits, which may be a decimal or a thousand: '1.234', unlike '0,000' and '1500,000'. */
const MAY_BE_THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** Characters of a cell that may be a number; a longer one is none, and looking through it would hold the shop (R274). */
const LONGEST_NUMBER = 40

/**
 * The decimal sign that most of the cells use; undefined when none tells. A single sign after one to three digits and before three
 * says nothing: '1.234' is either.
 */
export function findDecimalSign(cells: Iterable<Cell>): DecimalSign | undefined {
  const votes = { ',': 0, '.': 0 }
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > LONGEST_NUMBER) continue
    const signs = cell.match(/[.,]/g) ?? []
    const last = signs.at(-1) as DecimalSign | undefined
    if (!last) continue
    const isMixed = signs.some((sign) => sign !== last)
    if (isMixed) votes[last]++
    else if (signs.length > 1) votes[last === ',' ? '.' : ',']++
    else if (!MAY_BE_THOUSANDS.test(cell.trim())) votes[last]++
  }
  if (votes['.'] === 0 && votes[','] === 0) return undefined
  return votes['.'] > votes[','] ? '.' : ','
}

/**
 * A number of at most two decimals as integer hundredths: '1234,5' is 123450. Zeros after them lose nothing (R30).
 *
 * @param remark hears of zeros that were left out
 * @throws CellRefused for anything else, a thousands separator above all: '1.234' is never guessed at
 */
export function readHundredths(cell: Cell, sign: DecimalSign, remark: Remark = () => {}): number {
  if (typeof cell === 'number') return hundredthsOf(cell)
  const text = String(cell ?? '').trim()
  const shown = `«${cutText(text, LONGEST_NUMBER)}»`
  if (text.length > LONGEST_NUMBER) throw new CellRefused(`${shown} no es un número`)
  const signs = text.match(/[.,]/g) ?? []
  if (!/^-?[\d.,]+$/.test(text) || !/\d/.test(text)) throw new CellRefused(`${shown} no es un número`)
  if (signs.length > 1) throw new CellRefused(withThousands(shown))
  const [whole = '', written = ''] = text.split(/[.,]/)
  if (signs[0] && signs[0] !== sign) {
    if (written.length === 3) throw new CellRefused(withThousands(shown))
    const used = sign === ',' ? 'coma' : 'punto'
    throw new CellRefused(`${shown} no usa ${used} decimal como el resto del archivo`)
  }
  if (MAY_BE_THOUSANDS.test(text)) {
    throw new CellRefused(`${shown} tiene tres decimales o un separador de miles; ninguno de los dos se admite`)
  }
  const decimals = /^\d\d0+$/.test(written) ? written.slice(0, 2) : written
  if (decimals !== written) remark(ZEROS_LEFT_OUT)
  if (decimals.length > 2) throw new CellRefused(`${shown} tiene más de dos decimales`)
  if (signs[0] && (whole === '' || whole === '-' || decimals === '')) throw new CellRefused(`${shown} no es un número`)
  const hundredths = Number(whole + decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(hundredths)) throw new CellRefused(`${shown} es un número demasiado grande`)
  // '-0' is no negative number.
  return hundredths === 0 ? 0 : hundredths
}

function hundredthsOf(value: number): number {
  const hundredths = Math.round(value * 100)
  // A spreadsheet's 33.33 is a binary fraction, not exactly 33.33.
  if (!Number.isFinite(value) || Math.abs(value * 100 - hundredths) > 1e-4) {
    throw new CellRefused(`«${value}» tiene más de dos decimales`)
  }
  return hundredths === 0 ? 0 : hundredths
}

/** The text of a whole number without decimals that are all zeros; any other text as it is. */
export function withoutZeros(text: string, remark: Remark): string {
  if (!/^-?\d+[.,]0+$/.test(text) || MAY_BE_THOUSANDS.test(text)) return text
  remark(ZEROS_LEFT_OUT)
  return text.replace(/[.,]0+$/, '')
}

const withThousands = (shown: string) =>
  `${shown} tiene un separador de miles, que no se admite: escriba mil doscientos como 1200`
