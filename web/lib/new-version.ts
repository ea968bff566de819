/** The service worker as a page sees it (R226): registering it, and a new version of the shop that waits for its turn. */
import { CHECK, type Check, IS_NEW, TAKE_OVER } from './device/worker-messages.ts'

/** How often a new version is looked for while the page stays open, in milliseconds. */
const LOOK = 3_600_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

/** Whether a version newer than this page waits for its turn. */
export const isNewVersionThere = (): boolean => waiting !== null

/** Calls `listener` when a new version has come; answers how to stop. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets the new version take over, and loads this page anew; other tabs go on with the code they have. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage(TAKE_OVER)
}

/**
 * Registers the service worker where the browser has one, and looks for new versions. A page that is of the waiting
 * version itself, because it came from the server, lets it take over without asking.
 */
export async function registerWorker(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || !import.meta.env.PROD) return
  workers.addEventListener('message', ({ data, source }) => {
    if (data !== IS_NEW) return
    waiting = source as ServiceWorker
    for (const listener of listeners) listener()
  })
  if (!workers.controller) workers.addEventListener('controllerchange', keepShownPictures, { once: true })
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
  await askPersistence()
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const check = (worker: ServiceWorker | null) =>
    worker?.postMessage({
      kind: CHECK,
      entry: new URL(entry?.src ?? '', location.href).pathname,
    } satisfies Check)
  check(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) check(installing)
    })
  })
  setInterval(() => void registration.update().catch(() => undefined), LOOK)
}

/**
 * Asks again for the pictures that were shown before there was a worker. They come from the browser's own cache, and the worker
 * keeps them on their way.
 */
function keepShownPictures(): void {
  for (const { currentSrc } of document.images) if (currentSrc) new Image().src = currentSrc
}

/** Asks the browser not to clear the shop's data: in an installed shop always, else only where the user is not asked. */
async function askPersistence(): Promise<void> {
  try {
    const { state } = await navigator.permissions.query({ name: 'persistent-storage' })
    if (state === 'granted' || matchMedia('(display-mode: standalone)').matches) await navigator.storage.persist()
  } catch {
    // The browser may clear the data then; they come back with the next visit.
  }
}
