/** Amounts as four shop programs write them, in one file all alike. Pure. */

export type Sign = ',' | '.'

/** A longer cell is no amount. */
const LONGEST = 40

/** What stands beside the figures: '$ 1.234,50', 'ARS 100', '1 234,5'. */
const bare = (text: string): string => (text.length > LONGEST ? '' : text.replace(/ARS|AR\$|[$\s\u00a0\u202f']/g, ''))

/**
 * The decimal sign of a file's amounts, by those that can mean one thing only; undefined where each may be either
 * ('1.500'), or where they contradict each other equally often.
 */
export function signOf(cells: Iterable<string>): Sign | undefined {
  const votes = { ',': 0, '.': 0 }
  for (const cell of cells) {
    const text = bare(cell)
    const signs = text.match(/[.,]/g) ?? []
    const last = signs.at(-1) as Sign | undefined
    if (!last) continue
    const decimals = text.length - text.lastIndexOf(last) - 1
    if (signs.some((sign) => sign !== last)) votes[last]++
    else if (signs.length > 1) votes[last === ',' ? '.' : ',']++
    else if (decimals !== 3 || /^-?0?[.,]/.test(text)) votes[last]++
  }
  if (votes['.'] === votes[',']) return undefined
  return votes['.'] > votes[','] ? '.' : ','
}

const NUMBER = {
  '.': /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/,
  ',': /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/,
} as const

/**
 * An amount in cents, halves up; `isRounded`: it had parts of a cent. Null for what is no amount in this sign.
 *
 * @param sign undefined: only an amount without any sign is read
 */
export function centsOf(cell: string, sign: Sign | undefined): { cents: number; isRounded: boolean } | null {
  const text = bare(cell)
  if (sign === undefined) return /^\d{1,12}$/.test(text) ? { cents: Number(text) * 100, isRounded: false } : null
  const found = NUMBER[sign].exec(text)
  if (!found || !/\d/.test(text)) return null
  const decimals = found[1] ?? ''
  const whole = (decimals === '' ? text.replace(/[.,]$/, '') : text.slice(0, -decimals.length - 1)).replace(/[.,]/g, '')
  if (whole.replace('-', '').length > 12) return null
  const cents = Number(`${whole || 0}${decimals.slice(0, 2).padEnd(2, '0')}`)
  const isHalf = Number(decimals[2] ?? 0) >= 5
  return { cents: isHalf ? cents + (text.startsWith('-') ? -1 : 1) : cents, isRounded: /[1-9]/.test(decimals.slice(2)) }
}

/** What is left of an amount in cents when its VAT is taken out, halves up: 12,100 at 2100 is 10,000. */
export const withoutVat = (cents: number, rate: number): number =>
  Number((BigInt(cents) * 20_000n + BigInt(10_000 + rate)) / (2n * BigInt(10_000 + rate)))

/** The rates that Argentina has, in hundredths of a percent. */
const RATES = [0, 250, 500, 1050, 2100, 2700] as const

/** The VAT rate that leads from one amount to the other, in hundredths of a percent; null: none of the country's does. */
export function rateBetween(net: number, gross: number): number | null {
  if (net <= 0) return null
  // Both are rounded to cents; where they are so small that two rates fit, nothing is known.
  const fits = RATES.filter((rate) => Math.abs(net * (1 + rate / 10_000) - gross) <= 1.5)
  return fits.length === 1 ? (fits[0] ?? null) : null
}
