/** Which rows share the rarest words with an article: the candidates for taking its place (R374). */
import { exactWord, wordsBeginning } from './dictionary.ts'
import type { IndexData } from './index-data.ts'
import { otherNumbers } from './normalise.ts'
import { lowerBound } from './shared-arrays.ts'

/** Rows that are visited for one article, word by word from the rarest on; all rows of the rarest word are. */
const MOST_VISITED = 20_000

/** Words whose weight is kept: a text that people send has any number of them. */
const MOST_KEPT = 50_000

/** An article whose place is to be taken. */
export interface AlikeQuery {
  /** Folded words, each once. */
  readonly words: readonly string[]
  /** Ids of all categories and subcategories that have the name of one in which the article stands. */
  readonly places: Iterable<number>
  /** How many rows are wanted at most. */
  readonly most: number
}

export interface Alike {
  /** How much it says that two articles share a word: the fewer rows have it, the more. */
  weightOf(word: string): number
  /** The rows that share the most telling words, best first. */
  rowsAlike(query: AlikeQuery): number[]
}

/** Opens an index for finding alike rows. */
export function createAlike({ size, dictionary, facets }: IndexData): Alike {
  const { firstPosting, postings, firstRun, runs } = dictionary
  const scores = new Float32Array(size)
  /** The word by which a row was visited last: one that is written in two ways counts once. */
  const visits = new Uint32Array(size)
  let visit = 0
  /** Weights of words that were asked for; the snapshot is immutable. */
  const weights = new Map<string, number>()

  /** The numbers of a word, its plural and its singular in the dictionary. */
  function numbersOf(word: string): number[] {
    const spellings = new Set([word, `${word}s`, `${word}es`, ...otherNumbers(word)])
    return [...spellings].flatMap((spelling) => {
      const number = exactWord(dictionary, spelling, wordsBeginning(dictionary, spelling))
      return number < 0 ? [] : [number]
    })
  }

  function rowCount(numbers: readonly number[]): number {
    let rows = 0
    for (const word of numbers) {
      rows += firstPosting[word + 1]! - firstPosting[word]!
      for (let i = firstRun[word]!; i < firstRun[word + 1]!; i += 2) rows += runs[i + 1]! - runs[i]!
    }
    return rows
  }

  const weigh = (rows: number): number => Math.log((size + 1) / (rows + 1))

  /** Adds `weight` to the rows of a word, once for each row. */
  function addWord(numbers: readonly number[], weight: number, touched: number[]): void {
    visit++
    const add = (row: number) => {
      if (visits[row] === visit) return
      visits[row] = visit
      if (scores[row] === 0) touched.push(row)
      scores[row]! += weight
    }
    for (const word of numbers) {
      for (let i = firstPosting[word]!; i < firstPosting[word + 1]!; i++) add(postings[i]! >>> 1)
      for (let i = firstRun[word]!; i < firstRun[word + 1]!; i += 2)
        for (let row = runs[i]!; row < runs[i + 1]!; row++) add(row)
    }
  }

  /** Adds `weight` to the touched rows that stand in a place. */
  function addPlaces(places: Iterable<number>, weight: number): void {
    for (const id of places)
      for (const { ids, firstRun: firstOf, runs: runsOf } of [facets.categories, facets.subcategories]) {
        const value = ids.indexOf(id)
        if (value < 0) continue
        for (let run = firstOf[value]!; run < firstOf[value + 1]!; run++)
          for (let row = runsOf[run * 2]!; row < runsOf[run * 2 + 1]!; row++)
            if (scores[row]! > 0) scores[row]! += weight
      }
  }

  /** The best of some rows, best first; of equal ones the first in default order. */
  function bestOf(rows: readonly number[], most: number): number[] {
    const best: number[] = []
    const isBetter = (row: number, other: number) =>
      scores[row]! > scores[other]! || (scores[row] === scores[other] && row < other)
    for (const row of rows) {
      if (best.length === most && !isBetter(row, best[most - 1]!)) continue
      best.splice(
        lowerBound(0, best.length, (at) => isBetter(best[at]!, row)),
        0,
        row,
      )
      if (best.length > most) best.pop()
    }
    return best
  }

  return {
    weightOf(word) {
      const known = weights.get(word)
      if (known !== undefined) return known
      const weight = weigh(rowCount(numbersOf(word)))
      if (weights.size < MOST_KEPT) weights.set(word, weight)
      return weight
    },
    rowsAlike({ words, places, most }) {
      const known = words
        .map((word) => numbersOf(word))
        .map((numbers) => ({ numbers, rows: rowCount(numbers) }))
        .filter(({ rows }) => rows > 0)
        .sort((a, b) => a.rows - b.rows)
      const touched: number[] = []
      let visited = 0
      for (const { numbers, rows } of known) {
        visited += rows
        if (visited > MOST_VISITED && touched.length > 0) break
        addWord(numbers, weigh(rows), touched)
      }
      addPlaces(places, weigh(size / 50))
      const found = bestOf(touched, most)
      for (const row of touched) scores[row] = 0
      return found
    },
  }
}
