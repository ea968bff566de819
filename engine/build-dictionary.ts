/** The dictionary: every word, the rows it stands in, and the buckets that find it by a part. */

import { codeKey, fold } from '../contract/codes.ts'
import { ENDING_KEYS, endingKey, isNumber, TRIGRAM, TRIGRAM_KEYS, trigramKey } from './dictionary-keys.ts'
import type { Buckets, Dictionary } from './index-data.ts'
import type { IndexedItem } from './item.ts'
import { compact, eachWord } from './normalise.ts'
import { createNumberList, sharedUint16, sharedUint32 } from './shared-arrays.ts'

/** Folded text that is one word and nothing else, as most codes are: whole, joined and in words it is the same. */
const ONE_WORD = /^[a-z0-9]*$/

/** Words in the order they were met, and for each occurrence the word and its posting. */
interface Occurrences {
  readonly numbers: ReadonlyMap<string, number>
  readonly words: Uint32Array
  readonly postings: Uint32Array
  /** The words of the tree's names, each with the rows of its name; see runsOfNames(). */
  readonly named: readonly { readonly word: number; readonly runs: readonly number[] }[]
}

/** The rows of each name of the tree, as runs: first row, the row after the last, and so on. `items` in default order. */
function runsOfNames(items: readonly IndexedItem[]): ReadonlyMap<string, number[]> {
  const runsByName = new Map<string, number[]>()
  const add = (name: string, row: number): void => {
    const runs = runsByName.get(name)
    if (runs === undefined) runsByName.set(name, [row, row + 1])
    else if (runs.at(-1)! >= row) runs[runs.length - 1] = row + 1
    else runs.push(row, row + 1)
  }
  items.forEach(({ brand, category, subcategory }, row) => {
    add(brand, row)
    add(category, row)
    add(subcategory, row)
  })
  return runsByName
}

/** `items` in default order. Within a row each word of its own texts occurs once. */
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

  for (const item of items) {
    const codes = [fold(item.code), fold(item.alias), fold(item.ean)]
    // Whole codes come first: a row's later occurrences of the same word are dropped.
    for (const code of codes) {
      const whole = ONE_WORD.test(code) ? code : codeKey(code)
      if (whole !== '') add(whole, 1)
    }
    for (const code of codes) {
      if (ONE_WORD.test(code)) continue
      const joined = compact(code)
      if (joined !== '') addWord(joined)
      eachWord(code, addWord)
    }
    eachWord(fold(item.description), addWord)
    row++
  }
  // Names of the tree are words, never codes (R221).
  const named: { word: number; runs: number[] }[] = []
  for (const [name, runs] of runsOfNames(items))
    eachWord(fold(name), (word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      named.push({ word: number, runs })
    })
  return { numbers, words: words.view(), postings: postings.view(), named }
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

/** Every word of `items`, which stand in default order. */
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
  const { first: firstRun, items: runs } = buildBuckets(size, (visit) => {
    for (const { word, runs } of occurrences.named) for (const row of runs) visit(sortedNumber[word]!, row)
  })
  return {
    size,
    letters,
    start,
    firstPosting,
    postings,
    firstRun,
    runs,
    trigrams: buildTrigrams(letters, start, size),
    endings: buildEndings(letters, start, size),
  }
}
