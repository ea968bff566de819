/**
 * The server of the offline book's test: a real shop that is killed and started again on its port and folder, and what
 * is true there, asked for by the same calls that an app makes, with a session of its own.
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
/** A seller, and the own clients. */
const SELLER = { id: 1_500, cuit: '30000015000' }
const SELLERS_CLIENTS = { firstId: 2_001, count: 10 }
/** Each sequence has a client user whom no other has used; a failure and its shrinking take many. */
const CLIENTS = 3_000
const LISTED = 24
/** Articles that the sequences order: few, so that changes meet. */
const ORDERED = 4

/** An article of the sequences, as the database was filled with it. */
export interface Article {
  readonly id: number
  readonly code: string
  readonly multiple: number
  /** Cents. */
  readonly listPrice: number
  /** What the admin's call writes beside the discount. */
  readonly listing: { readonly id: number; readonly fields: Record<string, unknown> }
}

/** A filled data folder that each shop copies. */
export interface Template {
  readonly folder: string
  readonly articles: readonly Article[]
  readonly clients: readonly FilledClient[]
  /** A seller with clients of the own, each with two addresses. */
  readonly seller: { readonly cuit: string; readonly clientIds: readonly number[] }
  remove(): void
}

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
    // Half of them with a multiple, so that what is typed and what is stored differ.
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

/** A seller and the own clients, every other one on sale line c; answers the clients' ids. */
async function fillSeller(db: Db): Promise<number[]> {
  const { kysely } = db
  await kysely.insertInto('seller').values({ id: SELLER.id, name: 'Vera' }).execute()
  const [user] = await fillClients(db, { count: 1, password: PASSWORD, firstId: SELLER.id })
  await kysely
    .updateTable('app_user')
    .set({ type: 'vendedor', client_id: null, seller_id: SELLER.id })
    .where('id', '=', user?.userId ?? 0)
    .execute()
  const own = await fillClients(db, { ...SELLERS_CLIENTS, password: PASSWORD })
  for (const [at, { clientId }] of own.entries())
    await kysely
      .updateTable('client')
      .set({ seller_id: SELLER.id, sale_condition: at % 2 === 0 ? 1 : 4 })
      .where('id', '=', clientId)
      .execute()
  return own.map(({ clientId }) => clientId)
}

/** A line of a cart or of an order. */
export interface Line {
  readonly code: string
  readonly quantity: number
  readonly note: string
  /** What a unit costs, in cents. */
  readonly unit: number
}

export interface StoredOrder {
  readonly number: number
  readonly lines: readonly Line[]
}

/** What a signin answers, as the browser keeps it. */
export interface SignedIn {
  readonly id: number
  readonly accessToken: string
}

export interface Shop {
  readonly url: string
  readonly articles: readonly Article[]
  isUp(): boolean
  /** As a power cut, without a word to anybody; settles when the process is gone. */
  kill(): Promise<void>
  start(): Promise<void>
  /** A client user that nobody has used before. */
  nextClient(): FilledClient
  signIn(cuit: string): Promise<SignedIn>
  /** Ends a session as if its time had run out: the browser that uses it is told nothing. */
  expire(token: string): Promise<void>
  cart(user: SignedIn, client: FilledClient): Promise<Line[]>
  orders(user: SignedIn): Promise<StoredOrder[]>
  /** Changes what clients pay for an article, by its discount in hundredths of a percent. */
  setDiscount(article: Article, discount: number): Promise<void>
  /** What a unit costs today, in cents. */
  priceOf(article: Article): number
  /** Prices are as they were filled in again. */
  resetPrices(): Promise<void>
  stop(): Promise<void>
}

interface WireLine {
  CODIGO_ART: string
  PRECIO_LPI: number
}
type WireCartLine = WireLine & { cantidad: number; obs: string; DESCUENTO_IO: number }
type WireOrderLine = WireLine & { CANTIDAD_PEDI: number; OBS1_PEDI: string }

/** List price less discount in hundredths of a percent, halves up. */
export const paid = (listPrice: number, discount: number): number =>
  Math.floor((listPrice * (10_000 - discount) * 2 + 10_000) / 20_000)

/** Starts a shop on a copy of the template. `clients`: its own share of them. */
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
    // A connection of its own: one that outlived a killed server would fail the next call.
    headers.connection = 'close'
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
  const signIn = (cuit: string) =>
    ask<SignedIn>('POST', '/auth/signin', '', { username: cuit, password: PASSWORD })
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
