/**
 * `npm run screenshots [-- name …]` takes every picture of support/pictures.ts from the demo shop, at 1440 and at 390 px, into
 * docs/pictures. Only if it is asked for (name `documents`, needs pdftoppm), it takes a page of each document into
 * docs/pictures/documents.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import sharp from 'sharp'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { launchShop } from '../testkit/shop-process.ts'
import { storeInventoryTokens } from '../testkit/store-inventory-tokens.ts'
import { CUITS, DEMO_PASSWORD, visits } from '../testkit/visits.ts'
import { photographDocuments } from './support/document-pictures.ts'
import { type Picture, pictures } from './support/pictures.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'docs', 'pictures')
const MOST_BYTES = 120_000

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

const credentials = (who: keyof typeof CUITS) => ({ username: CUITS[who], password: DEMO_PASSWORD })
/** The cart in the pictures: indexes of articles in the list. The nth line has n multiples. */
const CART = [0, 3, 7, 30, 41, 60]

const wanted = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
const dataDir = mkdtempSync(join(tmpdir(), 'bulto-pictures-'))
const logFile = join(dataDir, 'shop.log')
execFileSync(process.execPath, [join(root, 'dist', 'server', 'bulto.js'), 'demo'], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
})
await storeInventoryTokens(dataDir)
const chosen = pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
try {
  mkdirSync(folder, { recursive: true })
  await inShop({}, async (url) => {
    if (wanted.includes('documents')) await pictureDocuments(url)
    await fillCart(url)
    await takePictures(
      url,
      chosen.filter(({ trial }) => trial === undefined),
    )
  })
  // An ERP would change the other pictures: these are taken after them, of the same shop.
  for (const picture of chosen) {
    if (picture.trial === undefined) continue
    const erp = join(dataDir, `erp-${picture.name}`)
    cpSync(join(root, picture.trial), join(erp, 'ensayo'), { recursive: true })
    await inShop({ ERP_FOLDER: erp }, (url) => takePictures(url, [picture]))
  }
} finally {
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Does what needs the shop while it runs. */
async function inShop(env: NodeJS.ProcessEnv, work: (url: string) => Promise<void>): Promise<void> {
  const shop = launchShop({ dataDir, logFile, env: { LOG_LEVEL: 'error', ...env } })
  try {
    await work(await shop.ready)
  } finally {
    await shop.stop()
  }
}

async function takePictures(url: string, screens: readonly Picture[]): Promise<void> {
  for (const [device, options] of Object.entries(devices)) {
    for (const screen of screens) {
      if (screen.only && screen.only !== device) continue
      const shot = await photograph(browser, url, options, screen)
      const file = `${screen.name}-${options.width}.webp`
      const bytes = await store(shot, join(folder, file))
      console.log(`${file.padEnd(34)} ${String(Math.round(bytes / 1024)).padStart(4)} KB`)
    }
  }
}

async function pictureDocuments(url: string): Promise<void> {
  const into = join(folder, 'documents')
  mkdirSync(into, { recursive: true })
  for await (const { name, shot } of photographDocuments(url, await signIn(url, 'admin'))) {
    const bytes = await store(shot, join(into, `${name}.webp`))
    console.log(`documents/${name}.webp`.padEnd(34), String(Math.round(bytes / 1024)).padStart(4), 'KB')
  }
}

async function signIn(
  url: string,
  who: keyof typeof CUITS = 'client',
): Promise<{ id: number; idcli: number; accessToken: string }> {
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials(who)),
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
  { screen, at = '', as, news, open }: Picture,
): Promise<Buffer> {
  const context = await by.newContext({
    ...device,
    baseURL: url,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // No picture may show an animation half-way.
    reducedMotion: 'reduce',
  })
  try {
    const visit = visits.find(({ name }) => name === screen)
    const visitor = as ?? visit?.as ?? 'client'
    if (visitor !== 'nobody') {
      const answer = await context.request.post('/api/auth/signin', { data: credentials(visitor) })
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
    await page.goto(`${visit?.path ?? ''}${at}`)
    await page.waitForLoadState('networkidle')
    await open?.(page)
    await page.waitForLoadState('networkidle')
    // The typefaces come once nobody has tapped for two seconds.
    await page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes('Figtree Variable')))
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

/** Writes a picture with the best quality that keeps it small enough; answers its bytes. */
async function store(shot: Buffer, file: string): Promise<number> {
  for (let quality = 86; ; quality -= 8) {
    const small = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (small.length <= MOST_BYTES || quality < 40) {
      writeFileSync(file, small)
      return small.length
    }
  }
}
