/** Which rows a text finds, and how well. */

import { codeKey, fold } from '../contract/codes.ts'
import { addRun, type Bitset, createBitset, intersect, unite } from './bitset.ts'
import { eachWordContaining, eachWordOneTypoAway, exactWord, SHORTEST_INSIDE, wordsBeginning } from './dictionary.ts'
import type { Dictionary } from './index-data.ts'
import { groupsOf, otherNumbers, type QueryText, readQueryText, spellingsOf, type TextGroup } from './normalise.ts'
import { otherTexts, type Synonym } from './synonyms.ts'

/** How well a row matches: as well as the worst of the query's words. */
const WHOLE = 0 // the query, or one of the codes it lists, is the row's code, alias or EAN
const ZEROS = 1 // … but for leading zeros, which spreadsheets eat (R38)
const EXACT = 2 // each word stands in the row
/** … or begins a word of it, is its plural or singular, or its measure glued or apart. Worse matches are a last resort. */
export const PREFIX = 3
/** … or is inside a word of it */
export const INSIDE = 4
const TYPO = 5 // … or is one typing error away from a word of it
const TIERS = 6
/** Digits of the longest number that is looked for with other zeros; bar codes have fourteen. */
const LONGEST_NUMBER = 20

/** What a text finds. */
export interface TextMatches {
  /** Element t holds the rows that match in tier t or better: each set contains the one before it. */
  readonly tiers: readonly Bitset[]
  /**
   * 'code': the text asked for codes and found their articles alone (R32). 'near': it asked for one code that no
   * article has, and found what is near that code.
   */
  readonly found?: 'code' | 'near' | undefined
  /** The codes it asked for that no article has, as typed. */
  readonly missingCodes?: readonly string[] | undefined
}

export interface TextMatcher {
  /**
   * The rows a text finds, or null when the text is blank and therefore no condition; signs alone find nothing. A code that
   * exists finds its articles alone; with `similar` also what is near. The sets belong to the matcher and
   * are valid until its next call.
   */
  match(text: string, similar: boolean): TextMatches | null
  /** The rows whose code, alias or EAN is exactly `key`, as codeKey() makes it, in default order. */
  rowsByKey(key: string): number[]
  /**
   * The rows whose code, alias or EAN is the number `key` with more or fewer leading zeros, in default order. Rows of
   * `key` itself are not among them; a key that is no number has none.
   */
  rowsButForZeros(key: string): number[]
  /** Whether a folded word stands in any row as a whole. */
  hasWord(word: string): boolean
  /** Adds the rows of the dictionary's words first … end − 1. */
  addRows(first: number, end: number, into: Bitset): void
}

/** Opens the dictionary of an index of `size` rows for matching; `synonyms`: other words for what is searched (R377). */
export function createTextMatcher(dictionary: Dictionary, size: number, synonyms: readonly Synonym[]): TextMatcher {
  const { firstPosting, postings, firstRun, runs } = dictionary
  const tiers = (): Bitset[] => Array.from({ length: TIERS }, () => createBitset(size))
  const matches = tiers()
  /** What a text finds by other words. */
  const otherMatches = tiers()
  const otherTextsOf = otherTexts(synonyms)
  const wordMatches = tiers()
  const unitMatches = tiers()
  const unitRows = createBitset(size)
  const codeRows = createBitset(size)
  /** Element n holds the rows that have a measure's parts from n on. */
  const partRows: Bitset[] = []

  /** Adds the rows of the words first … end − 1, whose postings and runs lie side by side. */
  function addRows(first: number, end: number, into: Bitset): void {
    const last = firstPosting[end]!
    for (let i = firstPosting[first]!; i < last; i++) {
      const row = postings[i]! >>> 1
      into[row >>> 5]! |= 1 << (row & 31)
    }
    const lastRun = firstRun[end]!
    for (let i = firstRun[first]!; i < lastRun; i += 2) addRun(into, runs[i]!, runs[i + 1]!)
  }

  function matchWord(word: string, typosInCodes: boolean, into: readonly Bitset[]): void {
    const exact = into[EXACT]!
    const prefix = into[PREFIX]!
    const inside = into[INSIDE]!
    const typo = into[TYPO]!
    const beginning = wordsBeginning(dictionary, word)
    const exactNumber = exactWord(dictionary, word, beginning)

    exact.fill(0)
    if (exactNumber >= 0) addRows(exactNumber, exactNumber + 1, exact)
    prefix.set(exact)
    addRows(beginning.first, beginning.end, prefix)
    for (const other of otherNumbers(word)) addWord(other, prefix)
    inside.set(prefix)
    if (word.length >= SHORTEST_INSIDE) {
      eachWordContaining(dictionary, word, beginning, (found) => addRows(found, found + 1, inside))
    }
    typo.set(inside)
    eachWordOneTypoAway(dictionary, word, typosInCodes, (found) => addRows(found, found + 1, typo))
  }

  const wordNumber = (word: string): number => exactWord(dictionary, word, wordsBeginning(dictionary, word))

  /** Adds the rows in which the word stands as a whole. */
  function addWord(word: string, into: Bitset): void {
    const number = wordNumber(word)
    if (number >= 0) addRows(number, number + 1, into)
  }

  /** Adds the rows in which the parts stand as one word, however each is written. */
  function addGlued(parts: readonly string[], isFirst: boolean, into: Bitset): void {
    let words = ['']
    for (const [at, part] of parts.entries())
      words = words.flatMap((word) => spellingsOf(part, isFirst && at === 0).map((spelling) => word + spelling))
    for (const word of words) addWord(word, into)
  }

  /** The rows in which all parts stand, however they are glued. Fills `partRows` from the last part to the first. */
  function rowsOfParts(parts: readonly string[]): Bitset {
    for (let from = parts.length - 1; from >= 0; from--) {
      partRows[from] ??= createBitset(size)
      const rows = partRows[from]!.fill(0)
      for (let end = from + 1; end <= parts.length; end++) {
        unitRows.fill(0)
        addGlued(parts.slice(from, end), from === 0, unitRows)
        if (end < parts.length) intersect(unitRows, partRows[end]!)
        unite(rows, unitRows)
      }
    }
    return partRows[0]!
  }

  /** Matches the words of a group, and with them a measure that is glued or written otherwise. */
  function matchGroup({ words, parts }: TextGroup, typosInCodes: boolean, into: readonly Bitset[]): void {
    for (const [at, word] of words.entries()) {
      matchWord(word, typosInCodes, at === 0 ? into : unitMatches)
      if (at > 0) for (let tier = EXACT; tier < TIERS; tier++) intersect(into[tier]!, unitMatches[tier]!)
    }
    if (parts.length < 2) return
    const rows = rowsOfParts(parts)
    for (let tier = PREFIX; tier < TIERS; tier++) unite(into[tier]!, rows)
  }

  /** Matches all words of a query. */
  function matchWords({ sequence }: QueryText, typosInCodes: boolean, into: readonly Bitset[]): void {
    for (const [at, group] of groupsOf(sequence).entries()) {
      matchGroup(group, typosInCodes, at === 0 ? into : wordMatches)
      if (at > 0) for (let tier = EXACT; tier < TIERS; tier++) intersect(into[tier]!, wordMatches[tier]!)
    }
  }

  /** Adds the rows that the text of a synonym finds; they count as beginnings do. */
  function addMeaning(text: string): void {
    const query = readQueryText(text)
    if (query.words.length === 0) return
    matchWords(query, false, otherMatches)
    for (let tier = PREFIX; tier < TIERS; tier++) unite(matches[tier]!, otherMatches[PREFIX]!)
  }

  function rowsByKey(key: string): number[] {
    const word = wordNumber(key)
    const rows: number[] = []
    if (word < 0) return rows
    for (let i = firstPosting[word]!; i < firstPosting[word + 1]!; i++) {
      const posting = postings[i]!
      if ((posting & 1) === 1) rows.push(posting >>> 1)
    }
    return rows
  }

  function rowsButForZeros(key: string): number[] {
    const withoutZeros = /^[0-9]+$/.test(key) ? key.replace(/^0+/, '') : ''
    if (withoutZeros === '') return []
    const rows = new Set<number>()
    for (let number = withoutZeros; number.length <= LONGEST_NUMBER; number = `0${number}`)
      if (number !== key) for (const row of rowsByKey(number)) rows.add(row)
    for (const row of rowsByKey(key)) rows.delete(row)
    return [...rows].sort((a, b) => a - b)
  }

  /** Adds the rows whose code, alias or EAN is `key`; answers whether there are any. */
  function addCode(key: string, into: Bitset): boolean {
    const rows = rowsByKey(key)
    for (const row of rows) into[row >>> 5]! |= 1 << (row & 31)
    return rows.length > 0
  }

  /** Fills `codeRows` with the articles of the codes asked for. Answers whether there are any, and the missing codes. */
  function findCodes({ whole: key, codes }: QueryText): { exists: boolean; missing: readonly string[] } {
    codeRows.fill(0)
    if (addCode(key, codeRows)) return { exists: true, missing: [] }
    const missing = codes.filter((code) => !addCode(codeKey(fold(code)), codeRows))
    return { exists: missing.length < codes.length, missing }
  }

  return {
    rowsByKey,
    rowsButForZeros,
    hasWord: (word) => wordNumber(word) >= 0,
    addRows,
    match(text, similar) {
      const query = readQueryText(text)
      const { codes } = query
      if (query.words.length === 0) {
        if (text.trim() === '') return null
        for (const tier of matches) tier.fill(0)
        return { tiers: matches }
      }
      const { exists, missing } = findCodes(query)
      const missingCodes = missing.length > 0 ? missing : undefined
      if (exists && !similar) {
        for (const tier of matches) tier.set(codeRows)
        return { tiers: matches, found: 'code', missingCodes }
      }
      const others = otherTextsOf(query.sequence)
      const oneCode = codes.length === 1
      matchWords(query, oneCode, matches)
      for (const other of others) addMeaning(other)
      matches[WHOLE]!.fill(0)
      matches[ZEROS]!.fill(0)
      if (oneCode) {
        const zeros = matches[ZEROS]!
        for (const row of rowsButForZeros(codeKey(fold(codes[0]!)))) zeros[row >>> 5]! |= 1 << (row & 31)
        for (const tier of matches.slice(EXACT)) unite(tier, zeros)
      }
      if (exists) for (const tier of matches) unite(tier, codeRows)
      // A text for which the office has other words is not told as a missing code.
      else if (oneCode && others.length === 0) return { tiers: matches, found: 'near', missingCodes }
      // Several words of which none is an article's code are plain words: none of them is a missing code.
      return { tiers: matches, missingCodes: exists ? missingCodes : undefined }
    },
  }
}
