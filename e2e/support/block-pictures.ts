/** Pictures of the blocks in each state, for docs/design.md. */
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { serveBlocks } from './blocks-page.ts'

/** Dialogs and other overlays, by the names under which the page of blocks opens them. */
export const OVERLAYS = [
  'drawer',
  'drawer-busy',
  'drawer-waiting',
  'confirm',
  'confirm-busy',
  'conflict',
  'modal',
  'modal-bottom',
  'combobox',
  'search-select',
  'search-select-empty',
  'photo',
  'toast',
] as const
/** Sheets that look different on a phone. */
const ON_PHONE = ['table', 'table-selected', 'list', 'button', 'field']

export interface BlockPicture {
  readonly name: string
  readonly shot: Buffer
}

const PLAIN: BrowserContextOptions = {
  locale: 'es-AR',
  timezoneId: 'America/Argentina/Buenos_Aires',
  reducedMotion: 'reduce',
}
const PC: BrowserContextOptions = { ...PLAIN, viewport: { width: 1200, height: 640 } }
const PHONE: BrowserContextOptions = {
  ...PLAIN,
  viewport: { width: 390, height: 640 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** Takes a picture of every sheet and of every overlay, on a PC and on a phone. */
export async function* photographBlocks(browser: Browser): AsyncGenerator<BlockPicture> {
  const blocks = await serveBlocks()
  try {
    for (const [device, suffix] of [
      [PC, ''],
      [PHONE, '-phone'],
    ] as const) {
      const context = await browser.newContext(device)
      const page = await context.newPage()
      yield* sheets(page, `${blocks.url}?estados`, suffix)
      for (const name of OVERLAYS) yield await overlay(page, `${blocks.url}?abierto=${name}`, `${name}${suffix}`)
      await context.close()
    }
  } finally {
    await blocks.close()
  }
}

async function* sheets(page: Page, url: string, suffix: string): AsyncGenerator<BlockPicture> {
  await page.goto(url)
  const sheet = page.locator('[data-picture]')
  await sheet.first().waitFor({ timeout: 60_000 })
  const names = await sheet.evaluateAll((all) => all.map((element) => (element as HTMLElement).dataset.picture ?? ''))
  for (const name of names) {
    if (suffix && !ON_PHONE.includes(name)) continue
    const named = page.locator(`[data-picture="${name}"]`)
    if (name === 'table-selected') await named.getByRole('checkbox').nth(1).check()
    yield { name: `${name}${suffix}`, shot: await shotOf(named) }
  }
}

async function overlay(page: Page, url: string, name: string): Promise<BlockPicture> {
  await page.goto(url)
  const shown = page.locator('dialog, [role="combobox"], [role="status"] [data-kind]').first()
  await shown.waitFor()
  if (/^(combobox|search-select)/.test(name)) {
    await shown.focus()
    await shown.press('ArrowDown')
  }
  await page.evaluate(() => document.fonts.ready)
  const clip = {
    x: 0,
    y: 0,
    width: page.viewportSize()?.width ?? 0,
    height: /combobox|search/.test(name) ? 320 : 640,
  }
  return { name, shot: await page.screenshot({ animations: 'disabled', caret: 'hide', clip }) }
}

async function shotOf(element: Locator): Promise<Buffer> {
  await element.scrollIntoViewIfNeeded()
  return element.screenshot({ animations: 'disabled', caret: 'hide' })
}
