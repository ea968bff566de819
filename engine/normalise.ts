/** How text becomes words, the same for articles and for queries: accents, case and separators do not count. */
import { codeKey, codesAsked, fold } from '../contract/codes.ts'

/** Words of a query that count; whoever pastes a whole description has found the article long before. */
export const MAX_QUERY_WORDS = 8
/** Characters of a query that are read. */
export const MAX_QUERY_LENGTH = 200

const WORD_CHARACTER = /[\p{L}\p{N}]/u
const asciiWordCharacter = Uint8Array.from({ length: 128 }, (_, code) =>
  WORD_CHARACTER.test(String.fromCharCode(code)) ? 1 : 0,
)

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? asciiWordCharacter[code] === 1 : WORD_CHARACTER.test(text[at]!)
}

/** Everything up to the space counts as white space: no control character may glue two words. */
const isSpace = (code: number): boolean => code <= 32 || code === 0xa0

/**
 * Calls `visit` with each word of folded text, in order. Words that only separators part are also visited
 * joined, so that 'sity1017' finds 'SI-TY1017' and 'spiderman' finds 'Spider-Man'. Those come with `isJoined`.
 */
export function eachWord(folded: string, visit: (word: string, isJoined: boolean) => void): void {
  let start = -1
  let joined = ''
  let pieces = 0
  for (let at = 0; at <= folded.length; at++) {
    const atEnd = at === folded.length
    if (!atEnd && isWordCharacter(folded, at)) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0) {
      const word = folded.slice(start, at)
      visit(word, false)
      joined = pieces === 0 ? word : joined + word
      pieces++
      start = -1
    }
    if (atEnd || isSpace(folded.charCodeAt(at))) {
      if (pieces > 1) visit(joined, true)
      pieces = 0
    }
  }
}

/** Folded text without its separators: what makes 'SI-TY1017', 'si ty1017' and 'SITY1017' the same code. */
export function compact(folded: string): string {
  let kept = ''
  let from = 0
  for (let at = 0; at < folded.length; at++) {
    if (isWordCharacter(folded, at)) continue
    kept += folded.slice(from, at)
    from = at + 1
  }
  return kept + folded.slice(from)
}

/** A query's text, read. */
export interface QueryText {
  /** Distinct words, at most MAX_QUERY_WORDS. */
  readonly words: readonly string[]
  /** The whole query as a code would be written; see codeKey(). */
  readonly whole: string
  /** The codes it asks for, as typed; none unless each of its words can be a code. */
  readonly codes: readonly string[]
}

/** Reads a query's text. Words written together with separators stay apart: each of them is looked for. */
export function readQueryText(text: string): QueryText {
  const folded = fold(text.slice(0, MAX_QUERY_LENGTH))
  const words = new Set(folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  return {
    words: [...words].slice(0, MAX_QUERY_WORDS),
    whole: codeKey(folded),
    // A list that is cut would end in a code that nobody typed.
    codes: text.length > MAX_QUERY_LENGTH ? [] : codesAsked(text),
  }
}

const LETTERS = /^\p{L}+$/u
/** Fewest letters of a plural: shorter words that end in s are none ('gas', 'mes'). */
const SHORTEST_PLURAL = 4

/**
 * The singulars that a folded word may be the plural of, and the plural in -ces of one in -z: 'aviones' asks for 'avion', 'luz' for
 * 'luces'. The plurals in -s and -es begin with their singular, which finds them without being told. What is no word is found by
 * nobody, so that no list of exceptions is needed.
 */
export function otherNumbers(word: string): string[] {
  if (!LETTERS.test(word)) return []
  if (word.endsWith('z')) return [`${word.slice(0, -1)}ces`]
  if (word.length < SHORTEST_PLURAL || !word.endsWith('s')) return []
  const singulars = [word.slice(0, -1)]
  if (word.endsWith('es')) singulars.push(word.slice(0, -2))
  if (word.endsWith('ces')) singulars.push(`${word.slice(0, -3)}z`)
  return singulars
}

const NUMBER = /^[0-9]{1,6}$/
const UNIT = /^\p{L}{1,3}$/u
const MEASURE = /^([0-9]{1,6})(\p{L}{1,3})$/u

/** Whether two neighbouring words are a measure written apart: '30 cm'. */
export const isMeasure = (number: string, unit: string): boolean => NUMBER.test(number) && UNIT.test(unit)

/** Number and unit of a measure that is written as one word, '30cm'; undefined for any other word. */
export function partsOfMeasure(word: string): readonly [number: string, unit: string] | undefined {
  const [, number, unit] = MEASURE.exec(word) ?? []
  return number === undefined || unit === undefined ? undefined : [number, unit]
}
