/** The dictionary: every word, the rows it stands in, and the buckets that find it by a part. */

import { codeKey, fold } from '../contract/codes.ts'
import { ENDING_KEYS, endingKey, isNumber, TRIGRAM, TRIGRAM_KEYS, trigramKey } from './dictionary-keys.ts'
import type { Buckets, Dictionary } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { compact, eachWord } from './normalise.ts'
import { createNumberList, sharedUint16, sharedUint32 } from './shared-arrays.ts'

/** Words in the order they were met, and for each occurrence the word and its posting. */
interface Occurrences {
  readonly numbers: ReadonlyMap<string, number>
  readonly words: Uint32Array
  readonly postings: Uint32Array
}

/** The words of texts that many rows share, read once each. */
function createSharedWords() {
  const known = new Map<string, readonly string[]>()
  return (text: string): readonly string[] => {
    let words = known.get(text)
    if (words === undefined) {
      const read: string[] = []
      eachWord(fold(text), (word) => read.push(word))
      words = read
      known.set(text, words)
    }
    return words
  }
}

/** `items` in default order. Within a row each word occurs once. */
function readWords(items: readonly IndexedItem[]): Occurrences {
  const numbers = new Map<string, number>()
  const lastRow: number[] = []
  const words = createNumberList()
  const postings = createNumberList()
  let row = 0

  const add = (word: string, whole: 0 | 1): void => {
    let number = numbers.get(word)
    if (number === undefined) {
      number = numbers.size
      numbers.set(word, number)
    } else if (lastRow[number] === row) return
    lastRow[number] = row
    words.push(number)
    postings.push(row * 2 + whole)
  }
  const addWord = (word: string): void => add(word, 0)
  const sharedWords = createSharedWords()

  for (const item of items) {
    const names = [fold(item.code), fold(item.alias), fold(item.ean)]
    // Whole codes come first: a row's later occurrences of the same word are dropped.
    for (const name of names) {
      const whole = codeKey(name)
      if (whole !== '') add(whole, 1)
    }
    for (const name of names) {
      const joined = compact(name)
      if (joined !== '') addWord(joined)
      eachWord(name, addWord)
    }
    eachWord(fold(item.description), addWord)
    // Names of the tree are words, never codes (R221).
    for (const name of [item.brand, item.category, item.subcategory]) sharedWords(name).forEach(addWord)
    row++
  }
  return { numbers, words: words.view(), postings: postings.view() }
}

/**
 * Lists by key, from a function that calls back with each (key, item) pair, items ascending; it is called
 * twice, first to count and then to fill.
 */
function buildBuckets(keys: number, eachPair: (visit: (key: number, item: number) => void) => void): Buckets {
  const first = sharedUint32(keys + 1)
  eachPair((key) => {
    first[key + 1]!++
  })
  for (let key = 0; key < keys; key++) first[key + 1]! += first[key]!
  const items = sharedUint32(first[keys]!)
  const next = first.slice(0, keys)
  eachPair((key, item) => {
    items[next[key]!++] = item
  })
  return { first, items }
}

function buildTrigrams(letters: Uint16Array, start: Uint32Array, size: number): Buckets {
  const lastWord = new Int32Array(TRIGRAM_KEYS)
  return buildBuckets(TRIGRAM_KEYS, (visit) => {
    lastWord.fill(-1)
    for (let word = 0; word < size; word++) {
      const end = start[word + 1]! - TRIGRAM
      for (let at = start[word]!; at <= end; at++) {
        const key = trigramKey(letters[at]!, letters[at + 1]!, letters[at + 2]!)
        if (lastWord[key] === word) continue
        lastWord[key] = word
        visit(key, word)
      }
    }
  })
}

function buildEndings(letters: Uint16Array, start: Uint32Array, size: number): Buckets {
  return buildBuckets(ENDING_KEYS, (visit) => {
    for (let word = 0; word < size; word++) {
      const from = start[word]!
      const end = start[word + 1]!
      if (end - from < 2 || isNumber(letters, from, end)) continue
      visit(endingKey(letters[end - 2]!, letters[end - 1]!, end - from), word)
    }
  })
}

/** `items` in default order. */
export function buildDictionary(items: readonly IndexedItem[]): Dictionary {
  const occurrences = readWords(items)
  const words = [...occurrences.numbers.keys()].sort()
  const size = words.length

  const sortedNumber = new Uint32Array(size)
  const start = sharedUint32(size + 1)
  words.forEach((word, sorted) => {
    sortedNumber[occurrences.numbers.get(word)!] = sorted
    start[sorted + 1] = start[sorted]! + word.length
  })
  const letters = sharedUint16(start[size]!)
  words.forEach((word, sorted) => {
    for (let i = 0, at = start[sorted]!; i < word.length; i++) letters[at + i] = word.charCodeAt(i)
  })

  // Occurrences were met row by row, so the rows of each word come out ascending.
  const { first: firstPosting, items: postings } = buildBuckets(size, (visit) => {
    for (let i = 0; i < occurrences.words.length; i++) {
      visit(sortedNumber[occurrences.words[i]!]!, occurrences.postings[i]!)
    }
  })
  return {
    size,
    letters,
    start,
    firstPosting,
    postings,
    trigrams: buildTrigrams(letters, start, size),
    endings: buildEndings(letters, start, size),
  }
}
