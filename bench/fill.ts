/**
 * Fills a shop for measuring. It is copied into the repository that is measured, and uses that state's own filling code:
 * `node --import tsx bench/fill.ts '{"dataDir": …}'` prints what `Filled` says as JSON.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { CatalogueItem } from '../engine/item.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Db, openDatabase } from '../server/db/open.ts'

/** The state's module that fills a shop: in testkit/, or in bench/ where the state is older than testkit/. */
const filling = ['../testkit/fill-shop.ts', './fill-shop.ts']
  .map((path) => new URL(path, import.meta.url))
  .find(existsSync)
if (!filling) throw new Error('This state has nothing that fills a shop')
const { fillCatalogue, fillClients, shopCatalogue } = (await import(
  filling.href
)) as typeof import('../testkit/fill-shop.ts')

export const ORDER_LINES = 30
export const PASSWORD = 'una-clave-larga'
/** Users of the years before, whom nobody signs in. */
const USERS = { count: 10_000, firstId: 100_001 }
/** How many of the articles that have a price are ordered. */
const ORDERED = 1_000

export interface SignedIn {
  readonly userId: number
  readonly clientId: number
  readonly cuit: string
  readonly token: string
}
/** An article as far as a line of it is written. */
export type Article = Pick<CatalogueItem, 'articleId' | 'multiple' | 'listPrice' | 'discount' | 'code'>

interface Place {
  readonly dataDir: string
  readonly url?: string | undefined
}
export interface Wanted extends Place {
  readonly articles: number
  /** Orders of the years before, with a log of changes and waiting carts; 0: a new shop. */
  readonly orders: number
  /** Clients with a cart of 30 lines, and clients with an empty one. */
  readonly ordering: number
  readonly filling: number
  /** Lists of prices, each with all articles, that the clients buy by in turn. */
  readonly lists?: number
}
export interface Filled {
  /** Those with a cart first. */
  readonly clients: readonly SignedIn[]
  readonly admin: SignedIn
  readonly articles: readonly Article[]
}

/** The header of a session's token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Address of an order with delivery to the client's first address. */
export const orderPath = ({ clientId }: Pick<SignedIn, 'clientId'>) =>
  `/api/pedidos/productos/pedido?idcli=${clientId}&dir=${clientId * 10 + 1}&obs=&cond=-1`

/** The lines of the nth client's cart. */
export const cartOf = <A extends Article>(articles: readonly A[], nth: number): { item: A; quantity: number }[] =>
  Array.from({ length: ORDER_LINES }, (_, line) => {
    const item = articles[(nth * ORDER_LINES + line) % articles.length]
    if (!item) throw new Error('Nothing is sold')
    return { item, quantity: item.multiple }
  })

/** Fills articles and clients, and signs each client in. The first `ordering` clients get a cart of 30 lines. */
export async function fill(
  place: Place,
  items: readonly CatalogueItem[],
  { ordering, filling: others }: { ordering: number; filling: number },
): Promise<SignedIn[]> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    return await fillBuyers(db, articlesOf(items), ordering, others)
  } finally {
    await db.close()
  }
}

const articlesOf = (items: readonly CatalogueItem[]): Article[] =>
  items
    .filter(({ listPrice }) => listPrice > 0)
    .slice(0, ORDERED)
    .map(({ articleId, multiple, listPrice, discount, code }) => ({ articleId, multiple, listPrice, discount, code }))

async function fillBuyers({ kysely, ...db }: Db, articles: readonly Article[], ordering: number, others: number) {
  const clients = await fillClients({ kysely, ...db }, { count: ordering + others, password: PASSWORD })
  const signedIn: SignedIn[] = []
  for (const [nth, { userId, clientId, cuit }] of clients.entries()) {
    const token = randomBytes(32).toString('base64url')
    const token_hash = createHash('sha256').update(token).digest()
    const expires_at = new Date(Date.now() + 86_400_000)
    await kysely.insertInto('session').values({ token_hash, user_id: userId, expires_at }).execute()
    signedIn.push({ userId, clientId, cuit, token })
    if (nth >= ordering) continue
    const lines = cartOf(articles, nth).map(({ item, quantity }) => ({
      user_id: userId,
      client_id: clientId,
      article_id: item.articleId,
      quantity,
      channel: 'web' as const,
      created_by: userId,
    }))
    await kysely.insertInto('cart_line').values(lines).execute()
  }
  return signedIn
}

/**
 * Makes lists that the clients buy by in turn, each with all articles from `since` on, by so many percent above the base list: 0,
 * so that what is measured costs the same everywhere.
 */
export async function fillLists(
  { kysely }: Db,
  count: number,
  { since = '-infinity', above = 0 }: { since?: string; above?: number } = {},
): Promise<void> {
  await sql`insert into price_list (id, name) select n, 'Lista ' || n from generate_series(1, ${count}::int) n
    on conflict do nothing`.execute(kysely)
  await sql`insert into list_price (id, list_id, article_id, since, list_price)
    select concat_ws('/', n, p.article_id, ${since}::text), n, p.article_id, ${since}::timestamptz,
      p.list_price * (100 + ${above}::int) / 100
    from generate_series(1, ${count}::int) n, price p where p.list_price > 0`.execute(kysely)
  await sql`update client set list_id = 1 + id % ${count}::int`.execute(kysely)
}

async function fillWhole({
  articles,
  orders,
  ordering,
  filling: others,
  lists = 0,
  ...place
}: Wanted): Promise<Filled> {
  const items = shopCatalogue(articles)
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    if (orders > 0) {
      const { fillOffice } = await import('./fill-office.ts')
      await fillClients(db, { ...USERS, password: PASSWORD })
      await fillOffice(db, { articles, orders })
    }
    const clients = await fillBuyers(db, articlesOf(items), ordering, others + 1)
    if (lists > 0) await fillLists(db, lists)
    const admin = clients.pop()
    if (!admin) throw new Error('Nobody was stored')
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', admin.userId)
      .execute()
    return { clients, admin, articles: articlesOf(items) }
  } finally {
    await db.close()
  }
}

const [, program = '', wanted] = process.argv
if (wanted && import.meta.url === pathToFileURL(program).href)
  console.log(JSON.stringify(await fillWhole(JSON.parse(wanted) as Wanted)))
