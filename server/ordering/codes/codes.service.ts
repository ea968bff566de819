/** Looks written codes up in the catalogue in memory: the one rule for all readers (R32, R38; SPEC.md C1 to C6). */
import * as z from 'zod/mini'
import { productFields } from '../../../contract/catalogue.ts'
import { pricedPart } from '../../../contract/catalogue-row.ts'
import { articleOfPart } from '../../../contract/code-parts.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import { hasPrice } from '../../../contract/price.ts'
import { wireObject } from '../../../contract/wire.ts'
import type { CatalogueState } from '../../catalogue/catalogue.ts'
import { codesBefore } from './lost-codes.rules.ts'

type Snapshot = CatalogueState['snapshot']

const { articleId, code, description, alias, multiple, unitsPerPack, vatRate } = productFields
const onSale = wireObject({
  articleId,
  code,
  description,
  alias,
  multiple,
  unitsPerPack,
  vatRate,
  ...pricedPart.fields,
})
/** An article on sale, as the catalogue in memory has it. */
export type OnSale = Omit<z.output<typeof onSale>, 'vatRate'> & {
  /** Null: none is known. */
  readonly vatRate: number | null
  readonly listed: boolean
}

/**
 * The result of looking a written code up.
 * - equal: `articles` holds the one whose code, alias or EAN it is, but for case, dashes, dots and blanks.
 * - zeros: `articles` holds the one whose code differs from it only in leading zeros; only where the code stands beside a
 *   quantity. Show the code as it was written: 'escrito 5905'.
 * - several: each of `articles` is as likely; ask the user.
 * - near: no article has the code; `articles` are proposals, best first. Offer them, never take one.
 * - none: no article has the code, and there are no proposals, or none were asked for.
 */
export interface CodeFound<A = OnSale> {
  readonly written: string
  readonly kind: 'equal' | 'zeros' | 'several' | 'near' | 'none'
  readonly articles: readonly A[]
}

/** How codes are looked up. */
export interface LookUp {
  /** Whether each code has a quantity beside it, as in a list or an order: then lost leading zeros are forgiven. */
  readonly besideQuantity: boolean
  /** For how many unknown codes proposals are searched; each takes up to a millisecond. Default 0. */
  readonly proposals?: number
}

/** The most articles that are proposed for one code. */
const PROPOSED = 5

/**
 * Looks written codes up, each for itself, in their order. No SQL: it knows only articles on sale; for others use
 * `readArticles` (articles.service.ts). Take the snapshot once per answer: `lookUpCodes(catalogue.current(clientId).snapshot, …)`.
 */
export function lookUpCodes(
  snapshot: Snapshot,
  written: readonly string[],
  { besideQuantity, proposals = 0 }: LookUp,
): CodeFound[] {
  const unpack = unpacker(snapshot)
  let searches = proposals
  return written.map((text): CodeFound => {
    const key = codeKey(fold(text))
    const rows = key === '' ? [] : snapshot.rowsByKey(key)
    const zeros = rows.length > 0 || key === '' ? [] : snapshot.rowsButForZeros(key)
    // Two articles may share a key, e.g. where an alias is another's code: the article with that very code is meant.
    const exact = rows.length > 1 ? rows.filter((row) => snapshot.codeOf(row) === text.trim()) : []
    const equal = exact.length === 1 ? exact : rows
    const found = (kind: CodeFound['kind'], foundRows: readonly number[]): CodeFound => ({
      written: text,
      kind,
      articles: foundRows.map(unpack),
    })
    if (equal.length > 0) return found(equal.length === 1 ? 'equal' : 'several', equal)
    if (besideQuantity && zeros.length > 0) return found(zeros.length === 1 ? 'zeros' : 'several', zeros)
    if (key === '' || searches-- <= 0) return found('none', [])
    const articles = articlesNear(snapshot, text, unpack)
    return { written: text, kind: articles.length > 0 ? 'near' : 'none', articles }
  })
}

/** The articles of ids, in their order; undefined for an article that is not on sale. */
export function articlesOf(snapshot: Snapshot, ids: readonly number[]): (OnSale | undefined)[] {
  const unpack = unpacker(snapshot)
  return ids.map((id) => {
    const row = snapshot.rowByArticle(id)
    return row === undefined ? undefined : unpack(row)
  })
}

/** The articles on sale whose code is another's but for zeros before it: of '52' and '0052' the other one. */
export function articlesButForZeros(snapshot: Snapshot, written: string): OnSale[] {
  const key = codeKey(fold(written))
  return key === '' ? [] : snapshot.rowsButForZeros(key).map(unpacker(snapshot))
}

/** What is looked at of an article that may be meant. */
type Near = Pick<OnSale, 'code' | 'alias' | 'listPrice' | 'discount'>

/** A code with one sign for all of its signs: '3/10' and '3 - 10' are '3-10'. */
const oneSign = (code: string): string => fold(code).replace(/[^\p{L}\p{N}]+/gu, '-')

/**
 * Articles that a text without a code of its own may mean, at most PROPOSED that have a price: those whose code a spreadsheet made
 * this text of; the only one whose code begins or ends with it; else those of a search, first the ones whose code is the
 * text behind letters and zeros: '147' is 'T00147'.
 */
export function articlesNear<A extends Near>(snapshot: Snapshot, text: string, articleAt: (row: number) => A): A[] {
  const before = codesBefore(text).flatMap((code) =>
    [codeKey(code), code.replaceAll('-', '/')]
      .flatMap((key) => snapshot.rowsByKey(key))
      .filter((row) => oneSign(snapshot.codeOf(row)) === code),
  )
  if (before.length > 0) return [...new Set(before)].map(articleAt).filter(hasPrice).slice(0, PROPOSED)
  const found = snapshot.select({ text, order: 'default', page: 0 }).rows.map(articleAt)
  const meant = articleOfPart(text, found)
  if (meant && hasPrice(meant)) return [meant]
  const key = codeKey(fold(text))
  const isNumbered = ({ code }: A) => {
    const whole = codeKey(fold(code))
    return whole.endsWith(key) && /^[a-z]*0*$/.test(whole.slice(0, whole.length - key.length))
  }
  const sold = found.filter(hasPrice)
  return [...sold.filter(isNumbered), ...sold.filter((article) => !isNumbered(article))].slice(0, PROPOSED)
}

/** Makes a function that turns rows of the snapshot into articles, each once. */
function unpacker(snapshot: Snapshot): (row: number) => OnSale {
  const known = new Map<number, OnSale>()
  return (row) => {
    const unpacked = known.get(row)
    if (unpacked) return unpacked
    const stored = z.decode(onSale, JSON.parse(snapshot.rowJson(row)))
    const article = { ...stored, vatRate: stored.vatRate ?? null, listed: true }
    known.set(row, article)
    return article
  }
}
