/** How long the browser takes from a press to the next paint with a thousand articles on the page (R227). */
import type { BrowserContext, Page } from '@playwright/test'

/** The article to scroll to. About a thousand are loaded then: the pages before it, and those after it at 75 percent. */
const DEEP = 740
const PRESSES = 5
/** Time that a key or button stays pressed, in milliseconds. */
const KEY_MS = 50

export interface LongestEvent {
  /** Articles on the page. */
  readonly articles: number
  /** The longest event in milliseconds; the browser rounds to 8. */
  readonly ms: number
}

const items = '[role="list"][aria-label="Artículos"] [role="listitem"]'

/** Adds some articles from cards, or fills rows of the list view, on a processor `slowdown` times slower. */
export async function longestEvent(
  context: BrowserContext,
  url: string,
  { view, slowdown }: { view: 'cards' | 'rows'; slowdown: number },
): Promise<LongestEvent> {
  const page = await context.newPage()
  try {
    await page.goto(`${url}/catalogo`)
    await page.getByRole('button', { name: view === 'rows' ? 'Ver como lista' : 'Ver como tarjetas' }).click()
    const onDevice = page.waitForResponse(/productos\/dispositivo/)
    await page.goto(`${url}/catalogo?posicion=${DEEP}`)
    await page.waitForFunction(([found, deep]) => document.querySelectorAll(found).length > deep, [
      items,
      DEEP,
    ] as const)
    // The catalogue for the device loads last. A person who has scrolled past a thousand articles has it.
    await onDevice
    await drawn(page)
    const places = await placesInView(page, view === 'cards' ? 'div:has(> [data-gun]) + div > button' : 'input')
    await page.evaluate(watch)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await (view === 'cards' ? addFromCards(page, places) : fillRows(page, places))
    const ms = await page.evaluate(() => (window as unknown as { longestEvent: number }).longestEvent)
    return { articles: await page.locator(items).count(), ms }
  } finally {
    await page.close()
  }
}

/** Runs in the page: notes the longest press or key. Pointer moves do not count, as nobody waits for them. */
function watch(): void {
  const watch = window as unknown as { longestEvent: number }
  watch.longestEvent = 0
  const counted = ['pointerdown', 'pointerup', 'click', 'keydown', 'keypress', 'input', 'keyup']
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (counted.includes(name)) watch.longestEvent = Math.max(watch.longestEvent, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The positions of the controls in view. To be read before the processor is slowed down: on a page of a thousand articles the
 * read then takes 80 ms, which would count as part of the event.
 */
const placesInView = (page: Page, control: string): Promise<Point[]> =>
  page.locator(`${items} ${control}`).evaluateAll((all) =>
    all.flatMap((found) => {
      const { top, bottom, left } = found.getBoundingClientRect()
      return top > 160 && bottom < window.innerHeight - 20 ? [{ x: left + 8, y: (top + bottom) / 2 }] : []
    }),
  )

/** Waits until the page has been painted. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

/** Presses, and waits until the shop's answer has been painted: no person presses again before. */
async function settled(page: Page, press: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes('/itemsCarrito'),
  )
  await press()
  await answered
  await drawn(page)
}

async function addFromCards(page: Page, places: readonly Point[]): Promise<void> {
  for (const { x, y } of places.slice(0, PRESSES)) {
    await page.mouse.move(x, y)
    await drawn(page)
    await settled(page, () => page.mouse.click(x, y, { delay: KEY_MS }))
  }
}

/** Fills rows down the column: a number and Enter in each, at ten keys a second. */
async function fillRows(page: Page, [first]: readonly Point[]): Promise<void> {
  if (!first) throw new Error('No row is on the screen')
  await page.mouse.click(first.x, first.y)
  await drawn(page)
  await settled(page, async () => {
    for (let filled = 0; filled < PRESSES; filled++) {
      await page.keyboard.type('2', { delay: KEY_MS })
      await page.keyboard.press('Enter', { delay: KEY_MS })
    }
  })
}
