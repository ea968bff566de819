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

/** Characters up to the space, and the hard space: no control character among them may glue two words. */
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

/** The words of folded text, in order; separators part them. */
export const splitWords = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** A query's text, read. */
export interface QueryText {
  /** Distinct words, at most MAX_QUERY_WORDS. */
  readonly words: readonly string[]
  /** These words as they stand in the text, repeated ones too. */
  readonly sequence: readonly string[]
  /** The whole query as a code would be written; see codeKey(). */
  readonly whole: string
  /** The codes it asks for, as typed; none unless each of its words can be a code. */
  readonly codes: readonly string[]
}

/** Reads a query's text. Words written together with separators stay apart: each of them is looked for. */
export function readQueryText(text: string): QueryText {
  const folded = fold(text.slice(0, MAX_QUERY_LENGTH))
  const all = splitWords(folded)
  const words = [...new Set(all)].slice(0, MAX_QUERY_WORDS)
  return {
    words,
    sequence: all.filter((word) => words.includes(word)),
    whole: codeKey(folded),
    // A list that is cut would end in a code that nobody typed.
    codes: text.length > MAX_QUERY_LENGTH ? [] : codesAsked(text),
  }
}

const LETTERS = /^\p{L}+$/u
/** Fewest letters of a plural: shorter words that end in s are none ('gas', 'mes'). */
const SHORTEST_PLURAL = 4

/**
 * The singulars that a folded word may be the plural of, and the plural in -ces of one in -z: 'aviones' asks for 'avion', 'luz'
 * for 'luces'. Plurals in -s and -es begin with their singular, which finds them anyway. A made-up form finds nothing, so no list
 * of exceptions is needed.
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

/** Numbers and letters of a text that is written glued or apart: '20x30 cm' and '20 x 30cm' are both 20, x, 30, cm. */
export interface TextGroup {
  /** Its words that no earlier group has. */
  readonly words: readonly string[]
  /** What they are made of, where that alternates between numbers and letters; empty for any other word. */
  readonly parts: readonly string[]
}

/** Parts of a group that count: more are another measure, and a word of more is none. */
const MOST_PARTS = 8
const DIGITS = /^[0-9]{1,6}$/
/** What is written for 'number' before one. */
const NUMBER_SIGNS = ['n', 'no', 'nº', 'nro', 'num', 'numero']
/** What may stand before a number and belong to it: 'x 12', 'N° 5'. */
const LEADS: ReadonlySet<string> = new Set(['x', ...NUMBER_SIGNS])

/** A word's runs of digits and of letters; none for a word with other signs ('m²') or one that begins as a code: 'ry10012'. */
function partsOf(word: string): readonly string[] {
  const parts = word.match(/[0-9]+|\p{L}+/gu) ?? []
  if (parts.length > MOST_PARTS) return []
  const areParts = parts.join('') === word && parts.every((part) => DIGITS.test(part) || LETTERS.test(part))
  return areParts && (parts.length === 1 || LEADS.has(parts[0]!) || DIGITS.test(parts[0]!)) ? parts : []
}

/** The words of a text in groups: measures, and all others alone. No word is in two of them, and no group without one. */
export function groupsOf(sequence: readonly string[]): readonly TextGroup[] {
  const groups: { words: string[]; parts: string[] }[] = []
  const seen = new Set<string>()
  for (const word of sequence) {
    const fresh = seen.has(word) ? [] : [word]
    seen.add(word)
    const parts = partsOf(word)
    const last = groups.at(-1)
    const before = last?.parts.at(-1)
    const goesOn = before !== undefined && parts.length > 0 && DIGITS.test(before) !== DIGITS.test(parts[0]!)
    if (last && goesOn && last.parts.length + parts.length <= MOST_PARTS) {
      last.words.push(...fresh)
      last.parts.push(...parts)
    } else groups.push({ words: fresh, parts: isBeginning(parts) ? [...parts] : [] })
  }
  return groups.filter(({ words }) => words.length > 0)
}
const isBeginning = ([first = '']: readonly string[]): boolean => DIGITS.test(first) || LEADS.has(first)

/** How a part of a measure may be written: a unit with an s or without, the sign for 'number' in any way. */
export function spellingsOf(part: string, isFirst: boolean): readonly string[] {
  if (isFirst && NUMBER_SIGNS.includes(part)) return NUMBER_SIGNS
  if (part.length < 2 || DIGITS.test(part)) return [part]
  return part.length > 2 && part.endsWith('s') ? [part, part.slice(0, -1)] : [part, `${part}s`]
}
