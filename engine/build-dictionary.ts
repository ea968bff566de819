/** The dictionary: every word, the rows it stands in, and the buckets that find it by a part. */

import { codeKey, fold } from '../contract/codes.ts'
import { ENDING_KEYS, endingKey, isNumber, TRIGRAM, TRIGRAM_KEYS, trigramKey } from './dictionary-keys.ts'
import type { Buckets, Dictionary } from './index-data.ts'
import { codeFields, type IndexedItem, wordFields } from './item.ts'
import { compact, eachWord } from './normalise.ts'
import { createNumberList, sharedUint16, sharedUint32 } from './shared-arrays.ts'

/** Folded text that is one word and nothing else, as most codes are: whole, joined and in words it is the same. */
const ONE_WORD = /^[a-z0-9]*$/
/** Letters of the shortest word that counts as a part of a longer one: shorter ones begin half of the dictionary. */
const SHORTEST_PART = 3
const HAS_DIGIT = /[0-9]/
/** Separates the texts of a sequence. */
const END_OF_TEXT = 0xffffffff

/** Words in the order they were met, and for each occurrence the word and its posting. */
interface Occurrences {
  readonly numbers: ReadonlyMap<string, number>
  readonly words: Uint32Array
  readonly postings: Uint32Array
  /** The words of each row's description in their order, END_OF_TEXT after each row. */
  readonly sequence: Uint32Array
  /** The tree's names: the words of each in their order, those written together also joined, and its rows; see runsOfNames(). */
  readonly names: readonly NameWords[]
}

interface NameWords {
  readonly sequence: readonly number[]
  readonly joined: readonly number[]
  readonly runs: readonly number[]
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

const furtherWords = wordFields.filter((name) => name !== 'description')

/** `items` in default order. Within a row each word of its own texts occurs once. */
function readWords(items: readonly IndexedItem[]): Occurrences {
  const numbers = new Map<string, number>()
  const lastRow: number[] = []
  const words = createNumberList()
  const postings = createNumberList()
  const sequence = createNumberList()
  let row = 0

  const add = (word: string, whole: 0 | 1): number => {
    let number = numbers.get(word)
    if (number === undefined) {
      number = numbers.size
      numbers.set(word, number)
    } else if (lastRow[number] === row) return number
    lastRow[number] = row
    words.push(number)
    postings.push(row * 2 + whole)
    return number
  }
  const addWord = (word: string): void => void add(word, 0)
  const addDescribing = (word: string, isJoined: boolean): void => {
    const number = add(word, 0)
    if (!isJoined) sequence.push(number)
  }

  for (const item of items) {
    const codes = codeFields.map((name) => fold(item[name]))
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
    eachWord(fold(item.description), addDescribing)
    for (const name of furtherWords) eachWord(fold(item[name]), addWord)
    sequence.push(END_OF_TEXT)
    row++
  }
  // Names of the tree are words, never codes (R221).
  const names: NameWords[] = []
  for (const [name, runs] of runsOfNames(items)) {
    const ofName = { sequence: [] as number[], joined: [] as number[], runs }
    eachWord(fold(name), (word, isJoined) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      ofName[isJoined ? 'joined' : 'sequence'].push(number)
    })
    names.push(ofName)
  }
  return { numbers, words: words.view(), postings: postings.view(), sequence: sequence.view(), names }
}

/** The words that are two other words written together. */
interface JoinedPairs {
  /** 1 for each word that is the first of a pair: most are not, and asking a map for each takes longer. */
  readonly isFirst: Uint8Array
  /** By the first one's number and then the second one's. */
  readonly joined: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Every pair of words that the catalogue also writes as one: 'hot', 'wheels' and 'hotwheels' (R246). */
function pairsWrittenJoined(sorted: readonly string[], numbers: ReadonlyMap<string, number>): JoinedPairs {
  const isFirst = new Uint8Array(numbers.size)
  const joined = new Map<number, Map<number, number>>()
  // The words that begin the present one, the shortest first: in the sorted list they stand before it.
  const beginnings: string[] = []
  for (const word of sorted) {
    // What has a digit in it may be a code (R32).
    if (HAS_DIGIT.test(word)) continue
    while (beginnings.length > 0 && !word.startsWith(beginnings.at(-1)!)) beginnings.pop()
    for (const first of beginnings) {
      const length = word.length - first.length
      const number = length >= SHORTEST_PART ? numbers.get(word.slice(first.length)) : undefined
      if (number === undefined) continue
      const firstNumber = numbers.get(first)!
      isFirst[firstNumber] = 1
      const seconds = joined.get(firstNumber) ?? new Map<number, number>()
      joined.set(firstNumber, seconds.set(number, numbers.get(word)!))
    }
    if (word.length >= SHORTEST_PART) beginnings.push(word)
  }
  return { isFirst, joined }
}

/** Visits the joined word of each two neighbours of `sequence` that are a pair, with the number of the text they stand in. */
function eachPair(sequence: ArrayLike<number>, pairs: JoinedPairs, visit: (word: number, text: number) => void): void {
  let text = 0
  for (let at = 0; at + 1 < sequence.length; at++) {
    const first = sequence[at]!
    if (first === END_OF_TEXT) text++
    else if (pairs.isFirst[first] === 1) {
      const joined = pairs.joined.get(first)!.get(sequence[at + 1]!)
      if (joined !== undefined) visit(joined, text)
    }
  }
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
  const pairs = pairsWrittenJoined(words, occurrences.numbers)
  const joinedIn = createNumberList()
  eachPair(occurrences.sequence, pairs, (word, row) => {
    joinedIn.push(word)
    joinedIn.push(row)
  })
  const joinedRows = joinedIn.view()
  const { first: firstRun, items: runs } = buildBuckets(size, (visit) => {
    for (const { sequence, joined, runs } of occurrences.names) {
      const visitRuns = (word: number): void => {
        for (const row of runs) visit(sortedNumber[word]!, row)
      }
      sequence.forEach(visitRuns)
      joined.forEach(visitRuns)
      eachPair(sequence, pairs, visitRuns)
    }
    for (let i = 0; i < joinedRows.length; i += 2) {
      visit(sortedNumber[joinedRows[i]!]!, joinedRows[i + 1]!)
      visit(sortedNumber[joinedRows[i]!]!, joinedRows[i + 1]! + 1)
    }
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
