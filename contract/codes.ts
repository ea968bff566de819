/** What makes two texts the same word, or the same code: pure, the same in the browser and on the server. */

const COMBINING_MARKS = /\p{M}+/gu
const NOT_ASCII = /[^\0-\x7f]/

/** Lower case without accents: 'Muñeca Bebé' is 'muneca bebe'. */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFD').replace(COMBINING_MARKS, '') : text
  return plain.toLowerCase()
}

const CODE_SEPARATORS = /[\s\p{Pd}.]+/gu

/** Folded text as a code: 'SI-TY1017', 'si ty1017' and 'SITY.1017' are the same one (R32), '1:24' is not 124. */
export const codeKey = (folded: string): string => folded.replace(CODE_SEPARATORS, '')

/** A word that can be a code: letters, digits, dashes, dots and low lines, with a digit in it (R32). */
const CODE_LIKE = /^(?=.*\d)[\p{L}\p{N}\p{Pd}._]+$/u

/**
 * The codes a search text asks for (R32): its words when each of them can be a code, none otherwise. Words
 * stand apart by white space, commas or semicolons.
 */
export function codesAsked(text: string): string[] {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.every((word) => CODE_LIKE.test(word)) ? [...new Set(words)] : []
}
