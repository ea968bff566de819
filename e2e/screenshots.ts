/** `npm run screenshots [-- name …]`: every screen of the demo shop at 1440 and at 390 px, into docs/pictures. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { launchShop } from './support/shop-process.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const pictures = join(root, 'docs', 'pictures')
const MOST_BYTES = 120_000

interface Screen {
  /** Name of the picture's file. */
  name: string
  path: string
  only?: 'desktop' | 'phone'
  signedOut?: true
  /** Whose screen it is; without it the first client's. */
  as?: keyof typeof CUITS
  /** Whether the news may open over it. */
  news?: true
  /** What is done on the screen before the picture is taken. */
  open?: (page: Page) => Promise<unknown>
}

const openFirst = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** In the order of a client's way through the shop. A later screen adds a line. */
const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', signedOut: true },
  {
    name: 'registration',
    path: '/login',
    signedOut: true,
    open: async (page) => {
      const form = page.getByRole('form', { name: 'Cree su cuenta' })
      await form.getByLabel('CUIT').fill('27-99000002-1')
      await form.getByText(/^Completamos los datos/).waitFor()
    },
  },
  { name: 'waiting', path: '/esperando-habilitacion', signedOut: true },
  { name: 'forgotten-password', path: '/olvide-mi-contrasena', signedOut: true },
  { name: 'terms', path: '/terminos', signedOut: true },
  { name: 'maintenance', path: '/mantenimiento', signedOut: true },
  { name: 'not-found', path: '/no-existe' },
  { name: 'error', path: '/error-page' },
  { name: 'news', path: '/catalogo', news: true, open: (page) => page.getByRole('dialog').waitFor() },
  { name: 'catalogue', path: '/catalogo' },
  { name: 'catalogue-search', path: '/catalogo?buscar=auto&orden=menor' },
  { name: 'catalogue-scrolled', path: '/catalogo?posicion=40' },
  { name: 'catalogue-empty', path: '/catalogo?buscar=qqqqqqqq' },
  {
    name: 'article',
    path: '/catalogo',
    open: async (page) => {
      await page.locator('.card-name').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'filters', path: '/catalogo', only: 'phone', open: openFirst(/^Filtros$/) },
  {
    name: 'user-menu',
    path: '/catalogo',
    only: 'desktop',
    open: (page) => page.getByRole('button', { name: /^Hola/ }).click(),
  },
  { name: 'account', path: '/catalogo', only: 'phone', open: openFirst(/^Cuenta$/) },
  { name: 'profile', path: '/perfil' },
  { name: 'address', path: '/perfil', open: openFirst(/^Agregar dirección$/) },
  { name: 'cart', path: '/carrito' },
  { name: 'confirm-order', path: '/confirmar-pedido' },
  { name: 'order-confirmed', path: '/pedido-confirmado' },
  { name: 'my-orders', path: '/mis-pedidos' },
  { name: 'order-items', path: '/mis-pedidos', open: openFirst(/^Ver Items/) },
  { name: 'repeat-order', path: '/mis-pedidos', open: openFirst(/^Repetir pedido/) },
  { name: 'seller-catalogue', path: '/catalogo?c=1', as: 'seller' },
  { name: 'seller-orders', path: '/mis-pedidos', as: 'seller' },
  { name: 'order-import', path: '/importar-pedido', as: 'seller' },
  { name: 'admin-home', path: '/admin', as: 'admin' },
  { name: 'admin-users', path: '/admin/usuarios', as: 'admin' },
  {
    name: 'admin-user',
    path: '/admin/usuarios?idusu=4',
    as: 'admin',
    open: (page) => page.getByRole('dialog').waitFor(),
  },
]

const devices: Record<'desktop' | 'phone', BrowserContextOptions & { width: number }> = {
  desktop: { width: 1440, viewport: { width: 1440, height: 900 } },
  phone: {
    width: 390,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
}

const CUITS = { client: '30-71234567-1', seller: '20-33333333-4', admin: '20-11111111-2' } as const
const credentials = (who: keyof typeof CUITS) => ({ username: CUITS[who], password: 'bulto-demo-2026' })
/** The cart in the pictures: from some places of the list, as many of each. */
const CART = [0, 3, 7, 30, 41, 60]

const wanted = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'bulto-pictures-'))
const logFile = join(dataDir, 'shop.log')
execFileSync(process.execPath, [join(root, 'dist', 'server', 'bulto.js'), 'demo'], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const shop = launchShop({ dataDir, logFile, env: { LOG_LEVEL: 'error' } })
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
try {
  const url = await shop.ready
  mkdirSync(pictures, { recursive: true })
  await fillCart(url)
  for (const [device, options] of Object.entries(devices)) {
    for (const screen of screens) {
      if (screen.only && screen.only !== device) continue
      if (wanted.length > 0 && !wanted.includes(screen.name)) continue
      const shot = await photograph(browser, url, options, screen)
      const file = `${screen.name}-${options.width}.webp`
      const bytes = await store(shot, join(pictures, file))
      console.log(`${file.padEnd(34)} ${String(Math.round(bytes / 1024)).padStart(4)} KB`)
    }
  }
} finally {
  await browser.close()
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function signIn(url: string): Promise<{ id: number; idcli: number; accessToken: string }> {
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials('client')),
  })
  return answer.json()
}

async function fillCart(url: string): Promise<void> {
  const user = await signIn(url)
  const headers = { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' }
  const rows: { IDART_IO: number; PRECIO_LPI: number; multiplo: number }[] = []
  for (const page of [0, 1, 2]) {
    rows.push(...(await (await fetch(`${url}/api/pedidos/productos?index=${page}`, { headers })).json()))
  }
  const priced = rows.filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  for (const [nth, at] of CART.entries()) {
    const row = priced[at % priced.length]
    const line = { id: null, idart: row?.IDART_IO, cantidad: (row?.multiplo ?? 1) * (nth + 1), obs: '' }
    const body = JSON.stringify({ ...line, idcli: user.idcli })
    const answer = await fetch(`${url}/api/pedidos/itemsCarrito`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`Filling the cart answered ${answer.status}: ${await answer.text()}`)
  }
}

async function photograph(
  by: Browser,
  url: string,
  device: BrowserContextOptions,
  { path, signedOut, as = 'client', news, open }: Screen,
): Promise<Buffer> {
  const context = await by.newContext({
    ...device,
    baseURL: url,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // A picture of something half-way says nothing.
    reducedMotion: 'reduce',
  })
  try {
    if (!signedOut) {
      const answer = await context.request.post('/api/auth/signin', { data: credentials(as) })
      const user = await answer.json()
      await context.addInitScript(
        ([stored, seen]) => {
          localStorage.setItem('usuario', stored ?? '')
          if (seen) localStorage.setItem('novedades-vistas', seen)
        },
        [JSON.stringify(user), news ? '' : `${user.id}:${user.accessToken.slice(-8)}`],
      )
    }
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await open?.(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(async () => {
      await document.fonts.ready
      const pending = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy')
      await Promise.all(pending.map((image) => image.decode().catch(() => {})))
    })
    return await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } finally {
    await context.close()
  }
}

/** Writes a picture as small as it has to be; answers its size. */
async function store(shot: Buffer, file: string): Promise<number> {
  for (let quality = 86; ; quality -= 8) {
    const small = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (small.length <= MOST_BYTES || quality < 40) {
      writeFileSync(file, small)
      return small.length
    }
  }
}
