/** Which rows a text finds, and how well. */
import { type Bitset, createBitset, intersect } from './bitset.ts'
import {
  eachWordContaining,
  eachWordOneTypoAway,
  exactWord,
  SHORTEST_INSIDE,
  wordsBeginning,
} from './dictionary.ts'
import { type QueryText, readQueryText } from './normalise.ts'
import type { Dictionary } from './snapshot-data.ts'

/** How well a row matches: as well as the worst of the query's words. */
const WHOLE = 0 // the whole query is the row's code or alias
const EXACT = 1 // each word stands in the row
const PREFIX = 2 // … or begins a word of it
const INSIDE = 3 // … or is inside a word of it
const TYPO = 4 // … or is one typing error away from a word of it
const TIERS = 5

/** Element t holds the rows that match in tier t or better: each set contains the one before it. */
export type TextMatches = readonly Bitset[]

export interface TextMatcher {
  /**
   * The rows a text finds by tier, or null when the text is no condition (no letter or digit in it).
   * The sets belong to the matcher and are valid until its next call.
   */
  match(text: string): TextMatches | null
}

export function createTextMatcher(dictionary: Dictionary, size: number): TextMatcher {
  const { firstPosting, postings } = dictionary
  const tiers = (): Bitset[] => Array.from({ length: TIERS }, () => createBitset(size))
  const matches = tiers()
  const ofWord = tiers()

  /** Adds the rows of the words first … end − 1, whose postings lie side by side. */
  function addRows(first: number, end: number, into: Bitset): void {
    const last = firstPosting[end]!
    for (let i = firstPosting[first]!; i < last; i++) {
      const row = postings[i]! >>> 1
      into[row >>> 5]! |= 1 << (row & 31)
    }
  }

  function matchWord(word: string, into: readonly Bitset[]): void {
    const exact = into[EXACT]!
    const prefix = into[PREFIX]!
    const inside = into[INSIDE]!
    const typo = into[TYPO]!
    const beginning = wordsBeginning(dictionary, word)
    const itself = exactWord(dictionary, word, beginning)

    exact.fill(0)
    if (itself >= 0) addRows(itself, itself + 1, exact)
    prefix.set(exact)
    addRows(beginning.first, beginning.end, prefix)
    inside.set(prefix)
    if (word.length >= SHORTEST_INSIDE) {
      eachWordContaining(dictionary, word, beginning, (found) => addRows(found, found + 1, inside))
    }
    typo.set(inside)
    eachWordOneTypoAway(dictionary, word, (found) => addRows(found, found + 1, typo))
  }

  /** Puts the rows whose code or alias is the whole query into every tier, and nothing else into WHOLE. */
  function matchWhole(whole: string): void {
    matches[WHOLE]!.fill(0)
    const word = exactWord(dictionary, whole, wordsBeginning(dictionary, whole))
    if (word < 0) return
    for (let i = firstPosting[word]!; i < firstPosting[word + 1]!; i++) {
      const posting = postings[i]!
      if ((posting & 1) === 0) continue
      const row = posting >>> 1
      for (const tier of matches) tier[row >>> 5]! |= 1 << (row & 31)
    }
  }

  return {
    match(text) {
      const { words, whole }: QueryText = readQueryText(text)
      if (words.length === 0) return null
      words.forEach((word, index) => {
        matchWord(word, index === 0 ? matches : ofWord)
        if (index > 0) for (let tier = EXACT; tier < TIERS; tier++) intersect(matches[tier]!, ofWord[tier]!)
      })
      matchWhole(whole)
      return matches
    },
  }
}
