/** A device of the offline book's test: a browser context and its tabs, which tests use and read as a person does. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, errors, type Page } from '@playwright/test'
import { PASSWORD } from '../shop-data.ts'
import type { Line, Shop } from './shop.ts'

/**
 * Longest wait for anything on a screen, in milliseconds. What it finds is a screen that never comes; how soon one comes is
 * measured elsewhere, on a machine with nothing else to do.
 */
export const PATIENCE = 30_000
/** Longest wait for one click or key, in milliseconds; short, as the sign-in may have replaced the screen. */
const ACTION = 3_000

/** How long a tab may take to close before it is told to again, in milliseconds. */
const CLOSING = 5_000

/** A line of the cart as a screen shows it. */
export interface ShownLine {
  readonly code: string
  readonly quantity: number
  readonly note: string
  /** The screen's words for a line that is not stored yet ('Guardando…'); null where it shows the line as stored. */
  readonly unsaved: string | null
}

/** A list of 'Mis listas' has its id in the address. */
export type Path = '/catalogo' | '/carrito' | '/confirmar-pedido' | '/mis-pedidos' | `/mis-listas${string}`

/** How a device shows the catalogue. */
export type View = 'tarjetas' | 'lista'

/** Is called when a screen begins to show that the server has a line or an order. */
export interface Watcher {
  /** A card or a row shows this quantity of an article as saved. */
  onTick(code: string, quantity: number, tab: number): void
  /** A screen shows this order number. */
  onNumber(number: number): void
}

export interface Device {
  readonly context: BrowserContext
  /** Two tabs; null for one that is not open. */
  readonly tabs: (Page | null)[]
  /** Indexes of the tabs that were open in this sequence. */
  readonly used: Set<number>
  /** Access token of the present session. */
  token(): string
  /** Clears all that the last user left on the device, and signs the next one in. */
  begin(client: { cuit: string }): Promise<void>
  /** Signs in if the page shows the sign-in form; answers whether it did. */
  signIn(page: Page): Promise<boolean>
  /** Opens a screen in a tab; null when the tab asks to sign in instead. */
  at(tab: number, path: Path): Promise<Page | null>
  close(tab: number): Promise<void>
  /** Closes all tabs. */
  end(): Promise<void>
}

declare global {
  interface Window {
    bookTick?: (code: string, quantity: number) => void
    bookNumber?: Watcher['onNumber']
  }
}

/** Runs in the page and reports every tick and order number, also one too short-lived for a test that polls. */
function watch(): void {
  let before = new Map<string, number>()
  const numbers = new Set<number>()
  const look = () => {
    const now = new Map<string, number>()
    for (const mark of document.querySelectorAll('[data-state="saved"]')) {
      const [, quantity, code] = /([\d.]+)\s+en el carrito,\s+(\S+)/.exec(mark.textContent) ?? []
      if (quantity && code) now.set(code, Number(quantity.replaceAll('.', '')))
    }
    for (const [code, quantity] of now) if (before.get(code) !== quantity) window.bookTick?.(code, quantity)
    before = now
    for (const place of document.querySelectorAll('[role="status"]')) {
      const number = Number(/Numero de pedido: (\d+)/.exec(place.textContent)?.[1] ?? 0)
      if (number > 0 && !numbers.has(number)) window.bookNumber?.(number)
      if (number > 0) numbers.add(number)
    }
    // Whoever typed a line that another device ordered or took out meanwhile means it (R422): the change stands.
    const dialog = document.querySelector('dialog[open]')
    if (dialog?.querySelector('h2')?.textContent.includes(' ya no está'))
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Agregar '))?.click()
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-state'],
  })
  // The popup with news covers the screen.
  const user = localStorage.getItem('usuario')
  const { id, accessToken } = JSON.parse(user ?? '{}')
  if (user) localStorage.setItem('novedades-vistas', `${id}:${accessToken.slice(-8)}`)
}

/** The browser's own id of each tab (CDP target). */
const targets = new WeakMap<Page, string>()
async function noteTarget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  targets.set(page, targetInfo.targetId)
  await session.detach()
}

/**
 * Closes a tab as its user does. A browser that is told to close a tab while it begins to load sometimes forgets it, so it
 * is told again.
 */
async function shut(page: Page): Promise<void> {
  const closing = page.close()
  const isClosed = () => Promise.race([closing.then(() => true), delay(CLOSING, false, { ref: false })])
  if ((await isClosed()) || page.isClosed()) return
  const browser = await page.context().browser()?.newBrowserCDPSession()
  const targetId = targets.get(page)
  if (targetId) await browser?.send('Target.closeTarget', { targetId }).catch(() => undefined)
  await browser?.detach()
  if (!(await isClosed()) && !page.isClosed()) throw new Error(`A tab does not close: ${page.url()}`)
}

/** Opens a browser context for a shop, whose catalogue its users see in one view, and loads the app's code into it. */
export async function createDevice(browser: Browser, shop: Shop, view: View, watcher: Watcher): Promise<Device> {
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  })
  const tabs: (Page | null)[] = [null, null]
  context.setDefaultTimeout(ACTION)
  context.setDefaultNavigationTimeout(PATIENCE)
  // tsx wraps functions in `__name`, which a page does not have.
  await context.addInitScript('globalThis.__name = (wrapped) => wrapped')
  await context.addInitScript(watch)
  await context.exposeBinding('bookTick', ({ page }, code: string, quantity: number) =>
    watcher.onTick(code, quantity, tabs.indexOf(page)),
  )
  await context.exposeBinding('bookNumber', (_, number: number) => watcher.onNumber(number))
  const used = new Set<number>()
  let cuit = ''
  let token = ''

  const signInHere = async () => {
    const answer = await context.request.post('/api/auth/signin', {
      data: { username: cuit, password: PASSWORD },
      // No press on a screen that may be replaced: the server may have been started a moment ago.
      timeout: PATIENCE,
    })
    if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
    const user: { readonly accessToken: string } = await answer.json()
    token = user.accessToken
    return JSON.stringify(user)
  }
  const device: Device = {
    context,
    tabs,
    used,
    token: () => token,
    async begin(client) {
      cuit = client.cuit
      used.clear()
      await context.setOffline(false)
      const page = await context.newPage()
      // A page of the shop's origin that runs none of its code.
      await page.goto('/healthz')
      const origin = await context.newCDPSession(page)
      await origin.send('Storage.clearDataForOrigin', {
        origin: shop.url,
        storageTypes: 'cookies,local_storage,indexeddb',
      })
      const user = await signInHere()
      await page.evaluate(
        ([text, shown]) => {
          localStorage.setItem('usuario', text)
          localStorage.setItem(`vista-catalogo:${JSON.parse(text).id}`, shown)
        },
        [user, view] as const,
      )
      await page.close()
    },
    async signIn(page) {
      const form = page.getByRole('form', { name: 'Ingrese a su cuenta' })
      if (!(await form.isVisible())) return false
      await form.getByLabel('CUIT').fill(cuit)
      await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      await form.getByRole('button', { name: 'INGRESAR' }).click()
      await form.waitFor({ state: 'detached' })
      token = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken ?? '')
      return true
    },
    async at(tab, path) {
      let page = tabs[tab]
      if (!page || page.isClosed()) {
        page = await context.newPage()
        tabs[tab] = page
        used.add(tab)
        await noteTarget(page)
        await page.goto(path === '/confirmar-pedido' ? '/carrito' : path, { waitUntil: 'commit' })
      } else if (path.startsWith('/mis-listas')) {
        // No screen has a link to each of them.
        await page.goto(path, { waitUntil: 'commit' })
      }
      if (!(await isScreenShown(page))) return null
      if (path === '/confirmar-pedido' && new URL(page.url()).pathname !== path) {
        await follow(page, '/carrito')
        if (!(await isScreenShown(page))) return null
        const link = page.getByRole('link', { name: 'Confirmar Pedido' })
        if (!(await link.isVisible())) return page
        await link.click({ timeout: ACTION }).catch(() => undefined)
      } else if (new URL(page.url()).pathname !== new URL(path, page.url()).pathname) {
        await follow(page, path)
      }
      return (await isScreenShown(page)) ? page : null
    },
    async close(tab) {
      const page = tabs[tab]
      if (page) await shut(page)
      tabs[tab] = null
    },
    async end() {
      for (const page of context.pages()) await shut(page)
      tabs.fill(null)
    },
  }
  await warm(device, shop)
  return device
}

/** Has the device keep the app's code before the first sequence, so that no sequence waits for it. */
async function warm(device: Device, shop: Shop): Promise<void> {
  await device.begin(shop.nextClient())
  const page = await device.at(0, '/catalogo')
  await page?.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await device.end()
}

/** Follows a link, and presses again when nothing happens: a page that was reloading has lost the first press. */
async function follow(page: Page, path: Path): Promise<void> {
  const isThere = () => [path, '/login'].includes(new URL(page.url()).pathname)
  const link = page.locator(`a[href="${path}"]`).filter({ visible: true }).first()
  if (isThere()) return
  // The next screen may say 'No hay conexión' as well, in the same place: only a page that is loaded anew tells them apart.
  if (await page.locator('main .message-page').isVisible()) {
    await page.goto(path, { waitUntil: 'commit' })
    return
  }
  const until = performance.now() + PATIENCE
  await page.evaluate(() => {
    const heading = document.querySelector('main h1')
    heading?.setAttribute('data-left', heading.textContent)
  })
  while (!isThere()) {
    await link.click({ timeout: ACTION }).catch(() => undefined)
    const arrival = page.waitForURL(isThere, { waitUntil: 'commit', timeout: ACTION })
    await arrival.catch((error: unknown) => {
      if (performance.now() > until) throw error
    })
  }
  // The address changes before the screen does, and the one that is left may have a box for the same article.
  await shown(page, `la pantalla ${path}, después de la que había`, () => {
    const heading = document.querySelector('[data-left]')
    return location.pathname === '/login' || !heading || heading.textContent !== heading.getAttribute('data-left')
  })
}

/**
 * Waits until a function answers something in the page, and answers that.
 * @param what what is waited for, in Spanish, for whoever reads that it did not come
 */
async function shown<R, A = undefined>(page: Page, what: string, isThere: (given: A) => R, given?: A): Promise<R> {
  try {
    const found = await page.waitForFunction(isThere as (given: unknown) => R, given, { timeout: PATIENCE })
    return (await found.jsonValue()) as R
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    const told = await page.evaluate(tellState).catch(() => 'nada')
    throw new Error(`Nunca llegó ${what}. En ${page.url()} dice: ${told}`, { cause: error })
  }
}

/** What a page shows, whether it believes itself without signal, and the last calls that ended; those under way are not told. */
function tellState(): string {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const ended = calls
    .filter(({ name }) => name.includes('/api/'))
    .slice(-12)
    .map(
      ({ name, startTime, duration, responseStatus }) =>
        `${new URL(name).pathname} ${responseStatus} ${Math.round(startTime)}+${Math.round(duration)}`,
    )
  const text = document.querySelector('main')?.textContent ?? ''
  const signal = navigator.onLine ? 'con señal' : 'sin señal'
  return `${text.slice(0, 400)} (${signal}, ${Math.round(performance.now())} ms; ${ended.join(', ')})`
}

/** Waits until a screen is shown whole; false when it is the sign-in. */
async function isScreenShown(page: Page): Promise<boolean> {
  const found = await shown(page, 'la pantalla entera', () => {
    if (location.pathname === '/login') return document.querySelector('#cuit') ? 'login' : null
    const main = document.querySelector('main')
    return main?.querySelector('h1, article, [data-empty]') && !main.querySelector('[data-skeleton]') ? 'there' : null
  })
  return found === 'there'
}

/**
 * Waits until no call about an article is under way. Answers 'saved', 'waiting' or the state of the card or row, 'none' where it
 * has none; 'gone' where the article has no row, 'login' when the sign-in replaced the screen.
 * @param removed The article was removed: a row that is unchanged says nothing yet.
 */
export async function settled(page: Page, code: string, removed: boolean): Promise<string> {
  const found = await shown(
    page,
    `lo que se decidió de ${code}`,
    ([of, isRemoved]) => {
      if (location.pathname === '/login') return 'login'
      const box = document.querySelector<HTMLInputElement>(`input[aria-label="Cantidad de ${of}"]`)
      if (!box) return 'gone'
      if (location.pathname === '/catalogo') {
        // In a row the box stands within the state, in a card beside it.
        const inRow = box.closest<HTMLElement>('[data-state]')
        const mark = inRow ?? box.closest('article')?.querySelector<HTMLElement>('[data-state]')
        const state = mark?.dataset.state ?? 'none'
        return state === 'saving' ? null : state
      }
      const text = box.closest('li')?.textContent ?? ''
      if (/Guardando|Quitando/.test(text)) return null
      if (/Espera señal|No guardado|No se quitó/.test(text)) return 'waiting'
      return isRemoved ? null : 'saved'
    },
    [code, removed] as const,
  )
  return found as string
}

/** Waits until the cart's screen has reacted to a press on 'Eliminar', whether the removal succeeds or not. */
export async function takenOut(page: Page, code: string): Promise<void> {
  await shown(
    page,
    `la respuesta a «Eliminar» de ${code}`,
    (of) => {
      const row = document.querySelector(`input[aria-label="Cantidad de ${of}"]`)?.closest('li')
      return !row || /Quitando|Espera señal|No se quitó/.test(row.textContent)
    },
    code,
  )
}

/** Whether the screen has reacted to a press on 'Enviar'. */
export async function isOrderTaken(page: Page): Promise<boolean> {
  return read(page, () => {
    const form = document.querySelector('main form')
    const isSending = form?.querySelector('button[type="submit"]')?.textContent.startsWith('Enviando')
    return !form || isSending === true || document.querySelector('dialog[open]') !== null
  })
}

/**
 * Presses 'Enviar' if the screen shows exactly these rows; false where it shows others by now, or takes no press. Reading and
 * pressing are one turn in the page: a change from another tab in between would make another order.
 */
export async function pressSend(page: Page, rows: readonly string[]): Promise<boolean> {
  return page.evaluate((expected) => {
    const smalls = [...document.querySelectorAll('[aria-labelledby="resumen"] li small')]
    const rows = smalls.map((small) => small.textContent).filter((text) => text.includes(' × '))
    const areSame = JSON.stringify(rows) === JSON.stringify(expected)
    const button = document.querySelector<HTMLElement>('main form button[type="submit"]')
    const isReady = button?.textContent === 'Enviar' && button.ariaDisabled !== 'true'
    // A dialog over the form has to be answered first.
    if (!button || !areSame || !isReady || document.querySelector('dialog[open]')) return false
    button.click()
    return true
  }, rows)
}

/** Reads a screen. While it reloads, as an app does whose code is missing, it waits and reads again. */
async function read<T>(page: Page, look: () => T): Promise<T> {
  for (;;)
    try {
      return await page.evaluate(look)
    } catch (error) {
      if (!String(error).includes('Execution context was destroyed')) throw error
      await page.waitForLoadState()
    }
}

/** The device's stored texts that wait for the server, each 'key value': they help to find the reason of a fault. */
export async function keptTexts(page: Page): Promise<string[]> {
  return read(page, () =>
    Object.entries(localStorage).flatMap(([name, text]) =>
      /^(sin-guardar|pedido-guardado):/.test(name) ? [`${name} ${text}`] : [],
    ),
  )
}

/** The rows of the cart's screen. */
export async function cartRows(page: Page): Promise<ShownLine[]> {
  return read(page, () =>
    [...document.querySelectorAll<HTMLElement>('[data-remove]')].map((button) => {
      const code = button.getAttribute('aria-label')?.replace('Eliminar ', '') ?? ''
      const row = button.closest('li')
      const box = row?.querySelector<HTMLInputElement>(`input[aria-label="Cantidad de ${code}"]`)
      const mark = row?.querySelector(`button[aria-label^="Observación de ${code}: "]`)
      const unsaved = /Guardando…|Quitando…|Espera señal|No guardado|No se quitó/.exec(row?.textContent ?? '')
      return {
        code,
        quantity: Number(box?.value ?? Number.NaN),
        note: mark?.getAttribute('aria-label')?.slice(`Observación de ${code}: `.length) ?? '',
        unsaved: unsaved?.[0] ?? null,
      }
    }),
  )
}

/** The rows of the confirmation. Only texts with ' × ' are rows; others tell what an article cost the last time (R242). */
export async function orderRows(page: Page): Promise<string[]> {
  return read(page, () =>
    [...document.querySelectorAll('[aria-labelledby="resumen"] li small')]
      .map((small) => small.textContent)
      .filter((text) => text.includes(' × ')),
  )
}

/** Reads lines out of the confirmation's rows; prices in cents, notes empty. */
export const linesOf = (rows: readonly string[]): Line[] =>
  rows.map((row) => {
    const [, code = '', quantity = '', price = ''] =
      /^(\S+) · ([\d.]+) × (.+)$/.exec(row.replaceAll('\u00a0', ' ')) ?? []
    return {
      code,
      quantity: Number(quantity.replaceAll('.', '')),
      unit: Number(price.replace(/\D/g, '')),
      note: '',
    }
  })

/** The screen's words for everything that the server does not have yet; empty where it has everything. */
export async function whatWaits(page: Page): Promise<string[]> {
  const reading = page.evaluate(() => {
    const link = document.querySelector('header a[href="/carrito"]')
    if (!link) return ['la pantalla no está']
    const notices = [
      ...document.querySelectorAll('section:is([role="alert"], [data-waiting], [data-made]), .message-page'),
    ].map((notice) => notice.textContent)
    const isWaiting = (text: string) =>
      /sin guardar|no se guard|espera|guardado en este|no se envió|se vuelve a intentar|Enviando/.test(text)
    const dialog = document.querySelector('dialog[open]')
    const lines = /guardando|sin guardar|espera/.test(link.textContent) ? [link.textContent] : []
    return [...notices.filter(isWaiting), ...lines, ...(dialog ? [dialog.textContent] : [])]
  })
  // The page is on its way to another screen.
  return reading.catch((error: unknown) => [String(error)])
}

/** A line of the dialog that shows what differs. Prices in cents. */
export interface Difference {
  readonly code: string
  /** Null where the article was not part of the order. */
  readonly before: { readonly quantity: number; readonly unit: number } | null
  /** Null where the article is not part of the order any more. */
  readonly now: { readonly quantity: number; readonly unit: number } | null
}

/** The lines of the open dialog 'Su pedido cambió'; null where it is not open. */
export async function differences(page: Page): Promise<Difference[] | null> {
  return read(page, () => {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog?.textContent.includes('Su pedido cambió')) return null
    const linesOf = (text: string) => {
      const [, quantity, price] = /([\d.]+) u\. a \D*([\d.,]+)/.exec(text) ?? []
      return quantity && price
        ? { quantity: Number(quantity.replaceAll('.', '')), unit: Number(price.replace(/\D/g, '')) }
        : null
    }
    return [...dialog.querySelectorAll('tbody tr')].map((row) => {
      const [article, before, now] = [...row.children].map((cell) => cell.textContent)
      const code = row.querySelector('small')?.textContent.split(' · ')[0] ?? article ?? ''
      return { code, before: linesOf(before ?? ''), now: linesOf(now ?? '') }
    })
  })
}
