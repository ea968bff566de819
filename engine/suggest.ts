/**
 * What a text may have been meant as (R245): the catalogue's own words that sound like it or are a letter or two away, apart
 * or joined, together where articles have them together. Reads the whole dictionary: for searches that found nothing.
 */
import type { CatalogueQuery, Suggestion } from '../contract/catalogue.ts'
import { fold } from '../contract/codes.ts'
import { type Bitset, count, createBitset, createFullBitset, intersect } from './bitset.ts'
import type { SearchFilter } from './buyer-filters.ts'
import { exactWord, wordsBeginning } from './dictionary.ts'
import { hasDigit } from './dictionary-keys.ts'
import type { Dictionary, IndexData } from './index-data.ts'
import { readQueryText } from './normalise.ts'
import { lowerBound } from './shared-arrays.ts'
import { differenceOf, LONGEST_SOUND, writeSound } from './sound.ts'

const MOST_SUGGESTIONS = 3
/** Texts that are tried for those three: the other conditions may leave them empty. */
const MOST_TRIED = 12
/** Readings of one word that are tried with those of the others. */
const MOST_READINGS = 8
/** Combinations of readings that are looked at in all. */
const MOST_STEPS = 2_000
/** Combinations times rows of the catalogue, at most: they take time by its size, and the shop answers nobody meanwhile. */
const MOST_ROWS = 20_000_000
const SHORTEST_WORD = 2
/** Letters that a word needs to be offered where others are left out: 'de' says nothing. */
const SHORTEST_ALONE = 3
const FIRST_LETTER = 'a'.charCodeAt(0)
/** Letters of the shortest part that a word is cut into. */
const SHORTEST_PART = 2

/** What counts against a reading: the numbers only order what is offered. A word that is left out counts by its letters too. */
const COST = { beginning: 1, sound: 2, cut: 4, join: 3, difference: 4, leftOut: 14, leftOutLetter: 2 }
/** What ten times as many articles count for a reading. */
const COMMON = 2
/** A suggestion that costs more than this above the best one is not offered. */
const MOST_DEARER = 3

/** One way to read one word of the text, or two neighbours as one. */
interface Reading {
  /** Words of the dictionary that an article must have, each as a range; none: the word is left out. */
  readonly ranges: readonly (readonly [first: number, end: number])[]
  /** Its words, folded. */
  readonly words: readonly string[]
  readonly cost: number
  /** How many articles have a word that sounds alike: of equally good readings the commonest are tried first. */
  readonly rows?: number
}

/** Part of a text whose sound is compared with that of each word. */
interface SoundedWord {
  readonly word: string
  readonly sound: Uint16Array
  readonly length: number
  readonly mostDifferent: number
  readonly readings: Reading[]
}

/** Short sounds are like too many others. */
const mostDifferent = (length: number): number => (length <= 3 ? 0 : length <= 6 ? 1 : 2)

function listen(word: string): SoundedWord {
  const sound = new Uint16Array(LONGEST_SOUND)
  const codes = Uint16Array.from(word, (letter) => letter.charCodeAt(0))
  const length = writeSound(codes, 0, codes.length, sound)
  return { word, sound, length, mostDifferent: mostDifferent(length), readings: [] }
}

const wordText = ({ letters, start }: Dictionary, word: number): string =>
  String.fromCharCode(...letters.subarray(start[word]!, start[word + 1]!))

/** Adds to each of `heard` the words of the dictionary that sound like it. */
function addWordsThatSoundAlike(
  dictionary: Dictionary,
  heard: readonly SoundedWord[],
  rowsOf: (word: number) => number,
): void {
  const { size, letters, start } = dictionary
  const sound = new Uint16Array(LONGEST_SOUND)
  // No word has more sounds than letters.
  const shortest = Math.min(...heard.map(({ length, mostDifferent: most }) => Math.max(SHORTEST_WORD, length - most)))
  // Numbers stand before all letters.
  for (let word = lowerBound(0, size, (at) => letters[start[at]!]! < FIRST_LETTER); word < size; word++) {
    const from = start[word]!
    const end = start[word + 1]!
    if (end - from < shortest || hasDigit(letters, from, end)) continue
    const length = writeSound(letters, from, end, sound)
    for (const { word: typed, sound: typedSound, length: typedLength, mostDifferent: most, readings } of heard) {
      const different = differenceOf(typedSound, typedLength, sound, length, most)
      if (different > most) continue
      const text = wordText(dictionary, word)
      if (text === typed) continue
      const cost = COST.sound + COST.difference * different
      readings.push({ ranges: [[word, word + 1]], words: [text], cost, rows: rowsOf(word) })
    }
  }
}

/** The texts that `filter`'s text may have been meant as; see Search.suggest. */
export function suggest(
  {
    data,
    search,
    addRows,
  }: {
    data: IndexData
    search: { select(query: CatalogueQuery): { readonly total: number } }
    addRows: (first: number, end: number, into: Bitset) => void
  },
  filter: SearchFilter,
  textOf: (row: number) => string,
): Suggestion[] {
  const { dictionary, size } = data
  const { words, codes } = readQueryText(filter.text)
  // Codes are never guessed (R32).
  if (words.length === 0 || codes.length > 0) return []
  const scratch = createBitset(size)
  const rowsOf = (word: number): number => {
    scratch.fill(0)
    addRows(word, word + 1, scratch)
    return count(scratch)
  }
  const exact = (word: string): number => exactWord(dictionary, word, wordsBeginning(dictionary, word))

  /** The word as it is typed, and what it is when it is cut in two. */
  function readAsTyped(word: string): Reading[] {
    const { first, end } = wordsBeginning(dictionary, word)
    const whole = exactWord(dictionary, word, { first, end })
    const readings: Reading[] = []
    if (whole >= 0) readings.push({ ranges: [[whole, whole + 1]], words: [word], cost: 0 })
    else if (first < end) readings.push({ ranges: [[first, end]], words: [word], cost: COST.beginning })
    if (/[0-9]/.test(word)) return readings
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
      const parts = [word.slice(0, at), word.slice(at)]
      const numbers = parts.map(exact)
      if (numbers.every((number) => number >= 0))
        readings.push({ ranges: numbers.map((number) => [number, number + 1]), words: parts, cost: COST.cut })
    }
    return readings
  }

  // readings[i][0] are of word i, readings[i][1] of the words i and i + 1 as one.
  const readings = words.map((word, at) => {
    const next = words[at + 1]
    const joined = next === undefined ? undefined : word + next
    return [word, joined].map((text) => {
      const isHeard = text !== undefined && text.length >= SHORTEST_WORD && !/[0-9]/.test(text)
      const heard = isHeard ? listen(text) : undefined
      const asTyped = text === undefined ? [] : text === word ? readAsTyped(text) : readJoined(text)
      return { heard, asTyped, isAlone: text === word }
    })
  })
  function readJoined(text: string): Reading[] {
    const number = exact(text)
    return number < 0 ? [] : [{ ranges: [[number, number + 1]], words: [text], cost: 0 }]
  }
  addWordsThatSoundAlike(
    dictionary,
    readings.flat().flatMap(({ heard }) => heard ?? []),
    rowsOf,
  )
  const choices = readings.map((ofPlace, at) =>
    ofPlace.map(({ heard, asTyped, isAlone }) => {
      const best = [...asTyped, ...(heard?.readings ?? [])]
        .map((reading) => (isAlone ? reading : { ...reading, cost: reading.cost + COST.join }))
        .sort((a, b) => a.cost - b.cost || (b.rows ?? 0) - (a.rows ?? 0))
        .slice(0, MOST_READINGS)
      if (!isAlone || words.length === 1) return best
      const cost = COST.leftOut + COST.leftOutLetter * words[at]!.length
      return [...best, { ranges: [], words: [], cost }]
    }),
  )

  interface Meant {
    readonly words: readonly string[]
    readonly cost: number
    readonly row: number
  }
  const meant: Meant[] = []
  const rows = words.map(() => createBitset(size))
  const mostSteps = Math.min(MOST_STEPS, MOST_ROWS / size)
  let steps = 0
  /** Reads the words from `at` on in every way that leaves articles of `left`. */
  function readOn(at: number, left: Bitset, said: readonly string[], cost: number, leftOut: number): void {
    if (leftOut * 2 > words.length) return
    if (at === words.length) {
      if (leftOut > 0 && said.every((word) => word.length < SHORTEST_ALONE)) return
      const found = count(left)
      let row = 0
      while ((left[row >>> 5]! & (1 << (row & 31))) === 0) row++
      meant.push({ words: said, cost: cost - COMMON * Math.log10(found), row })
      return
    }
    choices[at]!.forEach((ofLength, more) => {
      for (const reading of ofLength) {
        if (++steps > mostSteps) return
        const next = rows[at]!
        next.set(left)
        for (const [first, end] of reading.ranges) {
          scratch.fill(0)
          addRows(first, end, scratch)
          intersect(next, scratch)
        }
        if (next.some((bits) => bits !== 0)) {
          const isLeftOut = reading.words.length === 0 ? 1 : 0
          readOn(at + 1 + more, next, [...said, ...reading.words], cost + reading.cost, leftOut + isLeftOut)
        }
      }
    })
  }
  readOn(0, createFullBitset(size), [], 0, 0)

  const suggestions: Suggestion[] = []
  const typed = words.join(' ')
  const tried = new Set<string>()
  meant.sort((a, b) => a.cost - b.cost)
  let dearest = Number.POSITIVE_INFINITY
  for (const { words: said, cost, row } of meant) {
    if (suggestions.length === MOST_SUGGESTIONS || tried.size === MOST_TRIED || cost > dearest) break
    const joined = said.join('')
    // 'starwars' beside 'star wars', or 'puzzles' beside 'puzzle', offers nothing new.
    if (said.join(' ') === typed || [...tried].some((other) => other.startsWith(joined) || joined.startsWith(other)))
      continue
    tried.add(joined)
    const text = said.map((word) => asWritten(word, [filter.text, textOf(row)])).join(' ')
    const { total } = search.select({ ...filter, text, order: 'default', page: 0 })
    if (total === 0) continue
    if (suggestions.length === 0) dearest = cost + MOST_DEARER
    suggestions.push({ text, total })
  }
  return suggestions
}

/** A folded word as the first of `texts` that has it writes it, in lower case: with its accents. */
function asWritten(word: string, texts: readonly string[]): string {
  for (const text of texts) {
    const written = text.match(/[\p{L}\p{N}]+/gu)?.find((piece) => fold(piece) === word)
    if (written) return written.toLowerCase()
  }
  return word
}
