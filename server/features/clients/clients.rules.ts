/** How typed text finds clients: pure. */

/** LIKE patterns of one typed word: anywhere in the search text, and at the beginning of one of its words. */
export interface WordPattern {
  inside: string[]
  begins: string[]
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The words of folded text. A CUIT is stored as digits, so a word of digits and dashes ('30-7123') is also
 * looked for without its dashes; a code may really have them.
 */
export function wordPatterns(folded: string): WordPattern[] {
  return folded
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const digits = /^[\d.-]+$/.test(word) ? word.replace(/[.-]/g, '') : ''
      const forms = [...new Set([word, digits].filter(Boolean))].map(escapeLike)
      return {
        inside: forms.map((form) => `%${form}%`),
        begins: forms.map((form) => `% ${form}%`),
      }
    })
}
