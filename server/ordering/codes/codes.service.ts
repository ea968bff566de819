/** Written codes looked up in the catalogue in memory: the one rule for all readers (R32, R38; SPEC.md C1 to C6). */
import * as z from 'zod/mini'
import { productFields } from '../../../contract/catalogue.ts'
import { articleOfPart } from '../../../contract/code-parts.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import { hasPrice } from '../../../contract/rules.ts'
import { wireObject } from '../../../contract/wire.ts'
import type { CatalogueState } from '../../catalogue/catalogue.ts'

type Snapshot = CatalogueState['snapshot']

const { articleId, code, description, alias, multiple, unitsPerPack, listPrice, discount } = productFields
const onSale = wireObject({
  ...{ articleId, code, description, alias, multiple, unitsPerPack, listPrice, discount },
})
/** An article on sale, as the catalogue in memory has it. */
export type OnSale = z.output<typeof onSale> & { readonly listed: boolean }

/**
 * What a written code leads to.
 * - equal: `articles` is the one whose code, alias or EAN it is, but for case, dashes, dots and blanks.
 * - zeros: `articles` is the one whose code differs from this number in leading zeros alone; only where the code stands
 *   beside a quantity. Show it as written: 'escrito 5905'.
 * - several: each of `articles` is as likely: ask.
 * - near: no article has it; `articles` are proposals, best first: offer, never take.
 * - none: nothing is near, or proposals were not asked for.
 */
export interface CodeFound<A = OnSale> {
  readonly written: string
  readonly kind: 'equal' | 'zeros' | 'several' | 'near' | 'none'
  readonly articles: readonly A[]
}

export interface LookUp {
  /** Each of the codes has a quantity beside it, as in a list or an order: lost zeros are forgiven. */
  readonly besideQuantity: boolean
  /** For how many codes that no article has near ones are searched; each takes up to a millisecond. Default none. */
  readonly proposals?: number
}

/** Articles that are proposed for one code. */
const PROPOSED = 5

/**
 * Looks written codes up, each for itself, in their order; no SQL. It knows what is on sale; of what is not, ask
 * `readArticles` (articles.service.ts). A catalogue is taken once per answer: `lookUpCodes(catalogue.current().snapshot, …)`.
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
    // Two articles may share a key, e.g. an alias that is another one's code: what is the code to the letter is meant.
    const exact = rows.length > 1 ? rows.filter((row) => snapshot.codeOf(row) === text.trim()) : []
    const equal = exact.length === 1 ? exact : rows
    const found = (kind: CodeFound['kind'], of: readonly number[]): CodeFound => ({
      ...{ written: text, kind, articles: of.map(unpack) },
    })
    if (equal.length > 0) return found(equal.length === 1 ? 'equal' : 'several', equal)
    if (besideQuantity && zeros.length > 0) return found(zeros.length === 1 ? 'zeros' : 'several', zeros)
    if (key === '' || searches-- <= 0) return found('none', [])
    const articles = near(snapshot, text, unpack)
    return { written: text, kind: articles.length > 0 ? 'near' : 'none', articles }
  })
}

/** The articles of ids, in their order; undefined for what is not on sale. */
export function articlesOf(snapshot: Snapshot, ids: readonly number[]): (OnSale | undefined)[] {
  const unpack = unpacker(snapshot)
  return ids.map((id) => {
    const row = snapshot.rowByArticle(id)
    return row === undefined ? undefined : unpack(row)
  })
}

/** The article that the beginning or end of its code names alone, else those that the search finds first. */
function near(snapshot: Snapshot, text: string, unpack: (row: number) => OnSale): OnSale[] {
  const found = snapshot.select({ text, order: 'default', page: 0 }).rows.map(unpack)
  const meant = articleOfPart(text, found)
  if (meant && hasPrice(meant.listPrice)) return [meant]
  return found.filter((article) => hasPrice(article.listPrice)).slice(0, PROPOSED)
}

/** Rows as articles, each made once. */
function unpacker(snapshot: Snapshot): (row: number) => OnSale {
  const known = new Map<number, OnSale>()
  return (row) => {
    const there = known.get(row)
    if (there) return there
    const article = { ...z.decode(onSale, JSON.parse(snapshot.rowJson(row))), listed: true }
    known.set(row, article)
    return article
  }
}
