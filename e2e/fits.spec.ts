/**
 * Every screen and its states: nothing overlaps and nothing is cut without '…' between 320 and 1440 px (R237), and WCAG 2.2 A
 * and AA holds on the desktop and on the phone.
 */

import type { Page } from '@playwright/test'
import { CUITS, DEMO_PASSWORD, visits } from '../testkit/visits.ts'
import { violations } from './support/axe.ts'
import { faultsAt, faultsOf, WIDTHS } from './support/fits.ts'
import { states } from './support/fits-states.ts'
import { beginSignedIn, expect, test, withoutNews } from './support/test.ts'

/** A phone and a desktop. */
const AXE_WIDTHS: ReadonlySet<number> = new Set([390, 1440])

/** Pixels that free a button which a bar half covers. */
const A_BUTTON = 44

/** Phones and desktops have controls of their own up to this width. */
const PHONE = 768

test.use({
  shopKind: 'larga',
  signedIn: false,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  client: async ({}, use) => use({ cuit: CUITS.client, password: DEMO_PASSWORD, clientId: 1 }),
})

// Eight widths each; a loaded machine takes its time.
test.describe.configure({ timeout: 120_000 })

/** Violations but those of a button that a bar half covers where the screen ends: scrolled a little, it is free. */
async function lastingViolations(page: Page): Promise<string[]> {
  const found = await violations(page)
  if (!found.some((fault) => fault.includes('partially obscured'))) return found
  await page.evaluate((step) => window.scrollBy(0, step), A_BUTTON)
  const placeOf = (fault: string) => fault.split(' — ')[0]
  const still = new Set((await violations(page)).map(placeOf))
  return found.filter((fault) => still.has(placeOf(fault)))
}

for (const { name, screen, at = '', only, as, news, withoutSignal, open } of states) {
  test.describe(() => {
    // A worker fetches the shop's code for the device: as long as all the rest of a test.
    test.use({ serviceWorkers: withoutSignal ? 'allow' : 'block' })
    test(name, async ({ page, context, shop }) => {
      const visit = visits.find((one) => one.name === screen)
      const visitor = as ?? visit?.as ?? 'client'
      if (visitor !== 'nobody')
        await beginSignedIn(context, shop, { cuit: CUITS[visitor], password: DEMO_PASSWORD, clientId: -1 })
      if (!news) await withoutNews(page)
      const widths = WIDTHS.filter((width) => !only || (only === 'phone') === width <= PHONE)
      await page.setViewportSize({ width: widths.at(-1) ?? 0, height: 900 })
      await page.goto(`${visit?.path ?? ''}${at}`)
      await page.waitForLoadState('networkidle')
      await open?.(page)
      await page.waitForLoadState('networkidle')
      // The visitor was not redirected.
      if (visit && !open) expect(new URL(page.url()).pathname).toBe(new URL(`${visit.path}${at}`, page.url()).pathname)
      expect(await faultsAt(page, [...widths].reverse())).toEqual([])
      for (const width of widths.filter((one) => AXE_WIDTHS.has(one))) {
        await page.setViewportSize({ width, height: 900 })
        expect(await lastingViolations(page)).toEqual([])
      }
    })
  })
}

test('the measure finds what is planted, and nothing else', async ({ page }) => {
  await page.setContent(`
    <p style="width: 90px; overflow: hidden; white-space: nowrap">Cut without a sign</p>
    <p style="width: 90px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Cut with its sign</p>
    <p style="width: 200px; height: 1em; line-height: 1; overflow: hidden">Cut below, where the second line and the third are</p>
    <div style="position: relative; height: 40px">
      <span style="position: absolute">One</span><span style="position: absolute">Other</span>
    </div>
    <p style="width: 50px">every word stands alone</p>
    <p style="width: 90px; border: 1px solid; white-space: nowrap">Leaves the box around it</p>
    <p style="position: fixed; top: 0; margin: 0">A bar over all of it</p>
  `)
  const kinds = (await faultsOf(page)).map((fault) => fault.replace(/:.*/, ''))
  expect(kinds).toEqual(['cut', 'cut below', 'a word a line', 'beside its box', 'overlap'])
  await page.setContent('<p style="width: 2000px">Wide</p>')
  expect(await faultsOf(page)).toEqual(['the page scrolls sideways'])
})
