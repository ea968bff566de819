/** Bytes and times of a visit to the catalogue, as the browser itself measures them. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** A connection and a processor, as the browser emulates them. */
export interface Conditions {
  /** Bits per second, both ways. */
  bitsPerSecond: number
  /** Milliseconds before an answer begins. */
  latency: number
  /** How many times slower than this machine the processor is. */
  slowdown: number
}

/** The slow phone of the shop's targets. */
export const slowPhone: Conditions = { bitsPerSecond: 400_000, latency: 400, slowdown: 4 }

export interface Visit {
  /** Bytes received until the first cards were painted, headers included, by the browser's resource type ('Script'). */
  bytes: Readonly<Record<string, number>>
  /** Milliseconds since the visit began. */
  firstPaint: number
  firstCards: number
  largestPaint: number
  /** Sum of the layout's shifts, without a unit. */
  layoutShift: number
}

/** Runs in the page: notes when the first card with a name has been painted, layout shifts and the largest paint. */
function watchForCards(): void {
  const watch = window as unknown as { firstCards?: number; shifts: number; largest: number }
  watch.shifts = 0
  watch.largest = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) watch.shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watch.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('article[aria-label]')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        watch.firstCards = performance.now()
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Seconds on the browser's own clock, and bytes. */
interface Received {
  at: number
  bytes: number
  type: string
}

/**
 * Records every piece that arrives from now on. The answer tells the bytes by type that had arrived until a time of day in
 * seconds.
 */
async function listen(session: CDPSession) {
  const received: Received[] = []
  const types = new Map<string, string>()
  const sums = new Map<string, number>()
  /** What to add to a time of day, in seconds, to get the browser's clock. */
  let clock = 0
  const note = (id: string, at: number, bytes: number) => {
    sums.set(id, (sums.get(id) ?? 0) + bytes)
    received.push({ at, bytes, type: types.get(id) ?? 'Other' })
  }
  session.on('Network.requestWillBeSent', ({ requestId, type, timestamp, wallTime }) => {
    types.set(requestId, type ?? 'Other')
    clock ||= timestamp - wallTime
  })
  session.on('Network.responseReceived', ({ requestId, type, timestamp, response }) => {
    types.set(requestId, type)
    note(requestId, timestamp, response.encodedDataLength)
  })
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, timestamp, encodedDataLength),
  )
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    // The browser rounds the pieces; their total is exact.
    note(requestId, timestamp, encodedDataLength - (sums.get(requestId) ?? 0)),
  )
  await session.send('Network.enable')
  return (until: number) => {
    const bytes: Record<string, number> = {}
    for (const piece of received)
      if (piece.at <= until + clock) bytes[piece.type] = (bytes[piece.type] ?? 0) + piece.bytes
    return bytes
  }
}

/** Opens an address in a new tab of `context` and answers once the page is at rest. */
export async function visit(
  context: BrowserContext,
  url: string,
  conditions: Conditions | null = null,
): Promise<Visit> {
  const page = await context.newPage()
  try {
    await page.addInitScript(watchForCards)
    const session = await context.newCDPSession(page)
    const bytesUntil = await listen(session)
    if (conditions) await slowDown(session, conditions)
    // The browser reports no largest paint to a tab in the background.
    await page.bringToFront()
    await page.goto(url, { timeout: 120_000 })
    await page.waitForFunction(() => 'firstCards' in window, undefined, { timeout: 60_000 })
    await page.waitForLoadState('networkidle', { timeout: 120_000 })
    // The browser reports the largest paint some time after it; read before, it would be 0.
    await page.waitForFunction(() => (window as unknown as { largest: number }).largest > 0)
    const { began, ...times } = await readTimes(page)
    return { ...times, bytes: bytesUntil((began + times.firstCards) / 1000) }
  } finally {
    await page.close()
  }
}

/** Slows down the connection and the processor of a tab from now on. */
export async function slowDown(session: CDPSession, { bitsPerSecond, latency, slowdown }: Conditions) {
  const throughput = bitsPerSecond / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

const readTimes = (page: Page) =>
  page.evaluate(() => {
    const watch = window as unknown as { firstCards: number; shifts: number; largest: number }
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return {
      began: performance.timeOrigin,
      firstPaint: paint?.startTime ?? Number.NaN,
      firstCards: watch.firstCards,
      largestPaint: watch.largest,
      layoutShift: watch.shifts,
    }
  })
