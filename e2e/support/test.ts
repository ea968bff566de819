/** The browser tests' `test`: each has a real shop, and a client user that no other test has used. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { WireRow } from '../../testkit/search-rows.ts'
import { CLIENTS, cuitOf, FIRST_CLIENT, PASSWORD, SESSIONS, type ShopKind, TEMPLATES } from '../../testkit/shop-data.ts'
import { launchShop, type ShopProcess } from '../../testkit/shop-process.ts'
import { haveTypefaces } from './typefaces.ts'

export { expect } from '@playwright/test'
export { pricedRows, searchRows, type WireRow } from '../../testkit/search-rows.ts'

export interface RunningShop {
  readonly url: string
  readonly dataDir: string
  readonly logFile: string
  /** A client user that no test has used before. @throws when all have been used */
  nextClient(): TestClient
  /**
   * A session of an account: the one that the template brought or an earlier test began, where it still stands. Whoever ends it
   * or counts sessions signs in anew (`signInAnew`).
   */
  sessionOf(account: TestClient): Promise<StoredUser>
  /** The number of client users that no test has used yet. */
  unused(): number
}

export interface TestClient {
  readonly cuit: string
  readonly password: string
  readonly clientId: number
}

/** The answer to a sign-in, as the browser keeps it. */
export interface StoredUser {
  readonly id: number
  readonly nombre: string
  readonly tipo: string
  readonly idcli: number
  readonly accessToken: string
}

interface Shops {
  get(kind: ShopKind): Promise<RunningShop>
}

export interface TestOptions {
  shopKind: ShopKind
  /** Whether the browser begins signed in as `client`. */
  signedIn: boolean
}

interface TestFixtures extends TestOptions {
  shop: RunningShop
  client: TestClient
  /** The signed-in user of the test; signing in happens once, through the API. */
  user: StoredUser
  /** API context of the test, signed in as its user. */
  api: APIRequestContext
}

/**
 * Starts a shop on a copy of a template; `env` is added to the environment of every test's shop, `fill` changes the copy before
 * it starts.
 */
export async function startShop(
  kind: ShopKind,
  env: NodeJS.ProcessEnv = {},
  fill: (dataDir: string) => Promise<void> = async () => {},
): Promise<{ shop: RunningShop; process: ShopProcess }> {
  const dataDir = mkdtempSync(join(tmpdir(), `bulto-e2e-${kind}-`))
  cpSync(join(process.env[TEMPLATES] ?? '', kind), dataDir, { recursive: true })
  rmSync(join(dataDir, 'db.lock'), { recursive: true, force: true })
  await fill(dataDir)
  const process_ = launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), env })
  const url = await process_.ready
  const sessions: Record<string, StoredUser> = JSON.parse(readFileSync(join(dataDir, SESSIONS), 'utf8'))
  const stands = async ({ accessToken }: StoredUser) => {
    const answer = await fetch(`${url}/api/auth/llave`, { headers: { authorization: `Bearer ${accessToken}` } })
    return answer.ok
  }
  const sessionOf = async (account: TestClient): Promise<StoredUser> => {
    const known = sessions[account.cuit]
    if (known && (await stands(known))) return known
    const begun = await signIn(url, account)
    sessions[account.cuit] = begun
    return begun
  }
  let used = 0
  const nextClient = (): TestClient => {
    if (used === CLIENTS) throw new Error(`All ${CLIENTS} clients of the shop have been used`)
    const clientId = FIRST_CLIENT + used++
    return { clientId, cuit: cuitOf(clientId), password: PASSWORD }
  }
  return {
    shop: { url, dataDir, logFile: process_.logFile, nextClient, sessionOf, unused: () => CLIENTS - used },
    process: process_,
  }
}

/** The most clients that one test takes. */
const CLIENTS_OF_A_TEST = 4

/** Has one shop of each kind per worker. It is started when a test first asks for it, and again when its clients run out. */
function createShops(): Shops & { stop(): Promise<void> } {
  const running = new Map<ShopKind, Promise<{ shop: RunningShop; process: ShopProcess }>>()
  const end = async ({ shop, process: shopProcess }: { shop: RunningShop; process: ShopProcess }) => {
    await shopProcess.stop()
    rmSync(shop.dataDir, { recursive: true, force: true })
  }
  return {
    async get(kind) {
      const known = await running.get(kind)
      if (known && known.shop.unused() >= CLIENTS_OF_A_TEST) return known.shop
      if (known) await end(known)
      const next = startShop(kind)
      running.set(kind, next)
      return (await next).shop
    },
    async stop() {
      for (const started of await Promise.all(running.values())) await end(started)
    },
  }
}

export const test = base.extend<TestFixtures, { shops: Shops }>({
  shops: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const shops = createShops()
      await use(shops)
      await shops.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  shopKind: ['grande', { option: true }],
  signedIn: [true, { option: true }],

  shop: async ({ shops, shopKind }, use, info) => {
    const shop = await shops.get(shopKind)
    const from = readFileSync(shop.logFile).length
    await use(shop)
    if (info.status === info.expectedStatus) return
    const written = readFileSync(shop.logFile).subarray(from)
    await info.attach('shop.log', { body: written, contentType: 'text/plain' })
    process.stdout.write(`\n--- ${info.title}: the shop wrote\n${written}\n`)
  },
  baseURL: async ({ shop }, use) => use(shop.url),
  client: async ({ shop }, use) => use(shop.nextClient()),
  user: async ({ shop, client }, use) => use(await shop.sessionOf(client)),
  api: async ({ shop, user, playwright }, use) => {
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const request = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    await use(request)
    await request.dispose()
  },
  context: async ({ context, shop, signedIn, client }, use) => {
    const blocked: string[] = []
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text())
    })
    await haveTypefaces(context)
    if (signedIn) await beginSignedIn(context, shop, client)
    await use(context)
    expect(blocked, 'what the Content-Security-Policy blocked').toEqual([])
  },
})

/** As in server/http/page-cookie.ts. */
const PAGE_COOKIE = 'bulto_pagina'

async function signIn(url: string, { cuit, password }: TestClient): Promise<StoredUser> {
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: cuit, password }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as StoredUser
}

/** Lets a browser begin as somebody who has signed in: no form, no page loaded. */
export async function beginSignedIn(
  context: BrowserContext,
  shop: RunningShop,
  account: TestClient,
): Promise<StoredUser> {
  const user = await shop.sessionOf(account)
  await keepUser(context, shop.url, user)
  return user
}

/** As `beginSignedIn`, with a session that no other test or browser has, begun as this browser. */
export async function signInAnew(context: BrowserContext, shop: RunningShop, account: TestClient): Promise<StoredUser> {
  const { cuit, password } = account
  const answer = await context.request.post(`${shop.url}/api/auth/signin`, { data: { username: cuit, password } })
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
  const user: StoredUser = await answer.json()
  await keepUser(context, shop.url, user)
  return user
}

/** What a sign-in leaves in a browser: the page's cookie beside those that it has, and the user. */
async function keepUser(context: BrowserContext, url: string, user: StoredUser): Promise<void> {
  const { hostname: domain, origin } = new URL(url)
  const { cookies } = await context.storageState()
  const about = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' as const }
  const cookie = { name: PAGE_COOKIE, value: user.accessToken, domain, ...about }
  const localStorage = [
    { name: 'usuario', value: JSON.stringify(user) },
    // The articles of most tests have no pictures: they would be shown as a list (R330).
    { name: `vista-catalogo:${user.id}`, value: 'tarjetas' },
  ]
  const others = cookies.filter(({ name }) => name !== PAGE_COOKIE)
  await context.setStorageState({ cookies: [...others, cookie], origins: [{ origin, localStorage }] })
}

/** The form of /login above the registration, whose fields have the same names. */
export const signInForm = (page: Page) => page.getByRole('form', { name: 'Ingrese a su cuenta' })

/** Fills a cart through the API. */
export async function fillCart(
  api: APIRequestContext,
  user: StoredUser,
  lines: readonly { idart: number; cantidad: number }[],
): Promise<void> {
  for (const line of lines) {
    const answer = await api.post('/api/pedidos/itemsCarrito', {
      data: { id: null, obs: '', idcli: user.idcli, ...line },
    })
    if (!answer.ok()) throw new Error(`Saving a line answered ${answer.status()}: ${await answer.text()}`)
  }
}

/** A line of a cart as on the wire. */
export interface WireCartLine {
  idart: number
  cantidad: number
  obs: string
}

/** A user's cart for a client through the API. */
export async function cartOf(
  api: APIRequestContext,
  { id, idcli }: Pick<StoredUser, 'id' | 'idcli'>,
): Promise<WireCartLine[]> {
  const answer = await api.get('/api/pedidos/itemsCarrito/cliente/simple', { params: { id, idcli } })
  if (!answer.ok()) throw new Error(`The cart answered ${answer.status()}`)
  return answer.json()
}

/** The user's orders through the API. */
export async function ordersOf(
  api: APIRequestContext,
): Promise<{ IDCON_PED: number; NUMERO_PED: number | null; IMPORTE_CP: number; items: number }[]> {
  const answer = await api.get('/api/pedidos/productos/pedidos', { params: { index: 0 } })
  return answer.json()
}

/** An amount of cents as the shop writes it, computed apart from the shop's code: 155981850 is '1.559.818,50'. */
export function amountText(cents: number): string {
  const [whole = '', decimals = ''] = (cents / 100).toFixed(2).split('.')
  return `${whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, '.')},${decimals}`
}

/** The price that a client pays for a catalogue row, in cents: exact arithmetic, halves rounded up. */
export function paidCents({ PRECIO_LPI, DESCUENTO_IO }: WireRow): number {
  const list = BigInt(Math.round(PRECIO_LPI * 100))
  const share = 10_000n - BigInt(Math.round(DESCUENTO_IO * 100))
  const twice = (2n * list * share) / 10_000n
  return Number((twice + 1n) / 2n)
}

/** The box of an article's quantity, on its card, in the list view and in the cart. */
export const quantityBox = (page: Page, { CODIGO_ART }: WireRow) =>
  page.getByRole('textbox', { name: `Cantidad de ${CODIGO_ART}`, exact: true })

/** Goes to the cart by the link that the screen shows. */
export const toCart = (page: Page) =>
  page
    .getByRole('link', { name: /carrito/i })
    .filter({ visible: true })
    .first()
    .click()

/** Waits for the code that is loaded after the first screen: without signal and service worker it could not come any more. */
export const laterCode = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('aside[aria-label="Avisos de la tienda en este dispositivo"]') &&
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/send-book')),
  )

/** Ends a browser's session at the server without telling the page, as if its time had run out. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken)
  const ended = await page.request.post('/api/auth/signin', {
    headers: { authorization: `Bearer ${token}` },
    data: { username: '', password: '' },
  })
  expect(ended.ok()).toBe(true)
}

/** Whether the device has the key that seals a user's data. */
export const hasKey = (page: Page, { id }: StoredUser) =>
  page.evaluate((name) => localStorage.getItem(name) !== null, `llave:${id}`)

/** Marks the news popup as shown, so that it does not open. */
export async function withoutNews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const user = localStorage.getItem('usuario')
    const { id, accessToken } = JSON.parse(user ?? '{}')
    if (user) localStorage.setItem('novedades-vistas', `${id}:${accessToken.slice(-8)}`)
  })
}
