/**
 * Measures the catalogue on the device in a real browser on a processor made four times slower: compressed bytes, time to read
 * and to index them, time of a search. The worker's code runs in the page's main thread, because the browser slows down only
 * that one.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { catalogueRowJson } from '../contract/catalogue-row.ts'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { buildSnapshotData } from '../server/catalogue/snapshot/build-snapshot.ts'
import { compareWith } from '../server/catalogue/snapshot/changes.ts'
import { levelsOf, makeWhole } from '../server/catalogue/snapshot/whole.ts'
import { generateCatalogue } from '../testkit/generate-catalogue.ts'
import { generateQueries } from './generate-queries.ts'

/** Photos of each article. */
const PHOTOS = 4
const QUERIES = 420
const ROUNDS = 5
const SLOWDOWN = 4

/** Figures of one size. Times are in milliseconds, on the slowed processor except `making`. */
export interface DeviceFigures {
  /** Articles. */
  readonly size: number
  /** Time that the server takes to write and compress the catalogue, at this machine's own speed. */
  readonly making: number
  readonly brotliBytes: number
  readonly gzipBytes: number
  readonly reading: number
  readonly indexing: number
  readonly searchP50: number
  readonly searchP95: number
  readonly searchMost: number
}

/** The function that the bundle adds to the page. */
interface OnPage {
  measureDevice(
    gzipped: string,
    queries: readonly object[],
    rounds: number,
  ): Promise<{ reading: number; indexing: number; searches: number[] }>
}

const source = `
  import * as z from 'zod/mini'
  import { deviceCatalogue } from './contract/device-catalogue.ts'
  import { openCatalogue, takeAnswer } from './web/shop/book/device-catalogue/searchable.ts'
  const time = (work) => {
    const from = performance.now()
    work()
    return performance.now() - from
  }
  globalThis.measureDevice = async (gzipped, queries, rounds) => {
    const packed = Uint8Array.from(atob(gzipped), (letter) => letter.charCodeAt(0))
    const json = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
    let kept, catalogue
    const reading = time(() => {
      kept = takeAnswer(undefined, z.decode(deviceCatalogue.response.schema, JSON.parse(json)))
    })
    const indexing = time(() => { catalogue = openCatalogue(kept) })
    const searches = []
    for (let round = 0; round < rounds; round++) {
      for (const query of queries) searches.push(time(() => catalogue.search(query)))
    }
    return { reading, indexing, searches }
  }`

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** File names like those of stored photos: 40 digits of a hash, which do not compress. */
const photosOf = (articleId: number): string[] =>
  Array.from({ length: PHOTOS }, (_, slot) => {
    const hash = createHash('sha256').update(`${articleId}/${slot}`).digest('hex')
    return `${hash.slice(0, 40)}.webp`
  })

async function measure(page: Page, size: number): Promise<DeviceFigures> {
  const items = generateCatalogue({ size }).map((item) => ({ ...item, media: photosOf(item.articleId) }))
  const data = buildSnapshotData(items, catalogueRowJson)
  const changes = compareWith(undefined, data, { version: 1, levels: levelsOf(items) })
  const begun = performance.now()
  const whole = makeWhole(data, changes)
  const making = performance.now() - begun
  const queries = generateQueries(items, { count: QUERIES })
  const { reading, indexing, searches } = await page.evaluate(
    ([gzipped, asked, rounds]) => (globalThis as unknown as OnPage).measureDevice(gzipped, asked, rounds),
    [Buffer.from(whole.gzip).toString('base64'), queries, ROUNDS] as const,
  )
  searches.sort((a, b) => a - b)
  return {
    size,
    making,
    brotliBytes: whole.br.byteLength,
    gzipBytes: whole.gzip.byteLength,
    reading,
    indexing,
    searchP50: quantile(searches, 0.5),
    searchP95: quantile(searches, 0.95),
    searchMost: searches.at(-1) ?? 0,
  }
}

/** Measures each size on a page of its own. */
export async function measureDevice(sizes: readonly number[]): Promise<DeviceFigures[]> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
  try {
    const script = await bundle()
    const figures: DeviceFigures[] = []
    for (const size of sizes) {
      const page = await browser.newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await page.addScriptTag({ content: script })
      figures.push(await measure(page, size))
      await page.close()
    }
    return figures
  } finally {
    await browser.close()
  }
}
