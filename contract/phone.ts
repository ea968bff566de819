/** Telephone numbers as people in Argentina type them, as links. */

/** Country 54, and the 9 that WhatsApp wants before the area code of an Argentine mobile. */
const ARGENTINE_MOBILE = '549'

/**
 * The number in WhatsApp's form: digits with the country's code. Null for what is no whole number: without its area
 * code, or two in one field.
 */
export function whatsappNumber(typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  const foreign = /^\s*(\+|00)/.test(typed) ? digits.replace(/^00/, '') : null
  if (foreign !== null && !foreign.startsWith('54')) return /^\d{8,15}$/.test(foreign) ? foreign : null
  const national = digits
    .replace(/^00/, '')
    .replace(/^54(?=\d{10,13}$)9?/, '')
    .replace(/^0/, '')
  const number = national.length === 12 ? withoutFifteen(national) : national
  return number?.length === 10 ? ARGENTINE_MOBILE + number : null
}

/** Area codes have two digits in Buenos Aires and three or four elsewhere; the 15 of a mobile follows them. */
function withoutFifteen(digits: string): string | null {
  const at = [digits.startsWith('11') ? 2 : 3, 3, 4].find((place) => digits.startsWith('15', place))
  return at === undefined ? null : digits.slice(0, at) + digits.slice(at + 2)
}

/** A chat with a number that begins with `text`; null where the number is none of WhatsApp's. */
export function whatsappLink(typed: string, text: string): string | null {
  const number = whatsappNumber(typed)
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

/** The `tel:` link of a number; null for text that nobody can dial. */
export function callLink(typed: string): string | null {
  const number = typed.replace(/[^\d+]/g, '')
  return /^\+?\d{6,15}$/.test(number) ? `tel:${number}` : null
}
