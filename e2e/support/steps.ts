/** What a way through the shop takes: clicks and keys, counted in the browser and told with the test. */
import type { Page, TestInfo } from '@playwright/test'

export interface Steps {
  readonly clicks: number
  readonly keys: number
}

/** Counts clicks, choices and keys from now on, on this page until it loads anew. */
export async function countSteps(page: Page): Promise<() => Promise<Steps>> {
  await page.evaluate(() => {
    const steps = { clicks: 0, keys: 0 }
    Object.assign(window, { steps })
    // A key on a button is a click of the browser's own, which has no detail.
    addEventListener('click', (event) => {
      if (event.isTrusted && event.detail > 0) steps.clicks++
    })
    // A choice in a list is two clicks, to open it and to choose; a test makes it without either.
    addEventListener('change', (event) => {
      if (event.target instanceof HTMLSelectElement) steps.clicks += 2
    })
    addEventListener('input', (event) => {
      if (event.target instanceof HTMLInputElement) steps.keys += event.target.value.length
    })
    // What writes nothing: Enter, Tab, the arrows.
    const counted = (event: KeyboardEvent) => {
      if (event.isTrusted && event.key.length > 1 && event.key !== 'Shift') steps.keys++
    }
    addEventListener('keydown', counted, { capture: true })
    addEventListener('paste', () => steps.keys++, { capture: true })
  })
  return () => page.evaluate(() => (window as unknown as { steps: Steps }).steps)
}

export function tellSteps(info: TestInfo, type: string, { clicks, keys }: Steps): void {
  info.annotations.push({ type, description: `${clicks} clics, ${keys} teclas` })
  console.log(`${type} (${info.project.name}): ${clicks} clicks, ${keys} keys`)
}
