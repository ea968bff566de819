/** Finds the articles of ids and written codes, on sale or not (SPEC.md C1, C5). */
import type { CodeProposal } from '../../../contract/cart-lines.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { Catalogue, CatalogueState } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import type { Find, Found, Orderable } from '../lines/lines.rules.ts'
import { articlesOf, type CodeFound, type LookUp, lookUpCodes } from './codes.service.ts'
import { findOffers, type OfferedArticle } from './offers.queries.ts'

/** How codes of lines are looked up: each has a quantity beside it, and so many unknown ones get proposals. */
const BESIDE_QUANTITY: LookUp = { besideQuantity: true, proposals: 200 }

/** Characters of a written code; a longer text is none, and looking it up would hold the shop (R274). */
const LONGEST_CODE = 200

const isCode = (idOrCode: number | string): idOrCode is string => typeof idOrCode === 'string'
const keyOf = (written: string): string => codeKey(fold(written))

const proposalOf = ({ articleId, code, description }: CodeProposal): CodeProposal => ({ articleId, code, description })

/**
 * Finds articles for lines of a client in the catalogue in memory, and those that it lacks in the database. So 'not on sale' is told
 * from 'unknown', and an article that was added this second is found. Codes are taken to stand beside a quantity. No SQL
 * where all are on sale.
 */
export async function findArticles(
  db: Queryable,
  catalogue: Catalogue,
  clientId: number,
  asked: readonly (number | string)[],
): Promise<Find<Orderable>> {
  const { onSale, codes, missing } = inMemory(catalogue.current(clientId), asked, BESIDE_QUANTITY)
  const others = byIdAndKey(await offersOf(db, clientId, missing))
  return (idOrCode) => {
    if (!isCode(idOrCode)) return foundId(onSale.get(idOrCode) ?? others.byId.get(idOrCode))
    const found = codes.get(idOrCode)
    return found ? foundCode<Orderable>(found, others.equalTo(idOrCode)) : unknown
  }
}

/**
 * As `findArticles`, but reads every article from the database, in the transaction of `db`: for orders, which freeze
 * prices. One statement.
 * @param lookUp how codes are looked up; the default is for codes beside a quantity
 */
export async function readArticles(
  db: Queryable,
  catalogue: Catalogue,
  clientId: number,
  asked: readonly (number | string)[],
  lookUp: LookUp = BESIDE_QUANTITY,
): Promise<Find<OfferedArticle>> {
  const { onSale, codes, missing } = inMemory(catalogue.current(clientId), asked, lookUp)
  const known = [...codes.values()].flatMap(({ articles }) => articles.map(({ articleId }) => articleId))
  const offers = byIdAndKey(await offersOf(db, clientId, [...missing, ...onSale.keys(), ...known]))
  return (idOrCode) => {
    if (!isCode(idOrCode)) return foundId(offers.byId.get(idOrCode))
    const found = codes.get(idOrCode)
    if (!found) return unknown
    const articles = found.articles.flatMap(({ articleId }) => offers.byId.get(articleId) ?? [])
    return foundCode({ ...found, articles }, offers.equalTo(idOrCode))
  }
}

/** What the order of a client asks for. */
interface AskedByClient {
  readonly clientId: number
  readonly asked: readonly (number | string)[]
}

/** As `readArticles`, for orders of several clients: one statement for all clients that pay the same prices. */
export async function readArticlesOfClients(
  db: Queryable,
  catalogue: Catalogue,
  orders: readonly AskedByClient[],
): Promise<(clientId: number) => Find<OfferedArticle>> {
  const pricesOf = (clientId: number) => catalogue.current(clientId).prices
  const finds = new Map<string, Find<OfferedArticle>>()
  for (const { clientId } of orders) {
    const prices = pricesOf(clientId)
    if (finds.has(prices)) continue
    const alike = orders.filter((order) => pricesOf(order.clientId) === prices)
    finds.set(
      prices,
      await readArticles(
        db,
        catalogue,
        clientId,
        alike.flatMap(({ asked }) => asked),
      ),
    )
  }
  return (clientId) => finds.get(pricesOf(clientId)) ?? (() => unknown)
}

/** The articles and codes that the catalogue in memory knows (`onSale`, `codes`), and the ids and codes that it lacks. */
function inMemory({ snapshot }: CatalogueState, asked: readonly (number | string)[], lookUp: LookUp) {
  const ids = [...new Set(asked.filter((idOrCode) => !isCode(idOrCode)))]
  const written = [...new Set(asked.filter(isCode))].filter(({ length }) => length <= LONGEST_CODE)
  const found = articlesOf(snapshot, ids)
  const onSale = new Map(found.flatMap((article) => (article ? [[article.articleId, article] as const] : [])))
  const looked = lookUpCodes(snapshot, written, lookUp)
  const codes = new Map(looked.map((found) => [found.written, found]))
  const missing = [
    ...ids.filter((id) => !onSale.has(id)),
    ...looked.flatMap(({ written: code, kind }) => (kind === 'equal' || kind === 'several' ? [] : [code])),
  ]
  return { onSale, codes, missing }
}

const unknown = { kind: 'unknown', proposals: [] } as const

const foundId = <A extends Orderable>(article: A | undefined): Found<A> =>
  article ? { kind: 'article', article } : unknown

/** The answer for a code. `equal`: the database's articles with that very code, for one that the memory does not know. */
function foundCode<A extends Orderable>({ written, kind, articles }: CodeFound<A>, equal: readonly A[]): Found<A> {
  const [article] = articles
  if (kind === 'equal' && article) return { kind: 'article', article }
  if (kind === 'several') return { kind, proposals: articles.map(proposalOf) }
  const [stored, ...more] = equal
  if (stored && more.length === 0) return { kind: 'article', article: stored }
  if (stored) return { kind: 'several', proposals: equal.map(proposalOf) }
  if (kind === 'zeros' && article) return { kind: 'article', article, written }
  return { kind: 'unknown', proposals: articles.map(proposalOf) }
}

/** Articles of the database, and which of them a written code is equal to. */
function byIdAndKey(offers: readonly OfferedArticle[]) {
  const byId = new Map(offers.map((offer) => [offer.articleId, offer]))
  const keyed = new Map<string, OfferedArticle[]>()
  for (const offer of offers) {
    for (const key of new Set(offer.keys.map(keyOf).filter(Boolean))) keyed.set(key, [...(keyed.get(key) ?? []), offer])
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

async function offersOf(
  db: Queryable,
  clientId: number,
  asked: readonly (number | string)[],
): Promise<OfferedArticle[]> {
  if (asked.length === 0) return []
  const ids = new Set(asked.filter((idOrCode) => !isCode(idOrCode)))
  const keys = new Set(asked.filter(isCode).map(keyOf).filter(Boolean))
  return findOffers(db, clientId, { ids: [...ids], keys: [...keys] })
}
