/** A device of the offline book's test: a browser context with its tabs, worked and read as a person does. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Line, Shop, SignedIn } from './shop.ts'

/** Longest wait for anything on a screen, in milliseconds. */
export const PATIENCE = 15_000
/** The same for one click or key: the sign-in may have taken the screen's place. */
const ACTION = 3_000

/** After this long a tab that does not close is told once more, in milliseconds. */
const CLOSING = 5_000

/** What a screen says of a line: 'saved' is the tick, the rest is not stored yet. */
export interface ShownLine {
  readonly code: string
  readonly quantity: number
  readonly note: string
  /** Null where the screen shows the line as stored. */
  readonly unsaved: string | null
}

export type Path = '/catalogo' | '/carrito' | '/confirmar-pedido' | '/mis-pedidos'

/** What a screen begins to show as being on the server. */
export interface Watcher {
  /** A line's quantity, as saved. */
  onTick(code: string, quantity: number, tab: number): void
  /** An order's number. */
  onNumber(number: number): void
}

export interface Device {
  readonly context: BrowserContext
  readonly tabs: (Page | null)[]
  /** Which of them were open in this sequence. */
  readonly used: Set<number>
  token(): string
  /** Everything of the user before is gone, and the next one is signed in. */
  begin(client: { cuit: string }): Promise<void>
  /** Signs in where a screen asks for it. */
  signIn(page: Page): Promise<boolean>
  /** The tab at a screen; null when it asks to sign in instead. */
  at(tab: number, path: Path): Promise<Page | null>
  close(tab: number): Promise<void>
  end(): Promise<void>
}

declare global {
  interface Window {
    bookTick?: (code: string, quantity: number) => void
    bookNumber?: Watcher['onNumber']
  }
}

/** Tells of every tick and number, also of one that stands between two looks of a test. */
function watch(): void {
  let before = new Map<string, number>()
  const numbers = new Set<number>()
  const look = () => {
    const now = new Map<string, number>()
    for (const button of document.querySelectorAll('[data-state="saved"]')) {
      const [, quantity, code] = /([\d.]+)\s+en el carrito,\s+(\S+)/.exec(button.textContent) ?? []
      if (quantity && code) now.set(code, Number(quantity.replaceAll('.', '')))
    }
    for (const [code, quantity] of now) if (before.get(code) !== quantity) window.bookTick?.(code, quantity)
    before = now
    for (const place of document.querySelectorAll('[role="status"]')) {
      const number = Number(/Numero de pedido: (\d+)/.exec(place.textContent)?.[1] ?? 0)
      if (number > 0 && !numbers.has(number)) window.bookNumber?.(number)
      if (number > 0) numbers.add(number)
    }
  }
  new MutationObserver(look).observe(document, {
    ...{ subtree: true, childList: true, characterData: true, attributes: true },
    attributeFilter: ['data-state'],
  })
  // The popup with news covers the screen.
  const user = localStorage.getItem('usuario')
  const { id, accessToken } = JSON.parse(user ?? '{}')
  if (user) localStorage.setItem('novedades-vistas', `${id}:${accessToken.slice(-8)}`)
}

/** What the browser calls a tab. */
const targets = new WeakMap<Page, string>()
async function note(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  targets.set(page, targetInfo.targetId)
  await session.detach()
}

/** Closes a tab as its user does. Told so while it begins to load, a browser forgets it now and then: it is told again. */
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

export async function createDevice(browser: Browser, shop: Shop, watcher: Watcher): Promise<Device> {
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
  // What tsx wraps functions in; it is not there in a page.
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
      data: { username: cuit, password: 'una-clave-larga' },
    })
    if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
    const user: SignedIn = await answer.json()
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
      // A page of the shop that runs nothing of it.
      await page.goto('/healthz')
      const origin = await context.newCDPSession(page)
      await origin.send('Storage.clearDataForOrigin', {
        origin: shop.url,
        storageTypes: 'cookies,local_storage,indexeddb',
      })
      const user = await signInHere()
      await page.evaluate((text) => localStorage.setItem('usuario', text), user)
      await page.close()
    },
    async signIn(page) {
      const form = page.getByRole('form', { name: 'Ingrese a su cuenta' })
      if (!(await form.isVisible())) return false
      await form.getByLabel('CUIT').fill(cuit)
      await form.getByLabel('Contraseña', { exact: true }).fill('una-clave-larga')
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
        await note(page)
        await page.goto(path === '/confirmar-pedido' ? '/carrito' : path, { waitUntil: 'commit' })
      }
      if (!(await standsThere(page))) return null
      if (path === '/confirmar-pedido' && new URL(page.url()).pathname !== path) {
        await follow(page, '/carrito')
        if (!(await standsThere(page))) return null
        const way = page.getByRole('link', { name: 'Confirmar Pedido' })
        if (!(await way.isVisible())) return page
        await way.click({ timeout: ACTION }).catch(() => undefined)
      } else if (new URL(page.url()).pathname !== path) {
        await follow(page, path)
      }
      return (await standsThere(page)) ? page : null
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

/** The shop's code has to lie on the device before the first sequence: how long that takes is no part of any. */
async function warm(device: Device, shop: Shop): Promise<void> {
  await device.begin(shop.nextClient())
  const page = await device.at(0, '/catalogo')
  await page?.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await device.end()
}

/** Goes by a link. Who sees nothing happen presses again: a page that was just loading itself anew has lost the first press. */
async function follow(page: Page, path: Path): Promise<void> {
  const isThere = () => [path, '/login'].includes(new URL(page.url()).pathname)
  const link = page.locator(`a[href="${path}"]`).filter({ visible: true }).first()
  const until = performance.now() + PATIENCE
  while (!isThere()) {
    await link.click({ timeout: ACTION }).catch(() => undefined)
    const came = page.waitForURL(isThere, { waitUntil: 'commit', timeout: ACTION })
    await came.catch((error: unknown) => {
      if (performance.now() > until) throw error
    })
  }
}

/** Waits until the screen is there; false when it is the sign-in. */
async function standsThere(page: Page): Promise<boolean> {
  const found = await page.waitForFunction(
    () => {
      if (location.pathname === '/login') return document.querySelector('#cuit') ? 'login' : null
      const main = document.querySelector('main')
      return main?.querySelector('h1, article') && !main.querySelector('.skeleton') ? 'there' : null
    },
    undefined,
    { timeout: PATIENCE },
  )
  return (await found.jsonValue()) === 'there'
}

/**
 * Waits until an article is shown with nothing on its way, as saved or as what keeps it from being so; 'gone' where it has
 * no row, 'login' when the screen is gone. `removed`: a row that still stands there as before says nothing yet.
 */
export async function settled(page: Page, code: string, removed: boolean): Promise<string> {
  const found = await page.waitForFunction(
    ([of, isRemoved]) => {
      if (location.pathname === '/login') return 'login'
      const box = document.querySelector<HTMLInputElement>(`input[aria-label="Cantidad de ${of}"]`)
      if (!box) return 'gone'
      const state = box.closest('.buy')?.querySelector<HTMLElement>('.add')?.dataset.state
      if (state !== undefined) return state === 'saving' ? null : state
      const text = box.closest('li')?.textContent ?? ''
      if (/Guardando|Quitando/.test(text)) return null
      if (/Espera señal|No guardado|No se quitó/.test(text)) return 'waiting'
      return isRemoved ? null : 'saved'
    },
    [code, removed] as const,
    { timeout: PATIENCE },
  )
  return (await found.jsonValue()) as string
}

/** Waits until the cart's screen has taken a press on 'Eliminar', whatever becomes of it then. */
export async function takenOut(page: Page, code: string): Promise<void> {
  await page.waitForFunction(
    (of) => {
      const row = document.querySelector(`input[aria-label="Cantidad de ${of}"]`)?.closest('li')
      return !row || /Quitando|Espera señal|No se quitó/.test(row.textContent)
    },
    code,
    { timeout: PATIENCE },
  )
}

/** Whether the screen has taken a press on 'Enviar'. */
export async function isOrderTaken(page: Page): Promise<boolean> {
  return read(page, () => {
    const form = document.querySelector('main form')
    const isSending = form?.querySelector('button[type="submit"]')?.textContent.startsWith('Enviando')
    return !form || isSending === true || document.querySelector('dialog[open]') !== null
  })
}

/**
 * Presses 'Enviar' while the screen shows these rows, both in one go: what another tab or an answer changes between reading and
 * pressing would be another order. False where it shows others by now, or takes no press.
 */
export async function pressSend(page: Page, rows: readonly string[]): Promise<boolean> {
  return page.evaluate((expected) => {
    const smalls = [...document.querySelectorAll('[aria-labelledby="resumen"] li small')]
    const rows = smalls.map((small) => small.textContent).filter((text) => text.includes(' × '))
    const areSame = JSON.stringify(rows) === JSON.stringify(expected)
    const button = document.querySelector<HTMLElement>('main form button[type="submit"]')
    const isReady = button?.textContent === 'Enviar' && button.ariaDisabled !== 'true'
    // What covers the form is answered first.
    if (!button || !areSame || !isReady || document.querySelector('dialog[open]')) return false
    button.click()
    return true
  }, rows)
}

/** Reads a screen; one that is just loaded anew, as an app without its code does, is read when it stands there again. */
async function read<T>(page: Page, look: () => T): Promise<T> {
  for (;;)
    try {
      return await page.evaluate(look)
    } catch (error) {
      if (!String(error).includes('Execution context was destroyed')) throw error
      await page.waitForLoadState()
    }
}

/** What the device keeps for the server, as it lies there; for whoever looks for the reason of a fault. */
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

/** What the confirmation is about to order, row by row; beside it may stand what an article cost the last time (R242). */
export async function orderRows(page: Page): Promise<string[]> {
  return read(page, () =>
    [...document.querySelectorAll('[aria-labelledby="resumen"] li small')]
      .map((small) => small.textContent)
      .filter((text) => text.includes(' × ')),
  )
}

/** The lines that rows of the confirmation tell of, without their notes. */
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

/** What a screen says is not with the server yet, in its words; nothing where all is. */
export async function whatWaits(page: Page): Promise<string[]> {
  const reading = page.evaluate(() => {
    const link = document.querySelector('.cart-link')
    if (!link) return ['la pantalla no está']
    const notices = [...document.querySelectorAll('.unsaved, .message-page')].map(
      (notice) => notice.textContent,
    )
    const isWaiting = (text: string) =>
      /sin guardar|no se guard|espera|guardado en este|no se envió|se vuelve a intentar|Enviando/.test(text)
    const dialog = document.querySelector('dialog[open]')
    const lines = /guardando|sin guardar|espera/.test(link.textContent) ? [link.textContent] : []
    return [...notices.filter(isWaiting), ...lines, ...(dialog ? [dialog.textContent] : [])]
  })
  // On the way to another screen.
  return reading.catch((error: unknown) => [String(error)])
}

/** A line of the dialog with what differs; null where it is no part of the order, before or now. */
export interface Difference {
  readonly code: string
  readonly before: { readonly quantity: number; readonly unit: number } | null
  readonly now: { readonly quantity: number; readonly unit: number } | null
}

/** What the dialog shows that stands open for a decision; null without one. */
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
