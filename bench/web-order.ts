/** Measures the wait after each tap of an order of thirty pasted codes on a slow phone, from the first cards to the number. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, devices, type Page, request } from '@playwright/test'
import { type Conditions, slowDown } from '../testkit/first-visit.ts'
import { pasteInto } from '../testkit/paste.ts'
import { searchRows } from '../testkit/search-rows.ts'
import { atMost, type Figure, printFigures, secondsText } from './report.ts'

const LINES = 30
/** Multiples of each article. A quantity must not be a number of an article's name, as the shop would ask about it. */
const SOLD = 7
/** Longest wait after a tap once the first cards are there, in milliseconds. */
const LONGEST_WAIT = 1_000
/** Paces: how long a person looks for the next button, in milliseconds; none at all, and a person who knows the shop. */
const PACES = [
  ['sin pausa alguna', 0],
  ['un segundo para cada botón', 1_000],
] as const

/** The screen after a tap: at least `count` elements (else one) match the selector, and have this text if it is given. */
interface Answer {
  readonly selector: string
  readonly text?: string
  readonly count?: number
}
interface Tap {
  readonly name: string
  act(page: Page): Promise<unknown>
  readonly answer: Answer
}

const button = (page: Page, name: string) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

const tapsWith = (text: string): readonly Tap[] => [
  {
    name: 'Pedido rápido',
    act: (page) => link(page, 'Pedido rápido').tap(),
    answer: { selector: 'main textarea' },
  },
  {
    name: 'pegar',
    act: (page) => pasteInto(page.getByLabel('Códigos y cantidades'), text),
    answer: { selector: 'main button', text: `Agregar ${LINES} renglones` },
  },
  {
    name: 'Agregar',
    act: (page) => button(page, `Agregar ${LINES} renglones`).tap(),
    answer: { selector: '[aria-labelledby="agregados"] li', count: LINES },
  },
  {
    name: 'Ver el carrito',
    act: (page) => link(page, 'Ver el carrito').tap(),
    answer: { selector: 'main a[href="/confirmar-pedido"]' },
  },
  {
    name: 'Confirmar Pedido',
    act: (page) => link(page, 'Confirmar Pedido').tap(),
    answer: { selector: 'main input[type="radio"]' },
  },
  {
    name: 'Enviar',
    async act(page) {
      await page.getByLabel('Retiro en el local').tap()
      await button(page, 'Enviar').tap()
    },
    answer: { selector: 'main h1', text: 'Pedido creado correctamente!' },
  },
]

/** Runs in the page: notes the time of the last tap or paste. */
function noteTaps(): void {
  const watch = window as unknown as { tapped: number }
  for (const kind of ['click', 'paste'])
    window.addEventListener(kind, () => (watch.tapped = performance.now()), { capture: true })
}

/**
 * The time on the page's clock when the answer to a tap has been painted. The page itself watches for it: polling from outside
 * would cost a slow processor more than the answer.
 */
const painted = (page: Page, answer: Answer): Promise<number> =>
  page.evaluate(
    ({ selector, text, count = 1 }) =>
      new Promise<number>((done, fail) => {
        setTimeout(() => fail(new Error(`${selector} never came`)), 60_000)
        const isThere = () => {
          const found = [...document.querySelectorAll(selector)]
          return found.filter((element) => text === undefined || element.textContent === text).length >= count
        }
        const observer = new MutationObserver(look)
        function look() {
          if (!isThere()) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        }
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        look()
      }),
    answer,
  )

/** Makes an order; milliseconds of wait after each tap, by its name. `pause`: milliseconds before each tap. */
async function order(page: Page, text: string, pause: number): Promise<Map<string, number>> {
  const waits = new Map<string, number>()
  for (const { name, act, answer } of tapsWith(text)) {
    await delay(pause)
    const answered = painted(page, answer)
    await act(page)
    const at = await answered
    waits.set(name, at - (await page.evaluate(() => (window as unknown as { tapped: number }).tapped)))
  }
  return waits
}

/**
 * Orders thirty articles at two paces, each time in a new browser context, and prints the waits; answers whether none was too
 * long.
 */
export async function measureOrder(
  browser: Browser,
  url: string,
  {
    conditions,
    rounds,
    signIn,
  }: {
    readonly conditions: Conditions
    readonly rounds: number
    /** Answers the session's token. */
    signIn(context: BrowserContext): Promise<string>
  },
): Promise<boolean> {
  let met = true
  for (const [pace, pause] of PACES) {
    const all: Map<string, number>[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: url, locale: 'es-AR' })
      try {
        const authorization = `Bearer ${await signIn(context)}`
        const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { authorization } })
        const rows = [...(await searchRows(api)), ...(await searchRows(api, { index: 1 }))]
        await api.dispose()
        const sold = rows.filter(({ PRECIO_LPI }) => PRECIO_LPI > 0).slice(0, LINES)
        const page = await context.newPage()
        page.setDefaultTimeout(60_000)
        await page.addInitScript(noteTaps)
        // tsx wraps functions in `__name`, which a page does not have.
        await page.addInitScript('globalThis.__name = (wrapped) => wrapped')
        await slowDown(await context.newCDPSession(page), conditions)
        await page.goto('/catalogo', { waitUntil: 'commit' })
        await page.getByRole('article').first().waitFor()
        const text = sold.map((row) => `${row.CODIGO_ART} x ${row.multiplo * SOLD}`).join('\n')
        all.push(await order(page, text, pause))
      } finally {
        await context.close()
      }
    }
    const [first] = all
    if (!first) throw new Error('Nothing was measured')
    const figures = [...first.keys()].map((name): Figure => {
      const sorted = all.map((waits) => waits.get(name) ?? Number.NaN).toSorted((a, b) => a - b)
      return atMost(name, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, LONGEST_WAIT, secondsText)
    })
    printFigures(`${LINES} códigos pegados, ${pace}: espera tras cada toque`, figures)
    met &&= figures.every((figure) => figure.met)
  }
  return met
}
