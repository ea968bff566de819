/**
 * The service worker (R226): the shop's code and an empty page, so that it opens without signal, and the pictures that
 * were seen. It never keeps an answer of the API, nor a page with somebody's data in it: those are web/lib's to keep,
 * for one user at a time. The build writes the list of files (scripts/lib/build-service-worker.mjs), the server the
 * address of its page without data (server/page/installed.routes.ts).
 */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { PrecacheController } from 'workbox-precaching'
import { Route, Router } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { isScreen } from '../../contract/screens.ts'
import { PICTURES } from '../lib/device/device-names.ts'
import { CHECK, type Check, FORGET_PICTURES, IS_NEW, TAKE_OVER } from '../lib/device/worker-messages.ts'

declare const FILES: readonly string[]
const files = FILES

/** The part of the worker's scope that is used here; the web app's types know documents only. */
interface Scope extends EventTarget {
  /** Address of the page without data; the server writes it before this file. */
  readonly SHELL: string
  /** Addresses of the face's pictures on that page; undefined in a shop without any. */
  readonly FACE?: readonly string[]
  readonly registration: ServiceWorkerRegistration & {
    readonly navigationPreload?: { enable(): Promise<void> }
  }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
}
interface Client {
  postMessage(message: string): void
}
interface Lasting extends Event {
  readonly request: Request
  readonly data: unknown
  readonly source: Client | null
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
  readonly preloadResponse?: Promise<Response | undefined>
}
const scope = self as unknown as Scope
const { SHELL, FACE = [] } = scope
/** A request, as a route gets it. */
interface Asked {
  readonly event: Event
  readonly request: Request
}
const on = (kind: string, listener: (event: Lasting) => void) =>
  scope.addEventListener(kind, listener as (event: Event) => void)

/** A page that takes longer is shown from the device, in milliseconds; its data follow. */
const PATIENCE = 350
/** At 30 KB each some 60 MB. */
const MOST_PICTURES = 2_000
/** Whole photos, which a card never shows, would soon fill the room of hundreds. */
const LARGEST_PICTURE = 200_000

const CODE = 'codigo-'
/** One cache for each version: pages of the version before go on finding their code. */
const ownCode = CODE + SHELL
const code = new PrecacheController({ cacheName: ownCode })
code.addToCacheList([...files, SHELL].map((url) => ({ url, revision: null })))
/** The face's pictures: a version is installed without one that does not come, so they are not in the list of its code. */
const FACE_PICTURES = 'marca'

on('install', (event) => {
  void code.install(event as never)
  event.waitUntil(keepFace())
})

async function keepFace(): Promise<void> {
  const cache = await caches.open(FACE_PICTURES)
  await Promise.allSettled(FACE.map((address) => cache.add(address)))
}

async function dropOldFace(): Promise<void> {
  const cache = await caches.open(FACE_PICTURES)
  const old = (await cache.keys()).filter(({ url }) => !FACE.includes(new URL(url).pathname))
  await Promise.all(old.map((picture) => cache.delete(picture)))
}

on('activate', (event) => {
  event.waitUntil(
    Promise.all([code.activate(event as never), dropOldCode(), dropOldFace(), preloadPages(), scope.clients.claim()]),
  )
})

/** Only the version before stays: of an older one no page is open but by chance, and it can be loaded anew. */
async function dropOldCode(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CODE) && name !== ownCode)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** The page is asked for while the worker still starts. */
async function preloadPages(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
}

const pictures = new ExpirationPlugin({ maxEntries: MOST_PICTURES, purgeOnQuotaError: true })
/** Keeps small pictures only, and of those only the ones that never change under their address. */
const smallPictures = {
  cacheWillUpdate: async ({ response: { status, headers }, response }: { response: Response }) =>
    status === 200 &&
    /immutable/.test(headers.get('cache-control') ?? '') &&
    Number(headers.get('content-length')) <= LARGEST_PICTURE
      ? response
      : null,
}

on('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(scope.skipWaiting())
  if (event.data === FORGET_PICTURES) event.waitUntil(forgetPictures())
  const check = event.data as Partial<Check>
  if (check.kind === CHECK) event.waitUntil(compare(check.entry ?? '', event.source))
})

/** A page of this version lets the worker take over at once; a page of another one is told that a new version waits. */
async function compare(entry: string, page: Client | null): Promise<void> {
  if (files.includes(entry)) await scope.skipWaiting()
  else page?.postMessage(IS_NEW)
}

async function forgetPictures(): Promise<void> {
  await caches.delete(PICTURES)
  // The list of when each picture was seen is a database of its own.
  await new CacheExpiration(PICTURES, { maxEntries: MOST_PICTURES }).delete()
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Whether a proxy says that the server behind it is away. */
const isAway = ({ status }: Response): boolean => [502, 503, 504].includes(status)

/** The page that was asked for while the worker started, else asked for now. */
const fromServer = async ({ event, request }: Asked): Promise<Response> =>
  (await (event as unknown as Lasting).preloadResponse) ?? fetch(request)

/** The page from the server, with its first data; from the device where it does not come, or not soon. */
async function page({ event, request }: Asked): Promise<Response> {
  const kept = await code.matchPrecache(SHELL)
  const asked = fromServer({ event, request })
  if (!kept)
    return asked
    // What comes too late is not needed any more.
  ;(event as unknown as Lasting).waitUntil(asked.catch(() => undefined))
  return Promise.race([
    asked.then(
      (answer) => (isAway(answer) ? kept : answer),
      () => kept,
    ),
    after(PATIENCE).then(() => kept),
  ])
}

/** A page that is no screen, from the server; without signal the shop says itself that there is none at that address. */
const otherPage = (asked: Asked): Promise<Response> =>
  fromServer(asked).catch(async (error: unknown) => (await code.matchPrecache(SHELL)) ?? Promise.reject(error))

/** Code from whichever version has it: names carry a hash. */
const fromCode = async ({ request }: Asked): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

const router = new Router()
const route = (match: (url: URL, request: Request) => boolean, handler: (asked: Asked) => Promise<Response>) =>
  router.registerRoute(new Route(({ url, request, sameOrigin }) => sameOrigin && match(url, request), handler))

// An inventory's page is never the device's: its link is for whoever has it, and shows the present state. Nor are files.
const isPage = ({ pathname }: URL, { mode }: Request) =>
  mode === 'navigate' && !/^\/(inventario|api)(\/|$)/.test(pathname)
route((url, request) => isPage(url, request) && isScreen(url.pathname), page)
route(isPage, otherPage)
route(({ pathname }) => pathname.startsWith('/assets/') || FACE.includes(pathname), fromCode)
const cacheFirst = new CacheFirst({ cacheName: PICTURES, plugins: [smallPictures, pictures] })
route(
  ({ pathname }, { destination }) => pathname.startsWith('/api/') && destination === 'image',
  (options) => cacheFirst.handle(options),
)
router.addFetchListener()
