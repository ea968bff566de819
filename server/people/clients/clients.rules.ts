/** How typed text finds clients: pure. */

/**
 * The words of folded text. A CUIT is stored as digits, so a word of digits and dashes ('30-7123') is also
 * looked for without its dashes; a code may really have them.
 */
export function wordForms(folded: string): string[][] {
  return folded
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const digits = /^[\d.-]+$/.test(word) ? word.replace(/[.-]/g, '') : ''
      return [...new Set([word, digits].filter(Boolean))]
    })
}
