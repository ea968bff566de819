/** Measures the list of 10,000 articles in the browser: from the click to the first rows, scrolling, paging. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'

const ARTICLES = 10_000
const ROUNDS = 5
const PAGES = 10
const PASSWORD = 'una-clave-larga'

/** Times in milliseconds. */
export interface OfficeScreen {
  /** From the click on the menu until the first rows are painted, the first time in this browser. */
  readonly firstRows: number
  /** The same, the longest of the later times. */
  readonly nextRows: number
  /** The longest task that blocked the page while the list was scrolled. */
  readonly scrolling: number
  /** The longest task that blocked the page while ten pages were turned. */
  readonly paging: number
}

/** Fills an embedded database, starts the built shop on it and uses the list as an admin on a computer. */
export async function measureOfficeScreen(): Promise<OfficeScreen> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  try {
    const cuit = await fill(dataDir)
    const shop = launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), env: { LOG_LEVEL: 'warn' } })
    const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
    try {
      const baseURL = await shop.ready
      const context = await browser.newContext({
        baseURL,
        locale: 'es-AR',
        viewport: { width: 1440, height: 900 },
      })
      await signIn(context, cuit)
      return await use(await context.newPage())
    } finally {
      await browser.close()
      await shop.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Fills the shop; answers the CUIT of an admin. */
async function fill(dataDir: string): Promise<string> {
  const db = await openDatabase({ dataDir, url: undefined })
  try {
    await migrate(db)
    await fillCatalogue(db, shopCatalogue(ARTICLES), { withMedia: true })
    const [user] = await fillClients(db, { count: 1, password: PASSWORD })
    if (!user) throw new Error('No user was made')
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', user.userId)
      .execute()
    return user.cuit
  } finally {
    await db.close()
  }
}

async function signIn(context: BrowserContext, username: string): Promise<void> {
  const answer = await context.request.post('/api/auth/signin', { data: { username, password: PASSWORD } })
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
  const user = await answer.text()
  await context.addInitScript((kept) => localStorage.setItem('usuario', kept), user)
}

async function use(page: Page): Promise<OfficeScreen> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('/admin')
    await page.waitForLoadState('networkidle')
    times.push(await rowsAfter(page, 'nav[aria-label="Administración"] a[href="/admin/productos"]'))
  }
  const [firstRows = 0, ...next] = times
  const scrolling = await blockedWhile(page, async () => {
    await page.mouse.move(700, 600)
    for (const step of [300, -300])
      for (let nth = 0; nth < 20; nth++) {
        await page.mouse.wheel(0, step)
        await nextFrame(page)
      }
  })
  const paging = await blockedWhile(page, async () => {
    for (let nth = 0; nth < PAGES; nth++) {
      const row = page.locator('tbody tr').first()
      const before = await row.innerText()
      await page.getByRole('button', { name: 'Siguiente' }).click()
      await expect(row).not.toHaveText(before, { useInnerText: true })
    }
  })
  return { firstRows, nextRows: Math.max(...next), scrolling, paging }
}

const nextFrame = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))

/** Milliseconds from a click on the element of `selector` until rows have been painted. */
const rowsAfter = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (link) =>
      new Promise<number>((done) => {
        const begun = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[aria-label="Buscar artículos"]')) return
          if (!document.querySelector('tbody tr td')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)))
        })
        observer.observe(document, { childList: true, subtree: true })
        document.querySelector<HTMLElement>(link)?.click()
      }),
    selector,
  )

/** The longest task of the page's thread during `work`, in milliseconds; 0 for under 50, which the browser does not report. */
async function blockedWhile(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = window as unknown as { longest: number; watching: PerformanceObserver }
    watch.longest = 0
    watch.watching = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration)
    })
    watch.watching.observe({ type: 'longtask' })
  })
  await work()
  await nextFrame(page)
  return page.evaluate(() => {
    const watch = window as unknown as { longest: number; watching: PerformanceObserver }
    watch.watching.disconnect()
    return watch.longest
  })
}
