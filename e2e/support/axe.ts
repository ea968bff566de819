/** WCAG 2.2 A and AA on whatever a page shows. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Problems in a form that a person can act on: rule, and where. */
export async function violations(page: Page): Promise<string[]> {
  // As a command of the browser itself, which the page's Content-Security-Policy does not concern.
  await page.evaluate(axeSource)
  const found = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run(on: Document, how: object): Promise<AxeResults> } }).axe.run(
        document,
        {
          runOnly: { type: 'tag', values: tags },
          resultTypes: ['violations'],
        },
      ),
    TAGS,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary}`),
  )
}
