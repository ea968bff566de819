/** CUIT and CUIL: the eleven-digit tax id that identifies clients and users. */

/** Any dash: a program that writes texts makes its own of '-'. */
const SEPARATORS = /[\s.\p{Pd}]/gu
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

/**
 * The eleven digits of a CUIT written with or without dashes, dots or spaces; null when it is not one.
 * The last digit is checked (R15), and the first must be one that the tax authority gives out:
 * 2 for people, 3 for companies, 5 for those abroad.
 */
export function parseCuit(text: string): string | null {
  const digits = text.replace(SEPARATORS, '')
  if (!/^[235]\d{10}$/.test(digits)) return null
  return checkDigit(digits) === Number(digits[10]) ? digits : null
}

/** A CUIT, right or wrong, as people read it: '30712345671' is '30-71234567-1'. Any other text is left as it is. */
export function formatCuit(text: string): string {
  const digits = text.replace(SEPARATORS, '')
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2, 10)}-${digits[10]}` : text
}

/** Modulus 11 over the first ten digits. Numbers whose check would be 10, which is no digit, are never given out. */
function checkDigit(digits: string): number {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  return (11 - (sum % 11)) % 11
}
