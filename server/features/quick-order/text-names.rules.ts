/** Whether words are those of an article's name, as people write them: pure. */
import { fold } from '../../../contract/codes.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { heard, isOneSlip } from './text-sounds.rules.ts'
import { SHORT_WORD, wordsOf } from './text-words.rules.ts'

export const singular = (folded: string): string => folded.replace(/es$|s$/, '')
/** 'autito' is an auto, 'muñequita' a muñeca, 'camioncito' a camión. */
const plainOf = (folded: string): string =>
  singular(folded)
    .replace(/quit([oa])$/, 'c$1')
    .replace(/cit[oa]$/, '')
    .replace(/it([oa])$/, '$1')

interface Name {
  /** All of it, folded. */
  readonly folded: string
  /** Its words and numbers. */
  readonly all: ReadonlySet<string>
  /** Its words, as they are and as one of them. */
  readonly words: ReadonlySet<string>
  /** Those that can be cut short or mistyped and still be known. */
  readonly telling: readonly string[]
  /** How those sound. */
  readonly sounds: ReadonlySet<string>
  /** All of it in one: 'memotest'. */
  readonly joined: string
  /** What words were found to be of it, and what words of sentences may mean it. */
  readonly asked: { readonly isOf: Map<string, boolean>; readonly mayMean: Map<string, boolean> }
}
const known = new WeakMap<KnownArticle, Name>()
function nameOf(article: KnownArticle): Name {
  const made = known.get(article)
  if (made) return made
  const all = wordsOf(article.description)
  const words = [...all]
  const telling = words.filter((word) => word.length > SHORT_WORD && !/\d/.test(word))
  const name = {
    ...{ all, folded: fold(article.description) },
    words: new Set([...words, ...words.map(singular)]),
    telling,
    joined: words.join(''),
    asked: { isOf: new Map<string, boolean>(), mayMean: new Map<string, boolean>() },
    sounds: new Set(telling.map((word) => heard(singular(word)))),
  }
  known.set(article, name)
  return name
}

/** Words that are kept with an article: a text asks for each of its words again and again. */
const MOST_ASKED = 200
function askedOnce(asked: Map<string, boolean>, folded: string, find: () => boolean): boolean {
  const known = asked.get(folded)
  if (known !== undefined) return known
  if (asked.size >= MOST_ASKED) asked.clear()
  const found = find()
  asked.set(folded, found)
  return found
}

/** The words and numbers of an article's name, and all of it, folded. */
export const wordsOfName = (article: KnownArticle): ReadonlySet<string> => nameOf(article).all
export const foldedName = (article: KnownArticle): string => nameOf(article).folded

/** Whether a word is one of the article's name: as it is, as more than one of it, cut short, or with one typing error. */
export const isOfName = (folded: string, article: KnownArticle): boolean =>
  askedOnce(nameOf(article).asked.isOf, folded, () => isOf(folded, article))
function isOf(folded: string, article: KnownArticle): boolean {
  const { words, telling, sounds, joined } = nameOf(article)
  if (words.has(folded)) return true
  const word = singular(folded)
  if (words.has(word) || words.has(folded.replace(/s$/, '')) || words.has(plainOf(folded))) return true
  if (folded.length > 6 && joined.includes(folded)) return true
  if (word.length > SHORT_WORD && sounds.has(heard(word))) return true
  return telling.some(
    (one) =>
      (word.length >= SHORT_WORD && one.startsWith(word)) ||
      (word.length > SHORT_WORD && isOneSlip(word, singular(one))),
  )
}

/** Letters that two words of one stem have in common, and how many more each may have: 'burbujas' and 'burbujero'. */
const STEM = 5
const LONGEST_ENDING = 4
/** Letters of a word that may have a typing error and still be meant. */
const LONG_WORD = 6
/** Whether a word in a sentence may mean an article: as its name has it, bent, cut short, or of one stem with it. */
export const isNamedBy = (folded: string, article: KnownArticle): boolean =>
  askedOnce(nameOf(article).asked.mayMean, folded, () => mayMean(folded, article))
function mayMean(folded: string, article: KnownArticle): boolean {
  const { telling, all } = nameOf(article)
  if (folded.length >= LONG_WORD ? isOfName(folded, article) : all.has(folded) || all.has(plainOf(folded)))
    return true
  return telling.some((one) => {
    const stem = singular(folded)
    if (folded.length > SHORT_WORD && stem.length >= SHORT_WORD && one.startsWith(stem)) return true
    let same = 0
    while (same < folded.length && folded[same] === one[same]) same++
    return same >= STEM && folded.length - same <= LONGEST_ENDING && one.length - same <= LONGEST_ENDING
  })
}
