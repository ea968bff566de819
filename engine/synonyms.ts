/** Other words for what is searched, which the office added (R377): engine and device read them alike. */
import { fold } from '../contract/codes.ts'
import { otherNumbers, splitWords } from './normalise.ts'

/** Who searches for `words` is also shown what `meaning` finds. */
export interface Synonym {
  readonly words: string
  readonly meaning: string
}

/** Other texts that are searched for one text, at most: each costs what a search costs. */
const MOST_TEXTS = 4

/** The folded words of a text. */
export const wordsOf = (text: string): string[] => splitWords(fold(text))
/** A folded word, and its other numbers (normalise.ts). */
const bothNumbers = (word: string): string[] => [word, ...otherNumbers(word)]
const isSameWord = (a: string, b: string): boolean => bothNumbers(a).includes(b) || bothNumbers(b).includes(a)

/**
 * Makes a function that answers the other texts to search for a query, given as its folded words in order: each has one of the
 * synonyms' words, in singular or plural, replaced by their meaning. A meaning is not replaced again.
 */
export function otherTexts(synonyms: readonly Synonym[]): (query: readonly string[]) => string[] {
  const byFirstWord = new Map<string, { words: readonly string[]; meaning: string }[]>()
  for (const { words: text, meaning } of synonyms) {
    const words = wordsOf(text)
    for (const key of words[0] === undefined ? [] : bothNumbers(words[0])) {
      const others = byFirstWord.get(key)
      if (others) others.push({ words, meaning })
      else byFirstWord.set(key, [{ words, meaning }])
    }
  }
  return (query) => {
    if (byFirstWord.size === 0) return []
    const texts = new Set<string>()
    query.forEach((typed, at) => {
      for (const key of bothNumbers(typed))
        for (const { words, meaning } of byFirstWord.get(key) ?? []) {
          if (texts.size === MOST_TEXTS) return
          if (!words.every((word, place) => isSameWord(word, query[at + place] ?? ''))) continue
          texts.add([...query.slice(0, at), meaning, ...query.slice(at + words.length)].join(' '))
        }
    })
    return [...texts]
  }
}
