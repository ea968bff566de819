/** Whether words are those of an article's name, as people write them: pure. */
import type { KnownArticle } from './quick-order.types.ts'
import { SHORT_WORD, wordsOf } from './text-words.rules.ts'

export const singular = (folded: string): string => folded.replace(/es$|s$/, '')
/** 'autito' is an auto, 'muñequita' a muñeca, 'camioncito' a camión. */
const plainOf = (folded: string): string =>
  singular(folded)
    .replace(/quit([oa])$/, 'c$1')
    .replace(/cit[oa]$/, '')
    .replace(/it([oa])$/, '$1')

interface Name {
  /** Its words, as they are and as one of them. */
  readonly words: ReadonlySet<string>
  /** Those that can be cut short or mistyped and still be known. */
  readonly telling: readonly string[]
}
const known = new WeakMap<KnownArticle, Name>()
function nameOf(article: KnownArticle): Name {
  const made = known.get(article)
  if (made) return made
  const words = [...wordsOf(article.description)]
  const telling = words.filter((word) => word.length > SHORT_WORD && !/\d/.test(word))
  const name = { words: new Set([...words, ...words.map(singular)]), telling }
  known.set(article, name)
  return name
}

/** Whether a word is one of the article's name: as it is, as more than one of it, cut short, or with one typing error. */
export function isOfName(folded: string, article: KnownArticle): boolean {
  const { words, telling } = nameOf(article)
  if (words.has(folded)) return true
  const word = singular(folded)
  if (words.has(word) || words.has(folded.replace(/s$/, '')) || words.has(plainOf(folded))) return true
  return telling.some(
    (one) =>
      (word.length >= SHORT_WORD && one.startsWith(word)) ||
      (word.length > SHORT_WORD && isOneSlip(word, singular(one))),
  )
}

/** Whether two words differ by one letter, or by two neighbours in each other's place. */
export function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}
