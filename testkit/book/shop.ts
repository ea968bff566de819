/**
 * The server of the offline book's test: a real shop that can be killed and started again on its port and folder. Its cart and
 * orders are read by the calls that the app makes, with a session of the test's own.
 */
import { getCart } from '../../contract/cart.ts'
import { getOrderLines, myOrders } from '../../contract/orders.ts'
import { priceOf } from '../../contract/price.ts'
import { updateListing } from '../../contract/product-manager.ts'
import { getSavedList, listSavedLists } from '../../contract/saved-lists.ts'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Db } from '../../server/db/open.ts'
import { type Client, createClient } from '../client.ts'
import { type FilledClient, fillClients } from '../fill-shop.ts'
import { type Shop as FilledShop, openShop } from '../shop.ts'
import { PASSWORD } from '../shop-data.ts'
import type { ShownList } from './shelf.ts'

/** Each sequence has a client user whom no other has used; a failure and its shrinking take many. */
const CLIENTS = 3_000
/** A seller, and the clients that belong to the seller. */
const SELLER = 500_001
const SELLERS_CLIENTS = { firstId: 510_001, count: 10 }
const LISTED = 24
/** How many articles the sequences order: few, so that changes of the same article collide. */
const ORDERED = 4
const ROWS_A_STATEMENT = 1_000

export type Article = CatalogueItem

/** A filled shop that each world copies. */
export interface Template {
  readonly shop: FilledShop
  readonly articles: readonly Article[]
  /** A seller whose clients have two addresses each. */
  readonly seller: { readonly cuit: string; readonly clientIds: readonly number[] }
}

/** Fills a shop, which never runs itself. */
export async function makeTemplate(): Promise<Template> {
  let seller: Template['seller'] | undefined
  const shop = await openShop({
    articles: LISTED,
    clients: CLIENTS,
    staff: { admin: 1 },
    fill: async (db, clients) => {
      seller = await fillSeller(db)
      await fillBuyers(db, clients)
    },
  })
  // Half of them have a multiple, so that the stored quantity differs from the typed one.
  const articles = [
    ...shop.items.filter(({ multiple }) => multiple > 1).slice(0, ORDERED / 2),
    ...shop.items.filter(({ multiple }) => multiple === 1).slice(0, ORDERED / 2),
  ]
  if (!seller) throw new Error('The seller was not stored')
  return { shop, articles, seller }
}

/** Adds a seller with ten clients, every other one on sale line c. */
async function fillSeller(db: Db): Promise<Template['seller']> {
  const { kysely } = db
  await kysely.insertInto('seller').values({ id: SELLER, name: 'Vera' }).execute()
  const [user] = await fillClients(db, { count: 1, password: PASSWORD, firstId: SELLER })
  if (!user) throw new Error('The seller was not stored')
  await kysely
    .updateTable('app_user')
    .set({ type: 'vendedor', client_id: null, seller_id: SELLER })
    .where('id', '=', user.userId)
    .execute()
  const ownClients = await fillClients(db, { ...SELLERS_CLIENTS, password: PASSWORD })
  for (const [at, { clientId }] of ownClients.entries())
    await kysely
      .updateTable('client')
      .set({ seller_id: SELLER, sale_condition: at % 2 === 0 ? 1 : 4 })
      .where('id', '=', clientId)
      .execute()
  return { cuit: user.cuit, clientIds: ownClients.map(({ clientId }) => clientId) }
}

/** The second buyer of a client, who prepares orders. */
export const secondBuyerOf = ({ cuit }: { readonly cuit: string }): { readonly cuit: string } => ({
  cuit: cuit.replace(/^30/, '20'),
})

/** Adds a second buyer to each client. */
async function fillBuyers({ kysely }: Db, clients: readonly FilledClient[]): Promise<void> {
  const first = await kysely.selectFrom('app_user').select('password_hash').limit(1).executeTakeFirstOrThrow()
  const users = clients.map(({ clientId, ...client }) => ({
    ...{ ...secondBuyerOf(client), client_id: clientId, password_hash: first.password_hash },
    ...{ type: 'cliente' as const, order_right: 'prepare' as const, enabled: true },
    ...{ email: `arma${clientId}@example.com`, first_name: 'Lola', business_name: `Juguetería ${clientId}` },
  }))
  for (let at = 0; at < users.length; at += ROWS_A_STATEMENT)
    await kysely
      .insertInto('app_user')
      .values(users.slice(at, at + ROWS_A_STATEMENT))
      .execute()
}

/** A line of a cart or of an order. */
export interface Line {
  readonly code: string
  readonly quantity: number
  readonly note: string
  /** What a unit costs, in cents. */
  readonly unit: number
}

/** An order that the server has. */
export interface StoredOrder {
  readonly number: number
  readonly lines: readonly Line[]
}

/** An order, and where it goes. */
export interface PlacedOrder extends StoredOrder {
  readonly clientId: number
  readonly addressId: number
}

export interface Shop {
  readonly url: string
  readonly articles: readonly Article[]
  isUp(): boolean
  /** Kills the process, as a power cut would; settles when it is gone. */
  kill(): Promise<void>
  /** Starts the process again on the same port and folder; settles when it answers. */
  start(): Promise<void>
  /** A client user that nobody has used before. @throws when all have been used */
  nextClient(): FilledClient
  /** A session of the test's own. */
  client(who: { readonly cuit: string }): Client
  /** Ends a session without telling the browser that uses it, as if its time had run out. */
  expire(token: string): Promise<void>
  /** The cart of a user for a client. */
  cart(user: Client, clientId: number): Promise<Line[]>
  /** The first page of a user's orders, the newest first. */
  orders(user: Client): Promise<PlacedOrder[]>
  /** The lists that a buyer sees for a client, with their lines. */
  lists(user: Client, clientId: number): Promise<ShownList[]>
  /** One of them. */
  list(user: Client, clientId: number, id: number): Promise<ShownList>
  /** Ends the sale of an article, or begins it again. */
  setOnSale(article: Article, isOnSale: boolean): Promise<void>
  isOnSale(article: Article): boolean
  /** Sets an article's discount, in hundredths of a percent. */
  setDiscount(article: Article, discount: number): Promise<void>
  /** What a unit of an article costs now, in cents. */
  priceOf(article: Article): number
  /** Takes every discount away again, and puts every article on sale. */
  resetArticles(): Promise<void>
  /** Kills the process and deletes its folder. */
  stop(): Promise<void>
}

/** Starts a copy of the template. `clients`: its own share of the template's; `nextClient` takes from it. */
export async function startShop({ shop: template, articles }: Template, clients: FilledClient[]): Promise<Shop> {
  const shop = await template.copy()
  await shop.start()
  let isUp = true
  const discounts = new Map<number, number>()
  const sessionOf = ({ cuit }: { readonly cuit: string }) => createClient(shop.url, { cuit, connectsAnew: true })
  const admin = sessionOf(shop.admins[0] ?? { cuit: '' })
  const ended = new Set<Article>()
  const discountOf = ({ articleId }: Article) => discounts.get(articleId) ?? 0
  const update = async (article: Article, discount: number, active: boolean) => {
    const body = { ...article, discount, active, version: undefined }
    await admin.call(updateListing, { params: { id: article.listingId }, body })
    discounts.set(article.articleId, discount)
    if (active) ended.delete(article)
    else ended.add(article)
  }
  const listOf = async (user: Client, clientId: number, id: number): Promise<ShownList> => {
    const { list, lines } = await user.call(getSavedList, { params: { id }, query: { clientId } })
    return {
      ...{ id, kind: list.kind, name: list.name, version: list.version, shared: list.shared, archived: list.archived },
      ...{ isOwn: list.madeBy === '', sent: list.sent?.state ?? null },
      lines: lines.map(({ code, quantity, note }) => ({ code, quantity, note })),
    }
  }
  /** A call of a tab that was closed may still take a list between the two: then all is asked again, a few times at most. */
  const allLists = async (user: Client, clientId: number, tries = 3): Promise<ShownList[]> => {
    const lists = await user.call(listSavedLists, { query: { clientId } })
    try {
      return await Promise.all(lists.map(({ id }) => listOf(user, clientId, id)))
    } catch (error) {
      if (tries <= 1 || !String(error).includes('answered 404')) throw error
      return allLists(user, clientId, tries - 1)
    }
  }
  const setDiscount = (article: Article, discount: number) => update(article, discount, !ended.has(article))
  for (const article of articles) await setDiscount(article, 0)
  return {
    url: shop.url,
    articles,
    isUp: () => isUp,
    async kill() {
      isUp = false
      await shop.process.kill()
    },
    async start() {
      await shop.start()
      isUp = true
    },
    nextClient() {
      const client = clients.shift()
      if (!client) throw new Error('Every client user has been used')
      return client
    },
    client: sessionOf,
    async expire(token) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ username: '', password: '' })
      await fetch(`${shop.url}/api/auth/signin`, { method: 'POST', headers, body })
    },
    async cart(user, clientId) {
      const lines = await user.call(getCart, { query: { userId: undefined, clientId } })
      return lines.map(({ code, quantity, note, listPrice, discount }) => {
        return { code, quantity, note, unit: priceOf({ listPrice, discount }) }
      })
    },
    async orders(user) {
      const query = { page: 0, clientId: undefined, text: '', courseState: undefined }
      const rows = await user.call(myOrders, { query })
      return Promise.all(
        rows.map(async ({ id, erpNumber, clientId, addressId }) => {
          const lines = await user.call(getOrderLines, { params: { id } })
          return {
            number: erpNumber ?? id,
            clientId,
            addressId,
            lines: lines.map(({ code, quantity, note, unitPrice: unit }) => ({ code, quantity, note, unit })),
          }
        }),
      )
    },
    lists: allLists,
    list: listOf,
    setOnSale: (article, isOnSale) => update(article, discountOf(article), isOnSale),
    isOnSale: (article) => !ended.has(article),
    setDiscount,
    priceOf: (article) => priceOf({ listPrice: article.listPrice, discount: discountOf(article) }),
    async resetArticles() {
      for (const article of articles)
        if (discountOf(article) !== 0 || ended.has(article)) await update(article, 0, true)
    },
    stop: shop.close,
  }
}
