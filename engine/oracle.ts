/**
 * The rules of the catalogue search written as plainly as they are said, without any index: what the
 * engine is tested against. Slow on purpose; never imported by the shop.
 */

import type { FilterOption } from '../contract/filter-options.ts'
import { PAGE_SIZE, UNASSIGNED_BRAND, WITHOUT_CATEGORY } from '../contract/rules.ts'
import type { SearchFilter } from './buyer-filters.ts'
import { type CatalogueItem, codeFields, wordFields } from './item.ts'
import type { SearchQuery } from './search.ts'

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const withoutSeparators = (text: string): string => split(plain(text)).join('')
/** A code as codes are compared: without case, accents, dashes, dots and spaces. */
const asCode = (text: string): string => plain(text).replaceAll(/[\s.\p{Pd}]/gu, '')

/** The words an article is found by: each word, the words between two spaces joined, the whole codes. */
function searchWords(item: CatalogueItem): string[] {
  const names = [item.brand, item.category, item.subcategory]
  const codes = codeFields.map((name) => item[name])
  const texts = [...wordFields.map((name) => item[name]), ...codes, ...names].map(plain)
  const chunks = texts.flatMap((text) => text.split(/[\0-\x20\xa0]+/))
  return [
    ...texts.flatMap(split),
    ...chunks.map((chunk) => split(chunk).join('')),
    ...codes.map(withoutSeparators),
    ...codes.map(asCode),
  ].filter((word) => word !== '')
}

/** Two neighbours of an article's description or names as one word, where some article of the catalogue writes it (R246). */
function joinedWords(item: CatalogueItem, vocabulary: ReadonlySet<string>): string[] {
  return [item.description, item.brand, item.category, item.subcategory].flatMap((text) => {
    const words = split(plain(text))
    return words.flatMap((word, at) => {
      const next = words[at + 1]
      const isPair = next !== undefined && word.length >= 3 && next.length >= 3 && !hasDigit(word + next)
      return isPair && vocabulary.has(word + next) ? [word + next] : []
    })
  })
}

const readCatalogues = new WeakMap<readonly CatalogueItem[], ReadonlyMap<CatalogueItem, string[]>>()

/** All words of each article, read once for all questions about one catalogue. */
function wordsOfAll(items: readonly CatalogueItem[]): ReadonlyMap<CatalogueItem, string[]> {
  const read = readCatalogues.get(items)
  if (read) return read
  const own = items.map(searchWords)
  const vocabulary = new Set(own.flat())
  const words = new Map(items.map((item, at) => [item, [...own[at]!, ...joinedWords(item, vocabulary)]]))
  readCatalogues.set(items, words)
  return words
}

/** The articles whose code, alias or bar code is `key`. */
export const oracleByKey = (items: readonly CatalogueItem[], key: string): CatalogueItem[] =>
  items.filter((item) => codeFields.some((name) => item[name] !== '' && asCode(item[name]) === key))

/** Whether two texts are one number written with different leading zeros. */
function differInZeros(key: string, code: string): boolean {
  const digits = /^[0-9]+$/
  const areNumbers = digits.test(asCode(key)) && digits.test(asCode(code)) && /[1-9]/.test(key)
  return areNumbers && asCode(key) !== asCode(code) && BigInt(asCode(key)) === BigInt(asCode(code))
}

/** The articles whose code, alias or bar code is the number `key` with other leading zeros, without those of `key` itself. */
export const oracleButForZeros = (items: readonly CatalogueItem[], key: string): CatalogueItem[] =>
  items.filter((item) => {
    const codes = codeFields.map((name) => item[name])
    return codes.some((code) => differInZeros(key, code)) && !codes.some((code) => asCode(code) === key)
  })

/** Whether an article is found by that whole word. */
export const oracleHasWord = (items: readonly CatalogueItem[], word: string): boolean =>
  items.some((item) => searchWords(item).includes(word))

/** Damerau-Levenshtein distance (neighbours swapped count 1), by the textbook's table. */
export function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) table[0]![j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, table[i - 2]![j - 2]! + 1)
      }
      table[i]![j] = best
    }
  }
  return table[a.length]![b.length]!
}

const isNumber = (word: string): boolean => /^[0-9]+$/.test(word)
const hasDigit = (word: string): boolean => /[0-9]/.test(word)

/** The singulars that the ending of a Spanish word leaves, letters alone (R318). */
const singularsOf = (word: string): string[] =>
  /^\p{L}{4,}$/u.test(word)
    ? [/s$/, /es$/].flatMap((ending) => (ending.test(word) ? [word.replace(ending, '')] : []))
    : []
/** Whether two words are singular and plural of each other. */
const isOtherNumber = (one: string, other: string): boolean =>
  singularsOf(one).includes(other) ||
  singularsOf(other).includes(one) ||
  [one, other].some((word, at) => /^\p{L}+z$/u.test(word) && word.replace(/z$/, 'ces') === [other, one][at])

/** 1 exact, 2 beginning or of another number, 3 inside, 4 one typing error, Infinity no match. */
function wordTier(asked: string, word: string, typosInCodes: boolean): number {
  if (word === asked) return 1
  if (word.startsWith(asked) || isOtherNumber(asked, word)) return 2
  if (asked.length >= 3 && word.includes(asked)) return 3
  const forgiven = typosInCodes
    ? !isNumber(asked) && !isNumber(word)
    : // A typing error is never forgiven in a code without a word about it.
      !hasDigit(asked) && !hasDigit(word)
  return asked.length >= 5 && forgiven && distance(asked, word) === 1 ? 4 : Number.POSITIVE_INFINITY
}

/** What a text asks for: words, or codes when each of its words can be one (R32). */
interface Asked {
  words: string[]
  /** These words as they stand in the text. */
  sequence: string[]
  isBlank: boolean
  /** The whole text as a code, and each of its words when they are a list of codes. */
  whole: string
  codes: string[]
}

function readText(text: string): Asked {
  const read = text.slice(0, 200)
  const parts = text.split(/[\s,;]/).filter((part) => part !== '')
  const isList = parts.every((part) => hasDigit(part) && /^[\p{L}\p{N}\p{Pd}._]+$/u.test(part))
  const all = split(plain(read))
  const words = [...new Set(all)].slice(0, 8)
  return {
    words,
    sequence: all.filter((word) => words.includes(word)),
    isBlank: text.trim() === '',
    whole: asCode(read),
    codes: isList && text.length <= 200 ? [...new Set(parts)] : [],
  }
}

const hasCode = (item: CatalogueItem, code: string): boolean =>
  codeFields.some((name) => asCode(code) === asCode(item[name]))

/** The codes a text asks for, parted by whether an article has them. The text as a whole is tried before its words. */
function codesOf(asked: Asked, items: readonly CatalogueItem[]): { existing: string[]; missing: string[] } {
  const exists = (code: string) => items.some((item) => hasCode(item, code))
  if (exists(asked.whole)) return { existing: [asked.whole], missing: [] }
  return {
    existing: asked.codes.filter(exists),
    missing: asked.codes.filter((code) => !exists(code)),
  }
}

/**
 * How well an article matches: 0 when it has a code that was asked for and exists, 0.5 when its code differs from the one
 * asked for in leading zeros alone, else the tier of the text's worst word. Infinity is no match, as for every word
 * where a code exists and `similar` is off.
 */
function textTier(
  asked: Asked,
  existing: readonly string[],
  similar: boolean,
  words: readonly string[],
  item: CatalogueItem,
): number {
  if (asked.words.length === 0) return asked.isBlank ? 0 : Number.POSITIVE_INFINITY
  if (existing.some((code) => hasCode(item, code))) return 0
  if (existing.length > 0 && !similar) return Number.POSITIVE_INFINITY
  const [only, ...others] = asked.codes
  // Better than any word, and never as good as the code itself (R38).
  if (only !== undefined && others.length === 0 && oracleButForZeros([item], asCode(only)).length > 0) return 0.5
  const tierOf = (askedWord: string) =>
    Math.min(Number.POSITIVE_INFINITY, ...words.map((word) => wordTier(askedWord, word, asked.codes.length === 1)))
  return Math.max(...measuresOf(asked.sequence).map((group) => groupTier(group, words, tierOf)))
}

const NUMBER_SIGN = /^n(o|º|ro|um|umero)?$/
/** A word as numbers and letters by turns, if it is a measure or part of one: '20x30', 'x2', 'cm'. */
function atomsOf(word: string): string[] {
  const isMeasure = /^(\p{L}+|(x|n|no|nº|nro|num|numero)?([0-9]{1,6}\p{L}+)*([0-9]{1,6})?)$/u.test(word)
  const atoms = isMeasure ? (word.match(/\d+|\D+/g) ?? []) : []
  return atoms.length > 8 ? [] : atoms
}

/**
 * The words of a text, those together that are a measure: numbers and letters by turns, at most eight. Each word is asked for
 * where it stands first.
 */
function measuresOf(words: readonly string[]): { words: string[]; atoms: string[] }[] {
  const groups: { words: string[]; atoms: string[] }[] = []
  for (const [place, word] of words.entries()) {
    const asked = words.indexOf(word) === place ? [word] : []
    const atoms = atomsOf(word)
    const last = groups.at(-1)
    const before = last?.atoms.at(-1)
    const takesTurns = before !== undefined && atoms.length > 0 && isNumber(before) !== isNumber(atoms[0]!)
    if (last && takesTurns && last.atoms.length + atoms.length <= 8) {
      last.words.push(...asked)
      last.atoms.push(...atoms)
    } else {
      const begins = /^([0-9]+|x)$/.test(atoms[0] ?? '') || NUMBER_SIGN.test(atoms[0] ?? '')
      groups.push({ words: asked, atoms: begins ? atoms : [] })
    }
  }
  return groups.filter(({ words: asked }) => asked.length > 0)
}

/** Whether all of a measure stands in an article: some word begins it, and the rest follows in the same way. */
function hasMeasure(atoms: readonly string[], words: readonly string[], isFirst = true): boolean {
  if (atoms.length === 0) return true
  return atoms.some((_, at) => {
    const pattern = atoms.slice(0, at + 1).map((atom, place) => {
      if (isFirst && place === 0 && NUMBER_SIGN.test(atom)) return 'n(o|º|ro|um|umero)?'
      return atom.length < 2 || isNumber(atom) ? atom : `${atom.length > 2 ? atom.replace(/s$/, '') : atom}s?`
    })
    const written = new RegExp(`^${pattern.join('')}$`, 'u')
    return words.some((word) => written.test(word)) && hasMeasure(atoms.slice(at + 1), words, false)
  })
}

/** The tier of one word, or of a measure: 2 also where it is glued otherwise. */
function groupTier(
  { words: asked, atoms }: { words: readonly string[]; atoms: readonly string[] },
  words: readonly string[],
  tierOf: (word: string) => number,
): number {
  const isOtherwise = atoms.length > 1 && hasMeasure(atoms, words)
  return Math.min(isOtherwise ? 2 : Number.POSITIVE_INFINITY, Math.max(...asked.map(tierOf)))
}

/** What a search tells of the codes its text asks for: `found` and `missingCodes` of the engine's answer. */
export function oracleFound(items: readonly CatalogueItem[], { text, similar }: SearchFilter) {
  const asked = readText(text)
  if (asked.words.length === 0) return {}
  const { existing, missing } = codesOf(asked, items)
  const missingCodes = missing.length > 0 ? missing : undefined
  if (existing.length > 0) return { found: similar ? undefined : 'code', missingCodes }
  return asked.codes.length === 1 ? { found: 'near', missingCodes } : {}
}

/** The price a customer pays in cents, on integers, halves up. */
const paid = (item: CatalogueItem): number =>
  Number((BigInt(item.listPrice) * BigInt(10_000 - item.discount) + 5_000n) / 10_000n)

function matches(item: CatalogueItem, filter: SearchFilter): boolean {
  const { brandId, categoryId, subcategoryId, minPrice, maxPrice } = filter
  if (brandId !== undefined && (item.brandId ?? UNASSIGNED_BRAND) !== brandId) return false
  if (categoryId !== undefined && (item.categoryId ?? WITHOUT_CATEGORY) !== categoryId) return false
  if (subcategoryId !== undefined && item.subcategoryId !== subcategoryId) return false
  if (minPrice !== undefined || maxPrice !== undefined) {
    if (paid(item) === 0) return false
    if (minPrice !== undefined && paid(item) < minPrice) return false
    if (maxPrice !== undefined && paid(item) > maxPrice) return false
  }
  return isWanted(item, filter)
}

const DAY_MS = 86_400_000
/** The articles listed today and on the 29 days before are new, and those of a day that a slow clock has not reached. */
const isNew = ({ listedOn }: CatalogueItem, { today = 0 }: SearchFilter): boolean =>
  !!listedOn && Date.parse(listedOn) > (today - 30) * DAY_MS
const isCheaper = (item: CatalogueItem): boolean => item.promo || item.discount > 0 || !!item.promotion
const isTaken = (item: CatalogueItem, { takenIds }: SearchFilter): boolean => takenIds?.has(item.articleId) ?? false

/** An age that is not told is no bound; of an article that tells none nothing is known. */
function isForAge({ ageFrom, ageTo }: CatalogueItem, months: number): boolean {
  if (ageFrom == null && ageTo == null) return false
  return (ageFrom ?? 0) <= months && months <= (ageTo ?? Number.POSITIVE_INFINITY)
}
const isSame = (one: string, other: string | null | undefined): boolean =>
  plain(one).trim() === plain(other ?? '').trim()

/** Whether a buyer's own filters leave an article (R365). */
function isWanted(item: CatalogueItem, filter: SearchFilter): boolean {
  if (filter.isNew && !isNew(item, filter)) return false
  if (filter.isCheaper && !isCheaper(item)) return false
  if (filter.inStock && !(item.stock && item.stock > 0)) return false
  if (filter.taken !== undefined && isTaken(item, filter) !== filter.taken) return false
  if (filter.age !== undefined && !isForAge(item, filter.age)) return false
  if (filter.licence && !isSame(filter.licence, item.licence)) return false
  if (filter.gender && !isSame(filter.gender, item.gender)) return false
  if (filter.minPack === undefined && filter.maxPack === undefined) return true
  const pack = paid(item) * item.unitsPerPack
  return pack > 0 && pack >= (filter.minPack ?? 0) && pack <= (filter.maxPack ?? Number.POSITIVE_INFINITY)
}

/** What a search may be narrowed by further: each filter as it would be set, of those that narrow or are set already. */
export function oracleOptions(items: readonly CatalogueItem[], filter: SearchFilter): FilterOption[] {
  const matched = (other: SearchFilter) => matching(items, other).length
  const offered = (
    [
      ['isNew', '1', { isNew: true }, { isNew: undefined }],
      ['isCheaper', '1', { isCheaper: true }, { isCheaper: undefined }],
      ['inStock', '1', { inStock: true }, { inStock: undefined }],
      ['taken', 'si', { taken: true }, { taken: undefined }],
      ['taken', 'no', { taken: false }, { taken: undefined }],
    ] as const
  ).flatMap(([name, value, set, unset]): FilterOption[] => {
    const count = matched({ ...filter, ...set })
    const isSet = filter[name] === (set as SearchFilter)[name]
    const narrows = count > 0 && count < matched({ ...filter, ...unset })
    return isSet || narrows ? [{ filter: name, value, count }] : []
  })
  const isRange = filter.minPack !== undefined || filter.maxPack !== undefined
  const packed = matching(items, { ...filter, minPack: undefined, maxPack: undefined }).filter(
    ({ item }) => item.unitsPerPack > 1,
  ).length
  const range = packed > 0 || isRange ? [{ filter: 'minPack' as const, value: '', count: packed }] : []
  const ages = new Set([0, 6, 12, 18, 24, 36, 48, 60, 72, 84, 96, 108, 120, 144, 168, filter.age ?? 0])
  const someAges = [...ages].flatMap((age): FilterOption[] => {
    const count = matched({ ...filter, age })
    const narrows = count > 0 && count < matched({ ...filter, age: undefined })
    return age === filter.age || narrows ? [{ filter: 'age', value: `${age}`, count }] : []
  })
  return [...offered, ...range, ...someAges, ...textOptions('licence'), ...textOptions('gender')]

  /** Each text once, as the first article in order writes it, or as it is set. */
  function textOptions(field: 'licence' | 'gender'): FilterOption[] {
    const inDefaultOrder = oracleSelectAll(items, { text: '', order: 'default' }).map((item) =>
      (item[field] ?? '').trim(),
    )
    const texts = inDefaultOrder.filter(
      (text, at) => text !== '' && inDefaultOrder.findIndex((other) => isSame(text, other)) === at,
    )
    const all = matched({ ...filter, [field]: undefined })
    return texts.flatMap((text): FilterOption[] => {
      const set = filter[field]
      const isSet = set !== undefined && isSame(set, text)
      const count = matched({ ...filter, [field]: text })
      return isSet || (count > 0 && count < all) ? [{ filter: field, value: isSet ? set : text, count }] : []
    })
  }
}

type SortKey = readonly (number | string)[]

const defaultKey = (item: CatalogueItem): SortKey => [
  item.brandId === null ? 1 : 0,
  item.brandId === null ? 0 : item.brandPosition,
  item.categoryId === null ? 1 : 0,
  item.categoryId === null ? 0 : item.categoryPosition,
  item.subcategoryId === null ? 1 : 0,
  item.subcategoryId === null ? 0 : item.subcategoryPosition,
  item.position,
  item.code,
  item.articleId,
]

function sortKey(item: CatalogueItem, filter: SearchFilter, tier: number): SortKey {
  if (filter.order === 'default') return [tier, ...defaultKey(item)]
  const price = filter.order === 'priceAsc' ? paid(item) : -paid(item)
  // What is only inside a word, or a typing error away, comes after what is meant (R246).
  const lastResort = tier > 2 ? 1 : 0
  return [lastResort, price === 0 ? 1 : 0, price, ...defaultKey(item)]
}

function compareKeys(a: SortKey, b: SortKey): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
}

function matching(items: readonly CatalogueItem[], filter: SearchFilter) {
  const asked = readText(filter.text)
  const { existing } = codesOf(asked, items)
  const words = wordsOfAll(items)
  return items
    .filter((item) => matches(item, filter))
    .map((item) => ({
      item,
      tier: textTier(asked, existing, filter.similar === true, words.get(item)!, item),
    }))
    .filter(({ tier }) => tier < Number.POSITIVE_INFINITY)
}

/** Every article that matches, in order. */
export const oracleSelectAll = (items: readonly CatalogueItem[], filter: SearchFilter): CatalogueItem[] =>
  inOrder(matching(items, filter), filter)

function inOrder(matched: ReturnType<typeof matching>, filter: SearchFilter): CatalogueItem[] {
  return matched
    .map(({ item, tier }) => ({ item, key: sortKey(item, filter, tier) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item)
}

/** One page, with the total. */
export function oracleSelect(items: readonly CatalogueItem[], query: SearchQuery) {
  const matched = matching(items, query)
  const all = inOrder(matched, query)
  const about = oracleFound(items, query)
  const isApproximate = all.length > 0 && matched.every(({ tier }) => tier === 4)
  return {
    approximate: (query.page === 0 && about.found === undefined && isApproximate) || undefined,
    total: all.length,
    items: all.slice(query.page * PAGE_SIZE, (query.page + 1) * PAGE_SIZE),
    ...about,
  }
}
