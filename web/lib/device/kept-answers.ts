/**
 * Answers kept on the device (R226): the last answer of each call marked `kept`, in its wire form. It is written a moment after
 * it came, and read only where the server does not answer. Loaded lazily.
 */
import type { Query, QueryKey } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { isShopTrouble, lastHeard } from '../api.ts'
import type { PartOf } from '../part-of.ts'
import { isPassing, queryClient } from '../query-client.ts'
import { onSessionChange, storedUser } from '../stored-user.ts'
import { type Away, dataOf, tellDataOf } from './data-age.ts'
import { type DeviceDatabase, deviceDatabase } from './device-database.ts'
import { staying } from './kept-index.ts'

/** An answer: its pages as the wire has them, and when they came; one page where a call has no pages. */
interface Kept {
  readonly at: number
  /** The user's client then: the same call tells other prices since that has changed (R352). */
  readonly clientId?: number
  readonly pages: readonly unknown[]
}

/** The most pages that are kept of a list. */
const MOST_PAGES = 20
/** Key of the index: what is kept and since when. No query has it, because a query's hash begins with a bracket. */
const INDEX = 'indice'
/** Debounce of the writing, in milliseconds. */
const REST = 1_000

const schemaOf = ({ response }: Endpoint): z.ZodMiniType | undefined =>
  response && 'raw' in response ? response.schema : response

const endpointOf = (meta: Query['meta']) => meta?.endpoint as Endpoint | undefined

/** Queries whose data on the screen are the device's, with the time these came from the server. */
const shown = new Map<string, number>()
/** Queries whose kept answer is being put into the cache at this moment. */
const serving = new Set<string>()
let away = false
let awayReason: Away = 'signal'

function tell(): void {
  const onScreen = queryClient.getQueryCache().findAll({ type: 'active' })
  const dates = onScreen.flatMap(({ queryHash }) => shown.get(queryHash) ?? [])
  const since = dates.length > 0 ? Math.min(...dates) : away ? lastHeard() : null
  // Who has signed out has no data on the screen whose age could be told.
  tellDataOf(storedUser() ? since : null, away ? awayReason : 'slow')
}

let opened: { userId: number; database: Promise<DeviceDatabase> } | undefined
function databaseOf(userId: number): Promise<DeviceDatabase> {
  if (opened?.userId !== userId) opened = { userId, database: deviceDatabase(userId) }
  return opened.database
}

/** The kept answer for one page of a query, or for the larger call that holds it, whichever is newer; undefined for none. */
async function foundFor<E extends Endpoint>(
  database: DeviceDatabase,
  [endpoint, hash, page]: readonly [E, string, number],
  part: PartOf<E> | undefined,
): Promise<{ at: number; data: ResponseOf<E> } | undefined> {
  const clientId = storedUser()?.clientId
  const get = async (name: string) => {
    const kept = (await database.get('answers', name)) as Kept | undefined
    return (kept?.clientId ?? clientId) === clientId ? kept : undefined
  }
  const own = await get(hash)
  const whole = part && (await get(hashKey([part.whole.method, part.whole.path])))
  if (part && whole && whole.at > (own?.at ?? 0)) {
    const data = part.pick(read(part.whole, whole.pages[0]))
    if (data !== undefined) return { at: whole.at, data }
  }
  const wire = own?.pages[page]
  return own && wire !== undefined ? { at: own.at, data: read(endpoint, wire) } : undefined
}

const read = <E extends Endpoint>(endpoint: E, wire: unknown): ResponseOf<E> =>
  z.decode(schemaOf(endpoint) as z.ZodMiniType, wire as never) as ResponseOf<E>

/**
 * The kept answer of a query that has nothing to show. If the server's answer `asked` comes later, it replaces the kept one.
 * @param part Where else the answer may be found
 * @throws when nothing is kept, or in a form that is not understood any more, and when the server has answered meanwhile
 */
export async function keptAnswer<E extends Endpoint>(
  endpoint: E,
  key: QueryKey,
  page: number,
  asked: Promise<ResponseOf<E>>,
  part?: PartOf<E>,
): Promise<ResponseOf<E>> {
  keepAnswers()
  // The query itself succeeds with the kept answer, and never tells of this failure.
  let isAnswered = false
  asked.then(() => {
    isAnswered = true
  }, noteFailure)
  const user = storedUser()
  if (!user || !schemaOf(endpoint)) throw new Error('Nothing is kept')
  const hash = hashKey(key)
  const found = await foundFor(await databaseOf(user.id), [endpoint, hash, page], part)
  if (!found || storedUser()?.id !== user.id) throw new Error('Nothing is kept')
  // The query has that answer by now: nothing of the device's is on the screen.
  if (isAnswered) throw new Error('Answered meanwhile')
  const { at, data } = found
  serving.add(hash)
  shown.set(hash, at)
  tell()
  asked.then(
    (answer) => {
      // Another user's cache has the same keys (keepCacheToUser), and must not get this answer.
      if (storedUser()?.id !== user.id) return
      queryClient.setQueryData(key, (old: unknown) => (isPaged(old) ? withPage(old, page, answer) : answer))
    },
    () => undefined,
  )
  return data
}

/** When a kept answer came, in milliseconds since 1970; 0 for an answer that is not kept. */
export async function keptAt(userId: number): Promise<(key: QueryKey) => number> {
  const index = (await (await databaseOf(userId)).get('answers', INDEX)) as Record<string, number> | undefined
  return (key) => index?.[hashKey(key)] ?? 0
}

interface Paged {
  readonly pages: readonly unknown[]
}
const isPaged = (data: unknown): data is Paged =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
const withPage = (data: Paged, page: number, answer: unknown): Paged => ({
  ...data,
  pages: data.pages.map((shownPage, at) => (at === page ? answer : shownPage)),
})

let batch: { userId: number; clientId: number; queries: Set<Query> } | undefined
let started = false

/** Keeps answers from now on, and notices when the server stops answering and when it answers again. */
export function keepAnswers(): void {
  if (started) return
  started = true
  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) if (query.state.data !== undefined) keepSoon(query)
  cache.subscribe((event) => {
    if (event.type === 'observerAdded' || event.type === 'observerRemoved') return tell()
    if (event.type === 'removed') shown.delete(event.query.queryHash)
    if (event.type !== 'updated') return
    const { action, query } = event
    // 'failed' comes before a retry, 'error' where there is none.
    if (action.type === 'failed' || action.type === 'error') noteFailure(action.error)
    if (action.type !== 'success' || serving.delete(query.queryHash)) return
    shown.delete(query.queryHash)
    keepSoon(query)
    // A screen's own optimistic update says nothing about the server.
    noteAway(action.manual ? away : false, awayReason)
  })
  onSessionChange(tell)
  window.addEventListener('offline', () => noteAway(true))
  window.addEventListener('online', () => {
    // What a try before still waits for may hang on the connection that is gone.
    trying = false
    void tryAgain()
  })
  setInterval(() => {
    if (dataOf() !== null) void tryAgain()
  }, RETRY)
  setInterval(() => {
    if (away && awayReason === 'signal') void tryAgain()
  }, LOOK)
  if (!navigator.onLine) noteAway(true)
}

/** Pause between two tries while the server does not answer, in milliseconds. */
const RETRY = 15_000
/** … and while there is no signal: a browser that believed itself connected tells of no return, and no server is kept busy. */
const LOOK = 5_000

function noteFailure(error: unknown): void {
  if (isPassing(error)) noteAway(true, isShopTrouble(error) ? 'shop' : 'signal')
}

function noteAway(isAway: boolean, of: Away = 'signal'): void {
  const isBack = away && !isAway
  away = isAway
  awayReason = of
  tell()
  if (isBack) void tryAgain()
}

let trying = false
/**
 * Asks again for the answers on the screen, and for others when they are next needed. Any answer shows that the server is
 * back.
 */
async function tryAgain(): Promise<void> {
  if (trying) return
  trying = true
  const before = lastHeard()
  // A form keeps the record it began with.
  await queryClient.invalidateQueries({ predicate: ({ meta }) => endpointOf(meta)?.kept === true })
  trying = false
  if (lastHeard() === before) return
  // All has just been asked for: where one call fails each time, others that are answered don't have it asked again at once.
  away = false
  tell()
}

function keepSoon(query: Query): void {
  const user = storedUser()
  if (!user || !endpointOf(query.meta)?.kept) return
  if (batch?.userId !== user.id || batch.clientId !== user.clientId) {
    batch = { userId: user.id, clientId: user.clientId, queries: new Set() }
    setTimeout(() => void write(), REST)
  }
  batch.queries.add(query)
}

async function write(): Promise<void> {
  const toWrite = batch
  batch = undefined
  if (!toWrite || storedUser()?.id !== toWrite.userId) return
  const database = await databaseOf(toWrite.userId)
  const put: Record<string, Kept> = {}
  for (const query of toWrite.queries) {
    const kept = keptOf(query, toWrite.clientId)
    if (kept) put[query.queryHash] = kept
  }
  const index = { ...((await database.get('answers', INDEX)) as Record<string, number> | undefined) }
  for (const [hash, { at }] of Object.entries(put)) index[hash] = at
  const keptIndex = staying(index)
  const remove = Object.keys(index).filter((hash) => !(hash in keptIndex))
  await database.change('answers', { put: { ...put, [INDEX]: keptIndex }, remove })
}

/** A query's data in the form in which they are kept; undefined for none. */
function keptOf(query: Query, clientId: number): Kept | undefined {
  const { data, dataUpdatedAt } = query.state
  const endpoint = endpointOf(query.meta)
  const schema = endpoint && schemaOf(endpoint)
  if (data === undefined || !schema) return undefined
  const pages = isPaged(data) ? data.pages.slice(0, MOST_PAGES) : [data]
  try {
    return { at: dataUpdatedAt, clientId, pages: pages.map((page) => z.encode(schema, page as never)) }
  } catch {
    // An optimistic update that has no wire form is not kept.
    return undefined
  }
}
