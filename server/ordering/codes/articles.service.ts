/** The articles that ids and written codes lead to, on sale or not (SPEC.md C1, C5). */
import type { CodeProposal } from '../../../contract/cart-lines.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import type { Find, Found, Orderable } from '../lines/lines.rules.ts'
import { articlesOf, type CodeFound, type LookUp, lookUpCodes } from './codes.service.ts'
import { findOffers, type OfferedArticle } from './offers.queries.ts'

/** Codes of lines, each beside a quantity; for as many of them near articles are searched. */
const BESIDE_QUANTITY: LookUp = { besideQuantity: true, proposals: 200 }

const isCode = (one: number | string): one is string => typeof one === 'string'
const keyOf = (written: string): string => codeKey(fold(written))

const proposalOf = ({ articleId, code, description }: CodeProposal): CodeProposal => ({
  ...{ articleId, code, description },
})

/**
 * Finds articles for lines: in the catalogue in memory, and only what that does not hold in the database, so that
 * 'not on sale' is told from 'unknown' and an article of this second is found. Codes are taken to stand beside a
 * quantity. No SQL where all are on sale.
 */
export async function findArticles(
  db: Queryable,
  catalogue: Catalogue,
  asked: readonly (number | string)[],
): Promise<Find<Orderable>> {
  const { onSale, codes, missing } = inMemory(catalogue, asked, BESIDE_QUANTITY)
  const others = byIdAndKey(await offersOf(db, missing))
  return (one) => {
    if (!isCode(one)) return foundId(onSale.get(one) ?? others.byId.get(one))
    const found = codes.get(one)
    return found ? foundCode(found, others.equalTo(one)) : unknown
  }
}

/**
 * As `findArticles`, but every article is read from the database, in the transaction of `db`: for orders, which freeze
 * prices; `lookUp` is for codes without a quantity beside them. One statement.
 */
export async function readArticles(
  db: Queryable,
  catalogue: Catalogue,
  asked: readonly (number | string)[],
  lookUp: LookUp = BESIDE_QUANTITY,
): Promise<Find<OfferedArticle>> {
  const { onSale, codes, missing } = inMemory(catalogue, asked, lookUp)
  const known = [...codes.values()].flatMap(({ articles }) => articles.map(({ articleId }) => articleId))
  const offers = byIdAndKey(await offersOf(db, [...missing, ...onSale.keys(), ...known]))
  return (one) => {
    if (!isCode(one)) return foundId(offers.byId.get(one))
    const found = codes.get(one)
    if (!found) return unknown
    const articles = found.articles.flatMap(({ articleId }) => offers.byId.get(articleId) ?? [])
    return foundCode({ ...found, articles }, offers.equalTo(one))
  }
}

/** What the catalogue in memory knows, and what it lacks. */
function inMemory(catalogue: Catalogue, asked: readonly (number | string)[], lookUp: LookUp) {
  const { snapshot } = catalogue.current()
  const ids = [...new Set(asked.filter((one) => !isCode(one)))]
  const written = [...new Set(asked.filter(isCode))]
  const found = articlesOf(snapshot, ids)
  const onSale = new Map(found.flatMap((article) => (article ? [[article.articleId, article] as const] : [])))
  const looked = lookUpCodes(snapshot, written, lookUp)
  const codes = new Map(looked.map((one) => [one.written, one]))
  const missing = [
    ...ids.filter((id) => !onSale.has(id)),
    ...looked.flatMap(({ written: code, kind }) => (kind === 'equal' || kind === 'several' ? [] : [code])),
  ]
  return { onSale, codes, missing }
}

const unknown = { kind: 'unknown', proposals: [] } as const

const foundId = <A extends Orderable>(article: A | undefined): Found<A> =>
  article ? { kind: 'article', article } : unknown

/** `equal`: what the database has of a code that the catalogue in memory has not. */
function foundCode<A extends Orderable>(
  { written, kind, articles }: CodeFound<A>,
  equal: readonly A[],
): Found<A> {
  const [article] = articles
  if (kind === 'equal' && article) return { kind: 'article', article }
  if (kind === 'several') return { kind, proposals: articles.map(proposalOf) }
  const [other, ...more] = equal
  if (other && more.length === 0) return { kind: 'article', article: other }
  if (other) return { kind: 'several', proposals: equal.map(proposalOf) }
  if (kind === 'zeros' && article) return { kind: 'article', article, written }
  return { kind: 'unknown', proposals: articles.map(proposalOf) }
}

/** Articles of the database, and which of them a written code is equal to. */
function byIdAndKey(offers: readonly OfferedArticle[]) {
  const byId = new Map(offers.map((one) => [one.articleId, one]))
  const keyed = new Map<string, OfferedArticle[]>()
  for (const one of offers) {
    for (const key of new Set(one.keys.map(keyOf).filter(Boolean)))
      keyed.set(key, [...(keyed.get(key) ?? []), one])
  }
  return {
    byId,
    /** The article with that very code, else all whose code, alias or EAN it is. */
    equalTo(written: string): readonly OfferedArticle[] {
      const equal = keyed.get(keyOf(written)) ?? []
      const exact = equal.filter(({ code }) => code === written.trim())
      return exact.length > 0 ? exact : equal
    },
  }
}

async function offersOf(db: Queryable, asked: readonly (number | string)[]): Promise<OfferedArticle[]> {
  if (asked.length === 0) return []
  const ids = new Set(asked.filter((one) => !isCode(one)))
  const keys = new Set(asked.filter(isCode).map(keyOf).filter(Boolean))
  return findOffers(db, { ids: [...ids], keys: [...keys] })
}
