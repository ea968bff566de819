/**
 * Files that take a while to make and are the same for everybody who asks. Each is made once, in a thread, a few at a
 * time, and kept on the disk until its content changes. A caller may watch the progress, read the bytes as they are
 * made, and leave; when the last caller leaves, the work ends and nothing of it stays.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type Asker, fairQueue, type QueueTicket } from '../../lib/fair-queue.ts'
import type { Thread } from '../../lib/thread.ts'
import { runFileThread } from './run-file-thread.ts'
import type { SharedDocuments } from './shared-documents.service.ts'

export interface FileOrder<Task> {
  /** Letters, digits and dashes: the same content, the same key. */
  readonly key: string
  readonly worker: URL
  /** Reads what the file is made of; called when its turn has come. */
  readonly read: () => Promise<Task>
  /** The bytes of a stored file by name, for a thread that asks for other files than photos. */
  readonly file?: (name: string) => Promise<Uint8Array | null>
}

export interface Progress {
  readonly state: 'waiting' | 'making' | 'done' | 'failed'
  /** Articles. */
  readonly done: number
  readonly total: number
  /** The place in the line, 1 being the next; 0 when it does not wait. */
  readonly place: number
}

/** One caller's wish for a file. */
export interface Interest {
  progress(): Progress
  /** Resolves with the first bytes, or when the file is done. @throws when the file can't be made */
  begun(): Promise<void>
  /** Bytes of the whole file; undefined while the file is made. */
  size(): number | undefined
  /** The bytes as they are made; fails when making fails. Its end leaves the file, as `leave` does. */
  stream(): Readable
  /** Gives the wish up; when nobody wants the file any more, the work ends. */
  leave(): void
}

export interface MadeFiles {
  /**
   * Without an asker the wish shares its turn with nobody.
   * @throws Refusal when too much waits already, of the asker or of all
   */
  ask<Task>(order: FileOrder<Task>, asker?: Asker['key']): Interest
  /** How many files there are in each state, and the bytes of finished ones. */
  counts(): Readonly<Record<Exclude<Progress['state'], 'failed'> | 'bytes', number>>
  close(): Promise<void>
}

export interface MadeFilesParts {
  folder: string
  /** The JPEG of a photo by the name of its stored file. */
  photo: (name: string) => Promise<Uint8Array | null>
  /** Files made at once, of each asker one; the askers take turns. */
  most?: number
  /** Bytes of finished files to keep; the file that was asked for longest ago goes first. */
  keep?: number
  /** The documents that the instances share; undefined for a single instance. */
  shared?: SharedDocuments | undefined
}

interface Making {
  readonly order: FileOrder<unknown>
  /** Every making has a path of its own: an abandoned one clears its files away while the next of the same key writes. */
  readonly path: string
  state: Progress['state']
  done: number
  total: number
  bytes: number
  /** Whose wishes it is, once for each wish. */
  readonly askers: Asker['key'][]
  /** Whether it waits in the queue, and not for another instance's file. */
  queued: boolean
  /** The places in the queue, one for each asker: the first of them to come begins the making. */
  readonly places: Map<Asker['key'], QueueTicket>
  error?: Error
  worker?: Thread | undefined
  /** Breaks off fetching the file that another instance left. */
  readonly abandoned: AbortController
  usedAt: number
  /** Callbacks that wake those who wait for a change. */
  wake: (() => void)[]
}

const MB = 1024 * 1024
const CHUNK = 256 * 1024
/** Files that wait at most, of all and of one asker; a watcher has 12 at most. */
const WAITING = { waiting: 200, waitingOfOne: 16 } as const
/** Milliseconds for which `close` waits for files on their way to the other instances. */
const LEAVING_MS = 2_000
const NOBODY_WAITS = 'nobody waits for it any more'

/** Opens the folder of made files. Files of an earlier process are deleted, because they may be incomplete. */
export async function openMadeFiles({
  folder,
  photo,
  most = 2,
  keep = 400 * MB,
  shared,
}: MadeFilesParts): Promise<MadeFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name), { force: true })))
  const makings = new Map<string, Making>()
  const queue = fairQueue({ most, ...WAITING })
  const leaving = new Set<Promise<void>>()
  let begunMakings = 0
  let clock = 0
  let begunAlone = 0
  let closed = false

  const changed = (making: Making) => {
    for (const wake of making.wake.splice(0)) wake()
  }
  const change = (making: Making) => new Promise<void>((resolve) => making.wake.push(resolve))

  /** Gives a wish its place, unless the same asker waits for the same file already. @throws Refusal when too much waits */
  const queueUp = (making: Making, asker: Asker['key']) => {
    if (making.state !== 'waiting' || !making.queued || making.places.has(asker)) return
    making.places.set(
      asker,
      queue.enter(asker, async () => {
        if (closed || making.state !== 'waiting') return
        for (const place of making.places.values()) place.leave()
        await make(making)
      }),
    )
  }

  async function make(making: Making): Promise<void> {
    making.state = 'making'
    changed(making)
    const part = `${making.path}.part`
    try {
      // Another instance may have made the file while it waited here.
      if (await fetchShared(making)) return await finish(making)
      const task = await making.order.read()
      if (closed) throw new Error(NOBODY_WAITS)
      if (making.askers.length > 0) {
        await runFileThread({
          worker: making.order.worker,
          task,
          path: part,
          file: making.order.file ?? photo,
          running: (thread) => {
            making.worker = thread
          },
          progress: (facts) => changed(Object.assign(making, facts)),
        })
      }
      if (making.askers.length > 0) await rename(part, making.path)
      await finish(making)
      leaveForOthers(making)
    } catch (error) {
      await fail(making, error)
    }
  }

  async function finish(making: Making): Promise<void> {
    // The last caller may have left meanwhile.
    if (making.askers.length === 0) throw new Error(NOBODY_WAITS)
    making.state = 'done'
    making.usedAt = ++clock
    changed(making)
    await forgetOldest()
  }

  async function fail(making: Making, error: unknown): Promise<void> {
    making.state = 'failed'
    making.error = error instanceof Error ? error : new Error(String(error))
    if (makings.get(making.order.key) === making) makings.delete(making.order.key)
    await Promise.all([`${making.path}.part`, making.path].map((path) => rm(path, { force: true })))
    changed(making)
  }

  /** Fetches another instance's file; false when there is none. Its bytes count once all are here: fetching may fail. */
  async function fetchShared(making: Making): Promise<boolean> {
    const partialPath = `${making.path}.shared`
    const found = await shared?.fetch(making.order.key, partialPath, making.abandoned.signal)
    if (!found) {
      await rm(partialPath, { force: true })
      return false
    }
    await rename(partialPath, making.path)
    Object.assign(making, { done: found.articles, total: found.articles, bytes: found.bytes })
    return true
  }

  function leaveForOthers(making: Making): void {
    if (!shared) return
    const { bytes, total: articles, path, order } = making
    const leavingFile = shared.leave(order.key, path, { bytes, articles }).finally(() => leaving.delete(leavingFile))
    leaving.add(leavingFile)
  }

  /** A file that another instance made does not wait behind files that are made here. */
  async function fetchOrQueue(making: Making): Promise<void> {
    try {
      if (await fetchShared(making)) return await finish(making)
      if (making.askers.length === 0) throw new Error(NOBODY_WAITS)
      making.queued = true
      for (const asker of making.askers) queueUp(making, asker)
    } catch (error) {
      await fail(making, error)
    }
  }

  /** Keeps the finished files within their limit. */
  async function forgetOldest(): Promise<void> {
    const kept = [...makings.values()].filter(({ state }) => state === 'done').sort((a, b) => b.usedAt - a.usedAt)
    let bytes = 0
    for (const making of kept) {
      bytes += making.bytes
      if (bytes <= keep || making.askers.length > 0) continue
      makings.delete(making.order.key)
      await rm(making.path, { force: true })
    }
  }

  function leave(making: Making, asker: Asker['key']): void {
    making.askers.splice(making.askers.indexOf(asker), 1)
    if (!making.askers.includes(asker)) {
      making.places.get(asker)?.leave()
      making.places.delete(asker)
    }
    if (making.askers.length > 0 || making.state === 'done' || making.state === 'failed') return
    makings.delete(making.order.key)
    making.state = 'failed'
    making.error = new Error(NOBODY_WAITS)
    void making.worker?.terminate()
    making.abandoned.abort()
    changed(making)
  }

  async function begun(making: Making): Promise<void> {
    while (making.bytes === 0 && (making.state === 'waiting' || making.state === 'making')) await change(making)
    if (making.state === 'failed') throw making.error
  }

  async function* bytesOf(making: Making): AsyncGenerator<Buffer> {
    await begun(making)
    const part = `${making.path}.part`
    const file = await open(part, 'r').catch(() => open(making.path, 'r'))
    try {
      let at = 0
      for (;;) {
        while (at < making.bytes) {
          const buffer = Buffer.allocUnsafe(Math.min(CHUNK, making.bytes - at))
          const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
          if (bytesRead === 0) throw new Error('the file is shorter than it was told')
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        }
        if (making.state === 'done') return
        if (making.state === 'failed') throw making.error
        await change(making)
      }
    } finally {
      await file.close()
    }
  }

  /** The place from which it is made first. */
  const placeOf = ({ places }: Making): number =>
    [...places.values()].reduce((first, place) => Math.min(first, place.place() || first), Number.POSITIVE_INFINITY)

  function interestIn(making: Making, asker: Asker['key']): Interest {
    making.askers.push(asker)
    making.usedAt = ++clock
    let isHeld = true
    const leaveOnce = () => {
      if (isHeld) leave(making, asker)
      isHeld = false
    }
    return {
      progress: () => ({
        state: making.state,
        done: making.done,
        total: making.total,
        place: making.state === 'waiting' && making.places.size > 0 ? placeOf(making) : 0,
      }),
      begun: () => begun(making),
      size: () => (making.state === 'done' ? making.bytes : undefined),
      stream() {
        const stream =
          making.state === 'done'
            ? createReadStream(making.path, { highWaterMark: MB })
            : Readable.from(bytesOf(making), { objectMode: false })
        // A file that cannot be read, because it was removed, is made again for the next caller.
        stream.once('error', () => makings.get(making.order.key) === making && makings.delete(making.order.key))
        return stream.once('close', leaveOnce)
      },
      leave: leaveOnce,
    }
  }

  function newMaking(order: FileOrder<unknown>): Making {
    const making: Making = {
      order,
      path: join(folder, `${order.key}.${++begunMakings}`),
      state: 'waiting',
      done: 0,
      total: 0,
      bytes: 0,
      usedAt: 0,
      askers: [],
      queued: !shared,
      places: new Map(),
      wake: [],
      abandoned: new AbortController(),
    }
    makings.set(order.key, making)
    return making
  }

  return {
    ask(order, asker = `alone ${++begunAlone}`) {
      const known = makings.get(order.key)
      const making = known ?? newMaking(order)
      const interest = interestIn(making, asker)
      try {
        queueUp(making, asker)
      } catch (error) {
        interest.leave()
        throw error
      }
      if (!known && shared) void fetchOrQueue(making)
      return interest
    },
    counts() {
      const all = [...makings.values()]
      const count = (state: Progress['state']) => all.filter((making) => making.state === state).length
      const bytes = all.reduce((sum, making) => sum + (making.state === 'done' ? making.bytes : 0), 0)
      return { waiting: count('waiting'), making: count('making'), done: count('done'), bytes }
    },
    async close() {
      closed = true
      for (const { places } of makings.values()) for (const place of places.values()) place.leave()
      const ended = [...makings.values()].map(async ({ worker, abandoned }) => {
        abandoned.abort()
        await worker?.terminate()
      })
      await Promise.all([...ended, Promise.race([Promise.all(leaving), delay(LEAVING_MS)])])
    },
  }
}
