/**
 * The server of the offline book's test: a real shop that can be killed and started again on its port and folder. Its cart and
 * orders are read by the calls that the app makes, with a session of the test's own.
 */
import { getCart } from '../../contract/cart.ts'
import { getOrderLines, myOrders } from '../../contract/orders.ts'
import { priceOf } from '../../contract/price.ts'
import { updateListing } from '../../contract/product-manager.ts'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Db } from '../../server/db/open.ts'
import { type Client, createClient } from '../client.ts'
import { type FilledClient, fillClients } from '../fill-shop.ts'
import { type Shop as FilledShop, openShop } from '../shop.ts'
import { PASSWORD } from '../shop-data.ts'

/** Each sequence has a client user whom no other has used; a failure and its shrinking take many. */
const CLIENTS = 3_000
/** A seller, and the clients that belong to the seller. */
const SELLER = 500_001
const SELLERS_CLIENTS = { firstId: 510_001, count: 10 }
const LISTED = 24
/** How many articles the sequences order: few, so that changes of the same article collide. */
const ORDERED = 4

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
    fill: async (db) => {
      seller = await fillSeller(db)
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
  /** Sets an article's discount, in hundredths of a percent. */
  setDiscount(article: Article, discount: number): Promise<void>
  /** What a unit of an article costs now, in cents. */
  priceOf(article: Article): number
  /** Takes every discount away again. */
  resetPrices(): Promise<void>
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
  const setDiscount = async (article: Article, discount: number) => {
    const body = { ...article, discount, active: true, version: undefined }
    await admin.call(updateListing, { params: { id: article.listingId }, body })
    discounts.set(article.articleId, discount)
  }
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
    setDiscount,
    priceOf: ({ articleId, listPrice }) => priceOf({ listPrice, discount: discounts.get(articleId) ?? 0 }),
    async resetPrices() {
      for (const article of articles) if (discounts.get(article.articleId) !== 0) await setDiscount(article, 0)
    },
    stop: shop.close,
  }
}
