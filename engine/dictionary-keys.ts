/**
 * Keys of the dictionary's buckets. Letters outside a-z and 0-9 share one class, so a bucket may hold
 * words that do not match: whoever reads one checks each word.
 */
const CLASSES = 37
const OTHER = 36
/** Lengths from here on share a bucket. */
const LONGEST = 31

/** Letters of a trigram. */
export const TRIGRAM = 3
export const TRIGRAM_KEYS = CLASSES ** TRIGRAM
export const ENDING_KEYS = CLASSES ** 2 * (LONGEST + 1)

function classOf(letter: number): number {
  if (letter >= 97 && letter <= 122) return letter - 97
  if (letter >= 48 && letter <= 57) return letter - 22
  return OTHER
}

/** The key of three letters (UTF-16 code units). */
export const trigramKey = (a: number, b: number, c: number): number =>
  (classOf(a) * CLASSES + classOf(b)) * CLASSES + classOf(c)

/** The key of a word's last two letters and its length. */
export const endingKey = (beforeLast: number, last: number, length: number): number =>
  (classOf(beforeLast) * CLASSES + classOf(last)) * (LONGEST + 1) + Math.min(length, LONGEST)

const isDigit = (letter: number): boolean => letter >= 48 && letter <= 57

/**
 * Whether the word letters[from … end − 1] is a number. Numbers are matched as typed: a number with a
 * wrong digit is another number.
 */
export function isNumber(letters: ArrayLike<number>, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!isDigit(letters[at]!)) return false
  return true
}

/** Whether the word letters[from … end − 1] has a digit in it, as codes have. */
export function hasDigit(letters: ArrayLike<number>, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (isDigit(letters[at]!)) return true
  return false
}
