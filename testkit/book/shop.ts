/**
 * The server of the offline book's test: a real shop that can be killed and started again on its port and folder. Its cart and
 * orders are read by the calls that the app makes, with a session of the test's own.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { freePorts } from '../../server/test/free-ports.ts'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'

const PASSWORD = 'una-clave-larga'
const ADMIN = { id: 1_000, cuit: '30000010000' }
const FIRST_CLIENT = 5_001
/** A seller, and the clients that belong to the seller. */
const SELLER = { id: 1_500, cuit: '30000015000' }
const SELLERS_CLIENTS = { firstId: 2_001, count: 10 }
/** Each sequence has a client user whom no other has used; a failure and its shrinking take many. */
const CLIENTS = 3_000
const LISTED = 24
/** How many articles the sequences order: few, so that changes of the same article collide. */
const ORDERED = 4

/** An article of the sequences, as the database has it. */
export interface Article {
  readonly id: number
  readonly code: string
  readonly multiple: number
  /** Cents. */
  readonly listPrice: number
  /** The listing as the admin's call sends it, without the discount. */
  readonly listing: { readonly id: number; readonly fields: Record<string, unknown> }
}

/** A filled data folder that each shop copies. */
export interface Template {
  readonly folder: string
  readonly articles: readonly Article[]
  readonly clients: readonly FilledClient[]
  /** A seller whose clients have two addresses each. */
  readonly seller: { readonly cuit: string; readonly clientIds: readonly number[] }
  remove(): void
}

/** Fills a new folder. `remove` of the answer deletes it. */
export async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-book-'))
  const db = await openDatabase({ dataDir: folder })
  try {
    await migrate(db)
    const items = shopCatalogue(LISTED)
    await fillCatalogue(db, items, { withMedia: false })
    const [admin] = await fillClients(db, { count: 1, password: PASSWORD, firstId: ADMIN.id })
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', admin?.userId ?? 0)
      .execute()
    const clientIds = await fillSeller(db)
    const clients = await fillClients(db, { count: CLIENTS, password: PASSWORD, firstId: FIRST_CLIENT })
    const listings = await db.kysely.selectFrom('listing').selectAll().execute()
    const sold = items.filter(({ listPrice, multiple }) => listPrice > 0 && multiple > 0)
    // Half of them have a multiple, so that the stored quantity differs from the typed one.
    const chosen = [
      ...sold.filter(({ multiple }) => multiple > 1).slice(0, ORDERED / 2),
      ...sold.filter(({ multiple }) => multiple === 1).slice(0, ORDERED / 2),
    ]
    const articles = chosen.map(({ articleId: id, code, multiple, listPrice }) => {
      const listing = listings.find(({ article_id }) => article_id === id)
      if (!listing) throw new Error(`No listing of ${code}`)
      const fields = {
        ORDEN_IO: listing.position,
        IDMARCA_IO: listing.brand_id,
        IDCATEGORIA_IO: listing.category_id,
        IDSUBCATEGORIA_IO: listing.subcategory_id ?? 0,
        INDICACION_IO: listing.hint,
        OFERTA_IO: listing.promo,
        DESTACADO_IO: listing.future,
        ACTIVO_IO: true,
      }
      return { id, code, multiple, listPrice, listing: { id: listing.id, fields } }
    })
    const seller = { cuit: SELLER.cuit, clientIds }
    return {
      folder,
      articles,
      clients,
      seller,
      remove: () => rmSync(folder, { recursive: true, force: true }),
    }
  } finally {
    await db.close()
  }
}

/** Adds a seller with ten clients, every other one on sale line c; answers the clients' ids. */
async function fillSeller(db: Db): Promise<number[]> {
  const { kysely } = db
  await kysely.insertInto('seller').values({ id: SELLER.id, name: 'Vera' }).execute()
  const [user] = await fillClients(db, { count: 1, password: PASSWORD, firstId: SELLER.id })
  await kysely
    .updateTable('app_user')
    .set({ type: 'vendedor', client_id: null, seller_id: SELLER.id })
    .where('id', '=', user?.userId ?? 0)
    .execute()
  const ownClients = await fillClients(db, { ...SELLERS_CLIENTS, password: PASSWORD })
  for (const [at, { clientId }] of ownClients.entries())
    await kysely
      .updateTable('client')
      .set({ seller_id: SELLER.id, sale_condition: at % 2 === 0 ? 1 : 4 })
      .where('id', '=', clientId)
      .execute()
  return ownClients.map(({ clientId }) => clientId)
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

/** The answer to a sign-in, as the browser keeps it. */
export interface SignedIn {
  readonly id: number
  readonly accessToken: string
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
  signIn(cuit: string): Promise<SignedIn>
  /** Ends a session without telling the browser that uses it, as if its time had run out. */
  expire(token: string): Promise<void>
  /** The cart of a user for a client. */
  cart(user: SignedIn, client: FilledClient): Promise<Line[]>
  /** The first page of a user's orders, the newest first. */
  orders(user: SignedIn): Promise<StoredOrder[]>
  /** Sets an article's discount, in hundredths of a percent. */
  setDiscount(article: Article, discount: number): Promise<void>
  /** What a unit of an article costs now, in cents. */
  priceOf(article: Article): number
  /** Takes every discount away again. */
  resetPrices(): Promise<void>
  /** Kills the process and deletes its folder. */
  stop(): Promise<void>
}

interface WireLine {
  CODIGO_ART: string
  PRECIO_LPI: number
}
type WireCartLine = WireLine & { cantidad: number; obs: string; DESCUENTO_IO: number }
type WireOrderLine = WireLine & { CANTIDAD_PEDI: number; OBS1_PEDI: string }

/** List price less discount, in cents, halves rounded up. `discount`: hundredths of a percent. */
export const paid = (listPrice: number, discount: number): number =>
  Math.floor((listPrice * (10_000 - discount) * 2 + 10_000) / 20_000)

/** Starts a shop on a copy of the template. `clients`: its own share of the template's; `nextClient` takes from it. */
export async function startShop({ folder, articles }: Template, clients: FilledClient[]): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-book-shop-'))
  cpSync(folder, dataDir, { recursive: true })
  rmSync(join(dataDir, 'db.lock'), { recursive: true, force: true })
  const [port] = await freePorts(1)
  const env = { PORT: String(port), LOG_LEVEL: 'warn' }
  const launch = () => launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), env })
  let running: ShopProcess | null = launch()
  const url = await running.ready
  const discounts = new Map<number, number>()
  let admin: SignedIn | undefined

  const ask = async <T>(method: string, path: string, token: string, body?: unknown): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    // One connection a call: a kept one that outlived a killed server would fail the next call.
    headers.connection = 'close'
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
  const signIn = (cuit: string) => ask<SignedIn>('POST', '/auth/signin', '', { username: cuit, password: PASSWORD })
  const setDiscount = async (article: Article, discount: number) => {
    admin ??= await signIn(ADMIN.cuit)
    const body = { ...article.listing.fields, DESCUENTO_IO: discount / 100 }
    await ask('PUT', `/pedidos/productos/item/${article.listing.id}`, admin.accessToken, body)
    discounts.set(article.id, discount)
  }
  for (const article of articles) await setDiscount(article, 0)
  return {
    url,
    articles,
    isUp: () => running !== null,
    async kill() {
      const killed = running
      running = null
      await killed?.kill()
    },
    async start() {
      const started = launch()
      await started.ready
      running = started
    },
    nextClient() {
      const client = clients.shift()
      if (!client) throw new Error('Every client user has been used')
      return client
    },
    signIn,
    async expire(token) {
      await ask('POST', '/auth/signin', token, { username: '', password: '' })
    },
    async cart({ id, accessToken }, { clientId }) {
      const path = `/pedidos/itemsCarrito/cliente?id=${id}&idcli=${clientId}`
      const lines = await ask<WireCartLine[]>('GET', path, accessToken)
      return lines.map((line) => ({
        code: line.CODIGO_ART,
        quantity: line.cantidad,
        note: line.obs,
        unit: paid(Math.round(line.PRECIO_LPI * 100), Math.round(line.DESCUENTO_IO * 100)),
      }))
    },
    async orders({ accessToken }) {
      const rows = await ask<{ IDCON_PED: number; NUMERO_PED: number }[]>(
        'GET',
        '/pedidos/productos/pedidos?index=0',
        accessToken,
      )
      return Promise.all(
        rows.map(async ({ IDCON_PED, NUMERO_PED }) => {
          const path = `/pedidos/productos/pedidos/${IDCON_PED}`
          const lines = await ask<WireOrderLine[]>('GET', path, accessToken)
          return {
            number: NUMERO_PED,
            lines: lines.map((line) => ({
              code: line.CODIGO_ART,
              quantity: line.CANTIDAD_PEDI,
              note: line.OBS1_PEDI,
              unit: Math.round(line.PRECIO_LPI * 100),
            })),
          }
        }),
      )
    },
    setDiscount,
    priceOf: ({ id, listPrice }) => paid(listPrice, discounts.get(id) ?? 0),
    async resetPrices() {
      for (const article of articles) if (discounts.get(article.id) !== 0) await setDiscount(article, 0)
    },
    async stop() {
      await running?.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
