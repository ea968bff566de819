/** Compares the public inventories with the catalogue in one run: rate of the calls, and first cards on a slow phone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices } from '@playwright/test'
import type { Request } from 'autocannon'
import { addressOf } from '../contract/address.ts'
import { searchProducts } from '../contract/catalogue.ts'
import { listInventory } from '../contract/inventory.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../testkit/fill-shop.ts'
import { type Visit, visit } from '../testkit/first-visit.ts'
import { INVENTORY_TOKENS } from '../testkit/inventory-tokens.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { storeInventoryTokens } from '../testkit/store-inventory-tokens.ts'
import { generateQueries } from './generate-queries.ts'
import { load, type Rate } from './load.ts'

const ARTICLES = 20_000
const ROUNDS = 3
const SECONDS = 4
const PASSWORD = 'una-clave-larga'
/** The slow phone of bench/web.ts. */
const SLOW_PHONE = { bitsPerSecond: 400_000, latency: 400, slowdown: 4 }

const withPrices = INVENTORY_TOKENS.INVENTARIO_CON_PRECIO
const without = INVENTORY_TOKENS.INVENTARIO_SIN_PRECIO
const kinds = ['catalogue', 'withPrices', 'without'] as const
type Kind = (typeof kinds)[number]

export interface InventoryFigures {
  articles: number
  /** Number of different searches. */
  requests: number
  calls: Record<Kind, Rate>
  /** The median visit by the time to the first cards. */
  visits: Record<Kind, Visit>
}

const middle = <Value>(values: readonly Value[], by: (value: Value) => number): Value => {
  const found = values.toSorted((a, b) => by(a) - by(b))[Math.floor(values.length / 2)]
  if (!found) throw new Error('Nothing was measured')
  return found
}
const each = async <Value>(make: (kind: Kind) => Promise<Value>): Promise<Record<Kind, Value>> => ({
  catalogue: await make('catalogue'),
  withPrices: await make('withPrices'),
  without: await make('without'),
})

/** Fills an embedded database, starts the built shop on it and measures both inventories and the catalogue. */
export async function measureInventory(): Promise<InventoryFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-inventory-'))
  const items = shopCatalogue(ARTICLES)
  try {
    const cuit = await fill(dataDir, items)
    // Each request names another address of its client: the limit by address must not refuse any.
    const env = { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' }
    const shop = launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), env })
    try {
      const url = await shop.ready
      const { requests, calls } = await measureCalls(url, cuit, items)
      return { articles: ARTICLES, requests, calls, visits: await measureVisits(url, cuit) }
    } finally {
      await shop.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, items: readonly CatalogueItem[]): Promise<string> {
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    const [client] = await fillClients(db, { count: 1, password: PASSWORD })
    if (!client) throw new Error('There is no client')
    const { cuit } = await db.kysely
      .selectFrom('app_user')
      .select('cuit')
      .where('id', '=', client.userId)
      .executeTakeFirstOrThrow()
    return cuit
  } finally {
    await db.close()
    await storeInventoryTokens(dataDir)
  }
}

/** Measures searches by text and price order, which both screens offer. */
async function measureCalls(url: string, cuit: string, items: readonly CatalogueItem[]) {
  const searches = generateQueries(items, { count: 4_000 })
    .filter(({ text, minPrice }) => text && !minPrice)
    .map(({ text }, at) => ({
      text,
      order: at % 2 ? ('priceDesc' as const) : ('priceAsc' as const),
      page: 0,
    }))
  const range = { brandId: undefined, minPrice: undefined, maxPrice: undefined }
  const signedIn = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: cuit, password: PASSWORD }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const paths: Record<Kind, (query: (typeof searches)[number]) => string> = {
    catalogue: (query) => addressOf(searchProducts, { query }),
    withPrices: (query) => addressOf(listInventory, { params: { token: withPrices }, query: { ...query, ...range } }),
    without: (query) => addressOf(listInventory, { params: { token: without }, query: { ...query, ...range } }),
  }
  const requestsOf = (kind: Kind): Request[] =>
    searches.map((query, at) => ({
      method: 'GET',
      path: paths[kind](query),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'accept-encoding': 'gzip, br',
        'x-forwarded-for': `10.0.${at >> 8}.${at & 255}`,
      },
    }))
  const rounds: Record<Kind, Rate[]> = { catalogue: [], withPrices: [], without: [] }
  for (const kind of kinds) await load(url, requestsOf(kind), { seconds: 1 })
  // In turn, so that other work of the machine disturbs all kinds.
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of kinds) rounds[kind].push(await load(url, requestsOf(kind), { seconds: SECONDS }))
  const calls = await each(async (kind) => middle(rounds[kind], ({ perSecond }) => perSecond))
  return { requests: searches.length, calls }
}

async function measureVisits(url: string, cuit: string): Promise<Record<Kind, Visit>> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
  const rounds: Record<Kind, Visit[]> = { catalogue: [], withPrices: [], without: [] }
  const addresses: Record<Kind, string> = {
    catalogue: '/catalogo',
    withPrices: `/inventario/${withPrices}`,
    without: `/inventario/${without}`,
  }
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const kind of kinds) {
        const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'es-AR' })
        if (kind === 'catalogue') await signIn(context, url, cuit)
        rounds[kind].push(await visit(context, url + addresses[kind], SLOW_PHONE))
        await context.close()
      }
  } finally {
    await browser.close()
  }
  return each(async (kind) => middle(rounds[kind], ({ firstCards }) => firstCards))
}

async function signIn(context: BrowserContext, url: string, cuit: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/signin`, {
    data: { username: cuit, password: PASSWORD },
  })
  const user = await answer.text()
  await context.addInitScript((kept) => localStorage.setItem('usuario', kept), user)
}
