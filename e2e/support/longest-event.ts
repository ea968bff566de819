/** How long the browser takes from a press to the next picture with a thousand articles on the page (R227). */
import type { BrowserContext, Page } from '@playwright/test'

/** Scrolled to, it brings about a thousand articles: the pages before it, and those that follow at 75 percent. */
const DEEP = 740
const PRESSES = 5

/** The longest event in milliseconds, as the browser tells it (in steps of 8). */
export interface LongestEvent {
  readonly articles: number
  readonly ms: number
}

const items = 'ul[aria-label="Artículos"] > li'

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
    await page.goto(`${url}/catalogo?posicion=${DEEP}`)
    await page.waitForFunction(([found, deep]) => document.querySelectorAll(found).length > deep, [
      items,
      DEEP,
    ] as const)
    await page.waitForLoadState('networkidle')
    await page.evaluate(watch)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await (view === 'cards' ? addFromCards(page) : fillRows(page))
    const ms = await page.evaluate(() => (window as unknown as { longestEvent: number }).longestEvent)
    return { articles: await page.locator(items).count(), ms }
  } finally {
    await page.close()
  }
}

/** Presses and keys alone: the pointer's own way over the page is not what somebody waits for. */
function watch(): void {
  const told = window as unknown as { longestEvent: number }
  told.longestEvent = 0
  const counted = ['pointerdown', 'pointerup', 'click', 'keydown', 'keypress', 'input', 'keyup']
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (counted.includes(name)) told.longestEvent = Math.max(told.longestEvent, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** The articles whose controls are in view, by their place in the list. */
const inView = (page: Page) =>
  page.locator(items).evaluateAll((all) =>
    all.flatMap((item, at) => {
      const place = item.querySelector('.buy .add:not(.add--ask), input')?.getBoundingClientRect()
      return place && place.top > 160 && place.bottom < window.innerHeight - 20 ? [at] : []
    }),
  )

async function addFromCards(page: Page): Promise<void> {
  for (const at of (await inView(page)).slice(0, PRESSES)) {
    const add = page.locator(items).nth(at).locator('.buy .add')
    const place = await add.boundingBox()
    if (!place) throw new Error('The button is not on the screen')
    await page.mouse.move(place.x + 8, place.y + 8)
    await page.mouse.down()
    await page.mouse.up()
    await page.locator(items).nth(at).locator('[data-state="saved"]').waitFor()
  }
}

async function fillRows(page: Page): Promise<void> {
  const [first = 0] = await inView(page)
  await page.locator(items).nth(first).locator('input').focus()
  for (let pressed = 0; pressed < PRESSES; pressed++) {
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
  }
  await page
    .locator(`${items} [data-state="saved"]`)
    .nth(PRESSES - 1)
    .waitFor()
}
