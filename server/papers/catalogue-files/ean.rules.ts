/** Article numbers as bars: EAN-13, EAN-8 and UPC-A. */

/** Modules of each digit in the left half (odd parity); the other two codes are its mirror and its inverse. */
const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
/** Which of the first six digits stand in even parity; this is how the first of thirteen digits is told. */
const PARITY = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO']
const right = (digit: number): string => [...(LEFT[digit] as string)].map((bit) => (bit === '0' ? '1' : '0')).join('')
const even = (digit: number): string => [...right(digit)].reverse().join('')

/**
 * The bars of an article number as text of modules, '1' dark and '0' light, without quiet zones; null for a text
 * that is no article number: it has not 8, 12 or 13 digits, or a wrong check digit.
 */
export function barsOf(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  if (!/^(\d{8}|\d{12,13})$/.test(digits) || !hasCheckDigit(digits)) return null
  if (digits.length === 8) {
    const [first, second] = [digits.slice(0, 4), digits.slice(4)].map((half) => [...half].map(Number))
    const left = (first as number[]).map((digit) => LEFT[digit]).join('')
    return `101${left}01010${(second as number[]).map(right).join('')}101`
  }
  const [lead = 0, ...rest] = [...digits.padStart(13, '0')].map(Number)
  const left = rest
    .slice(0, 6)
    .map((digit, place) => (PARITY[lead]?.[place] === 'E' ? even(digit) : LEFT[digit]))
    .join('')
  return `101${left}01010${rest.slice(6).map(right).join('')}101`
}

/** Whether the check digit is right: from the right, every second digit counts three times; ten divides the sum. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}
