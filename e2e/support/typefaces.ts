/** The shop's typefaces in a test's browser from the first word on, whatever fonts the machine has (decision 0155). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from '@playwright/test'

const require = createRequire(import.meta.url)
const read = (file: string) => readFileSync(require.resolve(`@fontsource-variable/${file}`)).toString('base64')

/** As in web/lib/typefaces.ts, with their bytes. */
const typefaces = [
  ['Figtree Variable', '300 900', read('figtree/files/figtree-latin-wght-normal.woff2')],
  [
    'Bricolage Grotesque Variable',
    '200 800',
    read('bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
  ],
] as const

/** Every page of the context has the typefaces, without a request. */
export const haveTypefaces = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((faces) => {
    for (const [name, weight, base64] of faces) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const face = new FontFace(name, bytes, { weight })
      document.fonts.add(face)
      void face.load()
    }
  }, typefaces)

/** Waits for the file of the shop's typeface, the last that a first visit loads by itself. */
export const typefaceLoaded = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/figtree-')))
