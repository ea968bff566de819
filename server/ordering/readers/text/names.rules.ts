/** Tells whether words belong to an article's name, as people write them. Pure. */
import { fold } from '../../../../contract/codes.ts'
import type { KnownArticle } from './text.types.ts'
import { heard, wordsOf } from './words.rules.ts'

/** Words of so many letters or fewer tell little. */
export const SHORT_WORD = 3

export const singular = (folded: string): string => folded.replace(/es$|s$/, '')
/** A word without its plural and diminutive: 'auto' of 'autito', 'muñeca' of 'muñequita', 'camión' of 'camioncito'. */
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
  /** Its words, as they are and in the singular. */
  readonly words: ReadonlySet<string>
  /** Its words that are known even when cut short or mistyped. */
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
    all,
    telling,
    spaced: ` ${spacedOut(article.description)} `,
    words: new Set([...words, ...words.map(singular)]),
    sounds: new Set(telling.map((word) => heard(singular(word)))),
    asked: new Map<string, boolean>(),
  }
  known.set(article, name)
  return name
}

/** Answers kept for each article: a text asks for each of its words again and again. */
const MOST_ASKED = 200

/** Whether a folded word is in the article's name: as it is, in the plural, cut short, or with one typing error. */
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
  if ([folded, word, folded.replace(/s$/, ''), plainOf(folded)].some((form) => words.has(form))) return true
  if (word.length > SHORT_WORD && sounds.has(heard(word))) return true
  return telling.some(
    (nameWord) =>
      (word.length >= SHORT_WORD && nameWord.startsWith(word)) ||
      (word.length > SHORT_WORD && isOneSlip(word, singular(nameWord))),
  )
}
/** Whether a word that is long enough to tell anything is in the article's name. */
export const isTelling = (folded: string, article: KnownArticle): boolean =>
  folded.length > SHORT_WORD && !/\d/.test(folded) && isOfName(folded, article)
/** Characters that a name written out in a line needs, and one that is cut off: 'Disfraz Zacaza articulado Po'. */
const SHORTEST_NAME = 6
const SHORTEST_CUT = 12
/** The words of a line in which the article's name is written out, whole or cut off; `to` is the word behind the last. */
export function nameIn(words: readonly string[], article: KnownArticle): { from: number; to: number } | undefined {
  const name = nameOf(article).spaced.replaceAll(' ', '')
  const line = words.join('')
  const at = name.length < SHORTEST_NAME ? -1 : line.indexOf(name.slice(0, SHORTEST_CUT))
  if (at < 0) return
  let end = at
  while (end - at < name.length && line[end] === name[end - at]) end++
  const offsets = [0]
  for (const word of words) offsets.push((offsets.at(-1) ?? 0) + word.length)
  const from = offsets.lastIndexOf(at)
  let to = offsets.indexOf(end)
  const isWhole = end - at === name.length
  // A number at the end of a cut-off name may as well be the quantity.
  while (!isWhole && to > from && !/^\p{L}/u.test(words[to - 1] ?? '')) to--
  return from < 0 || to <= from ? undefined : { from, to }
}

/** How often a number stands in the article's name. */
export const timesInName = (value: number, article: KnownArticle): number =>
  nameOf(article).spaced.split(` ${value} `).length - 1
/** Whether words and numbers follow each other in the article's name: 'sin pedales', 'x 24'. */
export const isWrittenInName = (words: readonly string[], article: KnownArticle): boolean =>
  nameOf(article).spaced.includes(` ${words.join(' ')} `)
/** Whether a word, or its singular, is the first of the article's name: 'balde', 'juegos'. */
export const isFirstOfName = (folded: string, article: KnownArticle): boolean =>
  [folded, singular(folded), folded.replace(/s$/, '')].some((word) => nameOf(article).spaced.startsWith(` ${word} `))
