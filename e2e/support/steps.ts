/** Counts the clicks and keys that a task takes, in the browser, and reports them with the test. */
import type { Page, TestInfo } from '@playwright/test'

export interface Steps {
  readonly clicks: number
  readonly keys: number
}

/** Counts clicks, choices and keys on this page from now on, until it is loaded again. */
export async function countSteps(page: Page): Promise<() => Promise<Steps>> {
  await page.evaluate(() => {
    const steps = { clicks: 0, keys: 0 }
    Object.assign(window, { steps })
    // A key on a button makes the browser click, with detail 0: that is no click of the mouse.
    addEventListener('click', (event) => {
      if (event.isTrusted && event.detail > 0) steps.clicks++
    })
    // A person chooses from a list with two clicks; a test chooses without any.
    addEventListener('change', (event) => {
      if (event.target instanceof HTMLSelectElement) steps.clicks += 2
    })
    addEventListener('input', (event) => {
      if (event.target instanceof HTMLInputElement) steps.keys += event.target.value.length
    })
    // Keys that write nothing: Enter, Tab, the arrows.
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
