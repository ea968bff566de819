/** Text and amounts as a PDF's standard fonts can show them: pure. */

/** What Windows-1252, the encoding of those fonts, has beyond Latin-1. */
const BEYOND_LATIN1 = '€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŽžŸ'

/** Text with '?' for the characters the fonts have none for, and control characters left out. */
export function printable(text: string): string {
  let shown = ''
  for (const letter of text.normalize('NFC').replace(/\s+/g, ' ')) {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) continue
    shown += code <= 0xff || BEYOND_LATIN1.includes(letter) ? letter : '?'
  }
  return shown.trim()
}

const amount = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('es-AR')

/** 123450 is '$ 1.234,50'. */
export const pesos = (cents: number): string => `$ ${amount.format(cents / 100)}`
export const count = (number: number): string => whole.format(number)
