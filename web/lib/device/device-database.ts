/**
 * The device's database: copies of what the server answered, of one user at a time (R37, R226). It belongs to whoever
 * opened it first; another user's opening, the sign-out and seven days without the server empty it. Every read and write
 * checks the owner in its own transaction, so that a page left open writes nothing into another user's database.
 * No call throws: what storage refuses counts as not kept, and `onRefused` tells it. Load it lazily; it works in a worker,
 * too. What waits to be sent is not here but in shop/device-store.ts.
 */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { type Apart, heardAt, MOST_APART, passedAt } from './device-age.ts'
import { DATABASE, PICTURES } from './device-names.ts'
import { FORGET_PICTURES } from './worker-messages.ts'

/** What is kept of the user: answers of calls, and the catalogue for the engine. */
export type Store = 'answers' | 'catalogue'

interface Mark extends Apart {
  readonly userId: number
}

interface Schema extends DBSchema {
  meta: { key: string; value: Mark }
  answers: { key: string; value: unknown }
  catalogue: { key: string; value: unknown }
}

/** A user's part of the database, for as long as it is theirs. */
export interface DeviceDatabase {
  /** The value under a key; undefined when there is none, or it can't be read. */
  get(store: Store, key: string): Promise<unknown>
  /** All of a store, by key. */
  entries(store: Store): Promise<[key: string, value: unknown][]>
  /** Puts and removes in one transaction: all of it or nothing. False when it was not stored. */
  change(store: Store, change: Change): Promise<boolean>
}

export interface Change {
  /** Values by key: whatever the browser can clone. */
  readonly put?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

/** Raised when the stored values change their form. Everything here is a copy, so nothing is migrated. */
const VERSION = 1
const STORES = ['answers', 'catalogue'] as const
const ALL = ['meta', ...STORES] as const
const MARK = 'owner'

let connection: Promise<IDBPDatabase<Schema>> | undefined
let refused = false
const listeners = new Set<() => void>()

/** Whether storage has refused something. */
export const isRefused = (): boolean => refused

/** Calls `listener` when storage refuses something for the first time; answers how to stop. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A newer page has changed the database: this one goes on without it, which is no refusal. */
const isOutdated = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError'

function refuse(error: unknown): void {
  connection = undefined
  if (refused || isOutdated(error)) return
  refused = true
  for (const listener of listeners) listener()
}

function open(): Promise<IDBPDatabase<Schema>> {
  connection ??= openDB<Schema>(DATABASE, VERSION, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      for (const name of ALL) database.createObjectStore(name)
    },
    // Another tab wipes it, or a newer version of the shop wants it.
    blocking(_current, _wanted, event) {
      const database = event.target as IDBDatabase
      database.close()
      connection = undefined
    },
    terminated() {
      connection = undefined
    },
  })
  return connection
}

/** Does something with the database; `otherwise` when storage refuses. */
async function attempt<T>(otherwise: T, act: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    return await act(await open())
  } catch (error) {
    // Another tab's wipe has closed the database at this moment. The data are gone, and may come again.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) refuse(error)
    connection = undefined
    return otherwise
  }
}

/** Notes the time for `userId`. Empties the database where it is another user's or was without the server for too long. */
const claim = (userId: number, heard: boolean): Promise<'theirs' | 'emptied' | 'refused'> =>
  attempt<'theirs' | 'emptied' | 'refused'>('refused', async (database) => {
    const transaction = database.transaction(ALL, 'readwrite')
    const meta = transaction.objectStore('meta')
    const mark = await meta.get(MARK)
    const now = Date.now()
    const next = mark?.userId === userId && !heard ? passedAt(mark, now) : heardAt(now)
    const mustEmpty = mark !== undefined && (mark.userId !== userId || next.apart > MOST_APART)
    if (mustEmpty) await Promise.all(STORES.map((name) => transaction.objectStore(name).clear()))
    await meta.put({ ...(mustEmpty ? heardAt(now) : next), userId }, MARK)
    await transaction.done
    if (mustEmpty) await dropPictures()
    return mustEmpty ? 'emptied' : 'theirs'
  })

/**
 * The database for `userId`, emptied first of what another user left and of what is older than seven days without the
 * server. Call it for the signed-in user only.
 */
export async function deviceDatabase(userId: number): Promise<DeviceDatabase> {
  await claim(userId, false)
  const isTheirs = (mark: Mark | undefined) => mark?.userId === userId
  return {
    get: (store, key) =>
      attempt<unknown>(undefined, async (database) => {
        const transaction = database.transaction(['meta', store])
        const mark = transaction.objectStore('meta').get(MARK)
        const value = transaction.objectStore(store).get(key)
        return isTheirs(await mark) ? await value : undefined
      }),
    entries: (store) =>
      attempt<[string, unknown][]>([], async (database) => {
        const transaction = database.transaction(['meta', store])
        const kept = transaction.objectStore(store)
        const [mark, keys, values] = await Promise.all([
          transaction.objectStore('meta').get(MARK),
          kept.getAllKeys(),
          kept.getAll(),
        ])
        return isTheirs(mark) ? keys.map((key, at) => [key, values[at]]) : []
      }),
    change: (store, { put = {}, remove = [] }) =>
      attempt(false, async (database) => {
        const transaction = database.transaction(['meta', store], 'readwrite')
        if (!isTheirs(await transaction.objectStore('meta').get(MARK))) return false
        const kept = transaction.objectStore(store)
        const steps = [
          ...remove.map((key) => kept.delete(key)),
          ...Object.entries(put).map(([key, value]) => kept.put(value, key)),
        ]
        await Promise.all([...steps, transaction.done])
        return true
      }),
  }
}

/**
 * Notes that time has passed, or that the server has just answered `userId` (`heard`). True when that emptied the database.
 */
export const passTime = async (userId: number, heard: boolean): Promise<boolean> =>
  (await claim(userId, heard)) === 'emptied'

/** Deletes the database and the pictures: at sign-out. Other tabs let go of it by themselves. */
export async function wipeDevice(): Promise<void> {
  // Emptied first: deleting waits for every tab, and one that sleeps could keep it waiting.
  await attempt(undefined, async (database) => {
    const transaction = database.transaction(ALL, 'readwrite')
    await Promise.all([...ALL.map((name) => transaction.objectStore(name).clear()), transaction.done])
    database.close()
    connection = undefined
  })
  await Promise.all([deleteDatabase(), dropPictures()])
}

/** Deletes the emptied database. Where a sleeping tab holds it, the deletion is not waited for. */
async function deleteDatabase(): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      deleteDB(DATABASE, { blocked: () => resolve() }).then(resolve, reject)
    })
  } catch {
    // A browser that refuses storage has kept none.
  }
}

/** Pictures tell what somebody looked at. The service worker forgets its own list of them. */
async function dropPictures(): Promise<void> {
  try {
    await caches.delete(PICTURES)
    const registration = await navigator.serviceWorker?.getRegistration()
    registration?.active?.postMessage(FORGET_PICTURES)
  } catch {
    // A browser that refuses storage has kept none.
  }
}
