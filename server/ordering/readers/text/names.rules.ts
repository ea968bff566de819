/** Whether words are those of an article's name, as people write them: pure. */
import { fold } from '../../../../contract/codes.ts'
import type { KnownArticle } from './text.types.ts'
import { heard, wordsOf } from './words.rules.ts'

/** Letters of words that say little. */
export const SHORT_WORD = 3

export const singular = (folded: string): string => folded.replace(/es$|s$/, '')
/** 'autito' is an auto, 'muñequita' a muñeca, 'camioncito' a camión. */
const plainOf = (folded: string): string =>
  singular(folded)
    .replace(/quit([oa])$/, 'c$1')
    .replace(/cit[oa]$/, '')
    .replace(/it([oa])$/, '$1')

/** Whether two words differ by one letter, or by two neighbours in each other's place. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}

interface Name {
  /** Its letters and digits apart, with a blank between each two and at both ends: ' tren x 24 u '. */
  readonly spaced: string
  /** Its words and numbers. */
  readonly all: ReadonlySet<string>
  /** Its words, as they are and as one of them. */
  readonly words: ReadonlySet<string>
  /** Those that can be cut short or mistyped and still be known. */
  readonly telling: readonly string[]
  readonly sounds: ReadonlySet<string>
  readonly asked: Map<string, boolean>
}
/** The letters and digits of a name apart: 'tren x 24 u' of 'Tren x24 u.'. */
export const spacedOut = (text: string): string => (fold(text).match(/\p{L}+|\d+/gu) ?? []).join(' ')
const known = new WeakMap<KnownArticle, Name>()
function nameOf(article: KnownArticle): Name {
  const made = known.get(article)
  if (made) return made
  const all = wordsOf(article.description)
  const words = [...all]
  const telling = words.filter((word) => word.length > SHORT_WORD && !/\d/.test(word))
  const name = {
    ...{ all, telling, spaced: ` ${spacedOut(article.description)} ` },
    words: new Set([...words, ...words.map(singular)]),
    sounds: new Set(telling.map((word) => heard(singular(word)))),
    asked: new Map<string, boolean>(),
  }
  known.set(article, name)
  return name
}

/** Words that are kept with an article: a text asks for each of its words again and again. */
const MOST_ASKED = 200

/** Whether a word is one of the article's name: as it is, as more than one of it, cut short, or with one typing error. */
export function isOfName(folded: string, article: KnownArticle): boolean {
  const { asked } = nameOf(article)
  const answered = asked.get(folded)
  if (answered !== undefined) return answered
  if (asked.size >= MOST_ASKED) asked.clear()
  const found = isOf(folded, article)
  asked.set(folded, found)
  return found
}
function isOf(folded: string, article: KnownArticle): boolean {
  const { words, telling, sounds } = nameOf(article)
  const word = singular(folded)
  if ([folded, word, folded.replace(/s$/, ''), plainOf(folded)].some((one) => words.has(one))) return true
  if (word.length > SHORT_WORD && sounds.has(heard(word))) return true
  return telling.some(
    (one) =>
      (word.length >= SHORT_WORD && one.startsWith(word)) ||
      (word.length > SHORT_WORD && isOneSlip(word, singular(one))),
  )
}
/** Whether a telling word is of the article's name. */
export const isTelling = (folded: string, article: KnownArticle): boolean =>
  folded.length > SHORT_WORD && !/\d/.test(folded) && isOfName(folded, article)
/** Letters of a name that is known where it is written out, and of one that is cut off: 'Disfraz Zacaza articulado Po'. */
const SHORTEST_NAME = 6
const SHORTEST_CUT = 12
/** Where the article's name is written out in the words and numbers of a line: whole, or up to a word that is cut off. */
export function nameIn(
  words: readonly string[],
  article: KnownArticle,
): { from: number; to: number } | undefined {
  const name = nameOf(article).spaced.replaceAll(' ', '')
  const line = words.join('')
  const at = name.length < SHORTEST_NAME ? -1 : line.indexOf(name.slice(0, SHORTEST_CUT))
  if (at < 0) return
  let end = at
  while (end - at < name.length && line[end] === name[end - at]) end++
  const ends = [0]
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.length)
  const from = ends.lastIndexOf(at)
  let to = ends.indexOf(end)
  const isWhole = end - at === name.length
  // A number at the end may as well be the quantity.
  while (!isWhole && to > from && !/^\p{L}/u.test(words[to - 1] ?? '')) to--
  return from < 0 || to <= from ? undefined : { from, to }
}

/** How often a number stands in the article's name. */
export const timesInName = (value: number, article: KnownArticle): number =>
  nameOf(article).spaced.split(` ${value} `).length - 1
/** Whether words and numbers follow each other in the article's name: 'sin pedales', 'x 24'. */
export const isWrittenInName = (words: readonly string[], article: KnownArticle): boolean =>
  nameOf(article).spaced.includes(` ${words.join(' ')} `)
/** Whether a word is the one that the article's name begins with, or several of it: 'balde', 'juegos'. */
export const isFirstOfName = (folded: string, article: KnownArticle): boolean =>
  [folded, singular(folded), folded.replace(/s$/, '')].some((word) =>
    nameOf(article).spaced.startsWith(` ${word} `),
  )
