/** Reads sets of sample texts, each in shops of three sizes, and counts what came of them (README.md). */
import { readFileSync } from 'node:fs'
import { codeKey, fold } from '../../../../../contract/codes.ts'
import { spacedOut } from '../names.rules.ts'
import { readOrderText } from '../read.rules.ts'
import type { KnownArticle, Shelf } from '../text.types.ts'
import { wordsOf } from '../words.rules.ts'

export interface Sample {
  readonly text: string
  readonly lines: readonly { readonly code: string; readonly quantity: number; readonly note?: string }[]
  readonly asks?: readonly string[]
  readonly remarks?: readonly string[]
}
export type Stocked = KnownArticle & { readonly alias: string }

const inFolder = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
export const samplesOf = (set: string): Sample[] =>
  inFolder(`${set}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The fourteen articles of the sets that are kept as regression. */
export const smallShop: readonly Stocked[] = JSON.parse(inFolder('small-shop.json')).map(
  (
    {
      code,
      alias,
      name,
      bulto,
      multiple,
      price,
    }: Record<string, string> & { [key in 'bulto' | 'multiple' | 'price']: number },
    at: number,
  ) => ({
    articleId: 1_000_001 + at,
    code,
    alias,
    description: name,
    unitsPerPack: bulto,
    multiple,
    listPrice: Math.round(price * 100),
    discount: 0,
  }),
)

/** The articles of sealed-e, most of whose codes are numbers of one to four digits. */
export const shortCodes: readonly Stocked[] = inFolder('short-codes.tsv')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row, at) => {
    const [code = '', alias = '', description = '', bulto, multiple, price] = row.split('\t')
    return {
      articleId: 2_000_001 + at,
      code,
      alias,
      description,
      unitsPerPack: Number(bulto),
      multiple: Number(multiple),
      listPrice: Number(price) * 100,
      discount: 0,
    }
  })

/** Articles as the reader asks them. */
export function shelfOf<A extends Stocked>(articles: readonly A[]): Shelf<A> {
  const byKey = new Map<string, A[]>()
  const byDigits = new Map<string, A[]>()
  const byName = new Map<string, A[]>()
  const words = new Set<string>()
  const add = (map: Map<string, A[]>, key: string, article: A) => map.set(key, [...(map.get(key) ?? []), article])
  const bare = (digits: string) => digits.replace(/^0+/, '')
  for (const article of articles) {
    for (const name of new Set([article.code, article.alias].filter(Boolean))) add(byKey, codeKey(fold(name)), article)
    if (/^\d+$/.test(article.code)) add(byDigits, bare(article.code), article)
    add(byName, spacedOut(article.description), article)
    for (const word of wordsOf(article.description)) words.add(word)
  }
  return {
    byCode: (key) => byKey.get(key) ?? [],
    byDigits: (digits) => byDigits.get(bare(digits)) ?? [],
    byName: (name) => byName.get(spacedOut(name)) ?? [],
    isNameWord: (word) => words.has(word),
  }
}

/** The articles that a set names, with the first `more` others. */
export function shopOf(
  samples: readonly Sample[],
  own: readonly Stocked[],
  others: readonly Stocked[],
  more: number,
): Stocked[] {
  const keyOf = (code: string) => codeKey(fold(code))
  const named = new Set(
    samples.flatMap(({ lines, asks = [] }) => [...lines.map(({ code }) => code), ...asks]).map(keyOf),
  )
  const taken = own.length > 0 ? [...own] : others.filter(({ code }) => named.has(keyOf(code)))
  const keys = new Set(taken.map(({ code }) => keyOf(code)))
  return [...taken, ...others.slice(0, more).filter(({ code }) => !keys.has(keyOf(code)))]
}

export interface Figures {
  texts: number
  lines: number
  right: number
  wrong: number
  silent: number
  asked: number
  unread: number
  unseen: number
  clean: number
  cleanWhole: number
}

/** Characters of a line of a text that are told. */
const MOST_TOLD = 60
/** What comes of the texts of a set in a shop; `tell` hears of each line that was taken wrongly without a notice of its own, with its text from 1. */
export async function figuresOf(
  samples: readonly Sample[],
  shelf: Shelf<Stocked>,
  tell: (text: number, silent: string) => void = () => {},
): Promise<Figures> {
  const sum: Figures = {
    texts: 0,
    lines: 0,
    right: 0,
    wrong: 0,
    silent: 0,
    asked: 0,
    unread: 0,
    unseen: 0,
    clean: 0,
    cleanWhole: 0,
  }
  for (const [at, { text, lines, asks = [], remarks: said = [] }] of samples.entries()) {
    const { entries, texts } = await readOrderText(text, shelf)
    const unread = texts.filter(({ what }) => what !== 'courtesy')
    const meant = new Map(lines.map(({ code, quantity }) => [code, quantity]))
    const taken = entries.flatMap((entry) => (entry.kind === 'line' ? [entry] : []))
    const wrong = taken.filter(({ article, quantity }) => meant.get(article.code) !== quantity)
    const questions = entries.length - taken.length
    const silent = wrong.filter(({ marks }) => marks.length === 0)
    const shown = [...texts, ...entries].map((part) => part.text).join('\n')
    const isClean = asks.length + said.length === 0 && lines.length > 0
    sum.texts++
    sum.lines += lines.length
    sum.right += taken.length - wrong.length
    sum.wrong += wrong.length
    sum.silent += silent.length
    for (const { article, quantity, text: own } of silent)
      tell(at + 1, `${article.code}=${quantity} of ${JSON.stringify(own.slice(0, MOST_TOLD))}`)
    sum.asked += questions
    sum.unread += unread.length
    sum.unseen += said.filter((sentence) => !shown.includes(sentence)).length
    if (isClean) sum.clean++
    if (isClean && questions === 0 && wrong.length === 0 && taken.length === lines.length) sum.cleanWhole++
  }
  return sum
}
