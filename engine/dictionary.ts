/** Finding words in the dictionary: by beginning, by a part inside, by one typing error. */
import { endingKey, hasDigit, isNumber, TRIGRAM, trigramKey } from './dictionary-keys.ts'
import type { Dictionary } from './index-data.ts'
import { isOneTypoAway } from './one-typo.ts'
import { lowerBound } from './shared-arrays.ts'

/** Shorter words are matched from their beginning only: two letters are inside nearly everything. */
export const SHORTEST_INSIDE = TRIGRAM
/** Typing errors are forgiven in words of this many letters or more. */
export const SHORTEST_WITH_TYPO = 5

/** The words number first … end − 1 of a dictionary. */
export interface WordRange {
  readonly first: number
  readonly end: number
}

/** 0 when the word begins with `beginning`; below 0 when it sorts before all words that do, above 0 when after them. */
function compareBeginning({ letters, start }: Dictionary, word: number, beginning: string): number {
  const from = start[word]!
  const length = start[word + 1]! - from
  for (let i = 0; i < beginning.length; i++) {
    if (i === length) return -1
    const difference = letters[from + i]! - beginning.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}

/** The words that begin with `beginning`. A word equal to it is the first of the range. */
export function wordsBeginning(dictionary: Dictionary, beginning: string): WordRange {
  const { size } = dictionary
  const first = lowerBound(0, size, (word) => compareBeginning(dictionary, word, beginning) < 0)
  const end = lowerBound(first, size, (word) => compareBeginning(dictionary, word, beginning) === 0)
  return { first, end }
}

/** The number of `word`, or −1 when it is not in the dictionary; the range is of the words that begin with it. */
export function exactWord({ start }: Dictionary, word: string, { first, end }: WordRange): number {
  return first < end && start[first + 1]! - start[first]! === word.length ? first : -1
}

/** Whether `part` stands anywhere in letters[from … end − 1]. */
function contains(letters: Uint16Array, from: number, end: number, part: string): boolean {
  const last = end - part.length
  for (let at = from; at <= last; at++) {
    let i = 0
    while (i < part.length && letters[at + i] === part.charCodeAt(i)) i++
    if (i === part.length) return true
  }
  return false
}

/** Visits the words outside `known` that contain `part` (of SHORTEST_INSIDE letters or more). */
export function eachWordContaining(
  { letters, start, trigrams: { first, items } }: Dictionary,
  part: string,
  known: WordRange,
  visit: (word: number) => void,
): void {
  // Every such word is in the list of each trigram of the part: the shortest list has the least to check.
  let rarest = 0
  let fewest = Number.POSITIVE_INFINITY
  for (let i = 0; i + TRIGRAM <= part.length; i++) {
    const key = trigramKey(part.charCodeAt(i), part.charCodeAt(i + 1), part.charCodeAt(i + 2))
    const length = first[key + 1]! - first[key]!
    if (length < fewest) {
      fewest = length
      rarest = key
    }
  }
  for (let i = first[rarest]!; i < first[rarest + 1]!; i++) {
    const word = items[i]!
    if (word >= known.first && word < known.end) continue
    if (contains(letters, start[word]!, start[word + 1]!, part)) visit(word)
  }
}

/**
 * Visits the words one typing error away from `typed`; a word may be visited twice. Words with a digit, typed or
 * found, count only with `alsoCodes`; numbers never do.
 *
 * An error that touches the last two letters begins at the third last at the earliest (two neighbours swapped).
 * So every word in question either ends with the last two letters of `typed`, or begins with everything before
 * its last three.
 */
export function eachWordOneTypoAway(
  dictionary: Dictionary,
  typed: string,
  alsoCodes: boolean,
  visit: (word: number) => void,
): void {
  const { letters, start, endings } = dictionary
  const length = typed.length
  if (length < SHORTEST_WITH_TYPO || (alsoCodes ? /^[0-9]+$/ : /[0-9]/).test(typed)) return
  const isExcluded = alsoCodes ? isNumber : hasDigit

  const check = (word: number): void => {
    const from = start[word]!
    const wordEnd = start[word + 1]!
    if (isOneTypoAway(letters, from, wordEnd, typed) && !isExcluded(letters, from, wordEnd)) visit(word)
  }
  const { first, end } = wordsBeginning(dictionary, typed.slice(0, length - 3))
  for (let word = first; word < end; word++) {
    const wordLength = start[word + 1]! - start[word]!
    if (wordLength >= length - 1 && wordLength <= length + 1) check(word)
  }
  const beforeLast = typed.charCodeAt(length - 2)
  const last = typed.charCodeAt(length - 1)
  for (let wordLength = length - 1; wordLength <= length + 1; wordLength++) {
    const key = endingKey(beforeLast, last, wordLength)
    for (let i = endings.first[key]!; i < endings.first[key + 1]!; i++) check(endings.items[i]!)
  }
}
