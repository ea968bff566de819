/** The lists of prices as the office reads them (R356): what each holds, what it makes of an article, what a client buys by. */
import {
  BASE_LIST,
  CLIENT_PRICES_PAGE,
  type ClientPrice,
  type ClientTerms,
  type PriceList,
} from '../../../contract/price-lists.ts'
import type { Queryable } from '../../db/open.ts'
import { notFound } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import * as queries from './price-lists.queries.ts'

/** All lists, the base list first. */
export async function priceLists(db: Queryable): Promise<PriceList[]> {
  const [counts, lists] = [await queries.countBase(db), await queries.listLists(db)]
  return [{ id: null, name: BASE_LIST, active: true, isOwn: false, ...counts }, ...lists]
}

/** What an article costs by each list, the base list first. @throws Refusal 404 where there is no such article */
export async function articlePrices(db: Queryable, articleId: number) {
  const article = await queries.findArticle(db, articleId)
  if (!article) throw notFound()
  const lists = await queries.listPricesOf(db, articleId)
  return { ...article, lists: lists.map(({ steps, ...list }) => ({ ...list, steps: steps ?? undefined })) }
}

/** What a client buys by. @throws Refusal 404 where there is no such client */
export async function clientTerms(db: Queryable, settings: Settings, clientId: number): Promise<ClientTerms> {
  const terms = await queries.findTerms(db, clientId)
  if (!terms) throw notFound()
  const isBonusInPrices = settings.value('BONIF_EN_PRECIOS') === '1'
  return { ...terms, name: terms.id === null ? BASE_LIST : terms.name, isBonusInPrices }
}

/** A page of the prices of one client's own. */
export async function clientPrices(db: Queryable, clientId: number, page: number): Promise<ClientPrice[]> {
  const rows = await queries.listOwnPrices(db, clientId, CLIENT_PRICES_PAGE, page * CLIENT_PRICES_PAGE)
  // Only the first row of a page carries the count (R5).
  return rows.map(({ total, ...row }, place) => (place === 0 ? { ...row, total } : row))
}
