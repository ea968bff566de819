/** Orders and amount of the last days: by day, seller, brand and article. */
import {
  type ArticleSales,
  type BrandSales,
  type DaySales,
  SALES_DAYS,
  type SellerSales,
  TOP_ARTICLES,
} from '../../../contract/dashboard.ts'
import type { Queryable } from '../../db/open.ts'
import {
  type ArticleDay,
  type ClientDay,
  listArticles,
  listBrandsOf,
  listDays,
  listSellersOf,
  readArticleDays,
  readClientDays,
} from './sales.queries.ts'

export interface Sales {
  at: string
  days: DaySales[]
  sellers: SellerSales[]
  brands: BrandSales[]
  articles: ArticleSales[]
}

interface Day {
  clients: readonly ClientDay[]
  articles: readonly ArticleDay[]
}

/** Days that may still get an order: today, and yesterday, because an order begun before midnight may be stored after it. */
const OPEN_DAYS = 2

/** Days that one statement reads: the embedded database has one connection, and other requests wait for it. */
const AT_ONCE = 7

/** Adds up the last days. Days that are over are read once and kept, so that later calls read the open days alone. */
export function createSales(db: Queryable): () => Promise<Sales> {
  const finishedDays = new Map<string, Day>()
  const read = async (names: readonly string[]): Promise<Map<string, Day>> => {
    const [first = '', last = ''] = [names[0], names.at(-1)]
    const clients = await readClientDays(db, first, last)
    const articles = await readArticleDays(db, first, last)
    const rowsOf = <Row extends { day: string }>(rows: readonly Row[], day: string) =>
      rows.filter((row) => row.day === day)
    return new Map(names.map((day) => [day, { clients: rowsOf(clients, day), articles: rowsOf(articles, day) }]))
  }
  return async () => {
    const at = new Date().toISOString()
    const names = await listDays(db, SALES_DAYS)
    for (const day of finishedDays.keys()) if (!names.includes(day)) finishedDays.delete(day)
    const unread = names.filter((day) => !finishedDays.has(day))
    const known = new Map(finishedDays)
    // Unread days follow each other: all of them at first, then the last ones.
    for (let from = 0; from < unread.length; from += AT_ONCE)
      for (const [day, found] of await read(unread.slice(from, from + AT_ONCE))) {
        known.set(day, found)
        if (names.indexOf(day) < names.length - OPEN_DAYS) finishedDays.set(day, found)
      }
    const days = names.map((day) => ({ day, clients: [], articles: [], ...known.get(day) }) as Day & { day: string })
    const clients = totals(
      days.flatMap((day) => day.clients),
      ({ client }) => client,
    )
    const articles = totals(
      days.flatMap((day) => day.articles),
      ({ article }) => article,
    )
    return {
      at,
      days: days.map(({ day, clients: ofDay }) => {
        const { orders, amount } = sum(ofDay)
        return { day, orders, amount }
      }),
      sellers: await bySeller(db, clients),
      brands: await byBrand(db, articles),
      articles: await top(db, articles),
    }
  }
}

interface Figures {
  orders: number
  amount: number
  quantity: number
}
type Some = Pick<Figures, 'orders' | 'amount'> & { quantity?: number }

const sum = (rows: readonly Some[]): Figures => {
  const total = { orders: 0, amount: 0, quantity: 0 }
  for (const { orders, amount, quantity = 0 } of rows) {
    total.orders += orders
    total.amount += amount
    total.quantity += quantity
  }
  return total
}

function totals<Row extends Some, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Figures> {
  const found = new Map<Key, Figures>()
  for (const row of rows) {
    const key = keyOf(row)
    found.set(key, sum([found.get(key) ?? { orders: 0, amount: 0 }, row]))
  }
  return found
}

interface Owner {
  id: number | null
  name: string
}

/** Figures by owner, the largest amount first; figures without an owner are named `nobody`. */
function byOwner(
  figures: ReadonlyMap<number, Figures>,
  owners: ReadonlyMap<number, Owner>,
  nobody: string,
): (Owner & Figures)[] {
  const none: Owner = { id: null, name: nobody }
  const names = new Map<number | null, Owner>()
  const rows = [...figures].map(([key, figure]) => {
    const owner = owners.get(key) ?? none
    names.set(owner.id, owner)
    return { ...figure, owner: owner.id }
  })
  return [...totals(rows, ({ owner }) => owner)]
    .map(([id, figure]) => ({ ...(names.get(id) ?? none), ...figure }))
    .toSorted(byAmount)
}
const byAmount = (one: Figures & { id: number | null }, other: Figures & { id: number | null }) =>
  other.amount - one.amount || (one.id ?? 0) - (other.id ?? 0)

async function bySeller(db: Queryable, clients: ReadonlyMap<number, Figures>): Promise<SellerSales[]> {
  const sellers = await listSellersOf(db, [...clients.keys()])
  const owners = new Map(sellers.map(({ client, ...seller }) => [client, seller]))
  return byOwner(clients, owners, 'Sin vendedor').map(({ quantity: _, ...seller }) => seller)
}

async function byBrand(db: Queryable, articles: ReadonlyMap<number, Figures>): Promise<BrandSales[]> {
  const brands = await listBrandsOf(db, [...articles.keys()])
  const owners = new Map(brands.map(({ article, ...brand }) => [article, brand]))
  return byOwner(articles, owners, 'Sin marca').map(({ orders: _, ...brand }) => brand)
}

async function top(db: Queryable, articles: ReadonlyMap<number, Figures>): Promise<ArticleSales[]> {
  const most = [...articles]
    .map(([id, figures]) => ({ id, ...figures }))
    .toSorted(byAmount)
    .slice(0, TOP_ARTICLES)
  const rows = await listArticles(
    db,
    most.map(({ id }) => id),
  )
  const named = new Map(rows.map((row) => [row.id, row]))
  return most.map((figures) => ({ code: '', description: '', ...named.get(figures.id), ...figures }))
}
