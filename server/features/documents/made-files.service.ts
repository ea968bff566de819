/**
 * Files that take a while to make and are the same for everybody who asks: made once, beside the event loop, a few at
 * a time, kept on the disk until what they show changes. Who asks may watch, read along, and leave; when nobody is
 * left the work ends and nothing of it stays.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FileThreadData, FileThreadMessage, PhotosMessage } from './file-thread.ts'

export interface FileOrder<Task> {
  /** Letters, digits and dashes: the same content, the same key. */
  readonly key: string
  readonly worker: URL
  /** What it is made of; read when it is its turn. */
  readonly read: () => Promise<Task>
  /** The bytes of a stored file by name, for a thread that asks for others than photos. */
  readonly file?: (name: string) => Promise<Uint8Array | null>
}

export interface Progress {
  readonly state: 'waiting' | 'making' | 'done' | 'failed'
  /** Articles. */
  readonly done: number
  readonly total: number
  /** How many are before it in the line; 0 when it is its turn. */
  readonly place: number
}

/** Somebody who wants a file. */
export interface Interest {
  progress(): Progress
  /** Resolves when the first bytes are there, or all. @throws when it can't be made */
  begun(): Promise<void>
  /** Bytes of the whole file, undefined while it is made. */
  size(): number | undefined
  /** The bytes as they are made; breaks off when making fails. It leaves by itself when it ends. */
  stream(): Readable
  /** No more interested; the last one to leave ends the work. */
  leave(): void
}

export interface MadeFiles {
  ask<Task>(order: FileOrder<Task>): Interest
  /** How many there are of each state, and the bytes of those that are kept. */
  counts(): Readonly<Record<Exclude<Progress['state'], 'failed'> | 'bytes', number>>
  close(): Promise<void>
}

export interface MadeFilesParts {
  folder: string
  /** The JPEG of a photo by the name of its stored file. */
  photo: (name: string) => Promise<Uint8Array | null>
  /** Made at once; the others wait in the order they came. */
  most?: number
  /** Bytes of finished files to keep; what was asked for longest ago goes first. */
  keep?: number
}

interface Making {
  readonly order: FileOrder<unknown>
  /** Its own: an abandoned making clears its files away while the next one of the same key writes. */
  readonly path: string
  state: Progress['state']
  done: number
  total: number
  bytes: number
  interests: number
  error?: Error
  worker?: Worker
  usedAt: number
  /** Wakes who waits for a change. */
  wake: (() => void)[]
}

const MB = 1024 * 1024
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
const CHUNK = 256 * 1024
/** A thread that says nothing for so long hangs. */
const SILENCE_MS = 60_000

/** Opens the place for made files; what an earlier process left is thrown away, because it may be half a file. */
export async function openMadeFiles({
  folder,
  photo,
  most = 2,
  keep = 400 * MB,
}: MadeFilesParts): Promise<MadeFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name), { force: true })))
  const makings = new Map<string, Making>()
  const line: Making[] = []
  let running = 0
  let begunMakings = 0
  let clock = 0
  let closed = false

  const changed = (making: Making) => {
    for (const wake of making.wake.splice(0)) wake()
  }
  const change = (making: Making) => new Promise<void>((resolve) => making.wake.push(resolve))

  const startNext = () => {
    while (running < most && !closed) {
      const making = line.shift()
      if (!making) return
      running++
      void make(making).finally(() => {
        running--
        startNext()
      })
    }
  }

  async function make(making: Making): Promise<void> {
    making.state = 'making'
    changed(making)
    const part = `${making.path}.part`
    try {
      const task = await making.order.read()
      if (making.interests > 0) await runThread(making, task, part)
      if (making.interests > 0) await rename(part, making.path)
      // The last one may have left meanwhile.
      if (making.interests === 0) throw new Error('nobody waits for it any more')
      making.state = 'done'
      making.usedAt = ++clock
      changed(making)
      await forgetOldest()
    } catch (error) {
      making.state = 'failed'
      making.error = error instanceof Error ? error : new Error(String(error))
      if (makings.get(making.order.key) === making) makings.delete(making.order.key)
      await Promise.all([part, making.path].map((path) => rm(path, { force: true })))
      changed(making)
    }
  }

  /** Resolves when the thread wrote the file whole. */
  async function runThread(making: Making, task: unknown, path: string): Promise<void> {
    const data: FileThreadData<unknown> = { task, path }
    const thread = new Worker(making.order.worker, { workerData: data, resourceLimits: LIMITS })
    making.worker = thread
    let silence: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        silence = setTimeout(() => reject(new Error('The thread hangs')), SILENCE_MS)
        thread.on('message', (message: FileThreadMessage) => {
          silence?.refresh()
          if (message.kind === 'photos') return void sendPhotos(thread, message, making.order.file ?? photo)
          const { done, total, bytes, ended } = message
          Object.assign(making, { done, total, bytes })
          changed(making)
          if (ended) resolve()
        })
        thread.once('error', reject)
        thread.once('exit', () => reject(new Error('The thread ended without its file')))
      })
    } finally {
      clearTimeout(silence)
      making.worker = undefined
      await thread.terminate()
    }
  }

  async function sendPhotos(
    thread: Worker,
    { id, names }: FileThreadMessage & { kind: 'photos' },
    read: MadeFilesParts['photo'],
  ) {
    const photos = new Map<string, Uint8Array | null>()
    await Promise.all(names.map(async (name) => photos.set(name, await read(name).catch(() => null))))
    const buffers = [...photos.values()].flatMap((bytes) => (bytes ? bufferOf(bytes) : []))
    thread.postMessage({ id, photos } satisfies PhotosMessage, [...new Set(buffers)])
  }

  /** Keeps the finished files within their limit. */
  async function forgetOldest(): Promise<void> {
    const kept = [...makings.values()]
      .filter(({ state }) => state === 'done')
      .sort((a, b) => b.usedAt - a.usedAt)
    let bytes = 0
    for (const making of kept) {
      bytes += making.bytes
      if (bytes <= keep || making.interests > 0) continue
      makings.delete(making.order.key)
      await rm(making.path, { force: true })
    }
  }

  function leave(making: Making): void {
    making.interests--
    if (making.interests > 0 || making.state === 'done' || making.state === 'failed') return
    const place = line.indexOf(making)
    if (place >= 0) line.splice(place, 1)
    makings.delete(making.order.key)
    making.state = 'failed'
    making.error = new Error('nobody waits for it any more')
    void making.worker?.terminate()
    changed(making)
  }

  async function begun(making: Making): Promise<void> {
    while (making.bytes === 0 && (making.state === 'waiting' || making.state === 'making'))
      await change(making)
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

  function interestIn(making: Making): Interest {
    making.interests++
    making.usedAt = ++clock
    let here = true
    const goAway = () => {
      if (here) leave(making)
      here = false
    }
    return {
      progress: () => ({
        state: making.state,
        done: making.done,
        total: making.total,
        place: line.indexOf(making) + 1,
      }),
      begun: () => begun(making),
      size: () => (making.state === 'done' ? making.bytes : undefined),
      stream() {
        const stream =
          making.state === 'done'
            ? createReadStream(making.path, { highWaterMark: MB })
            : Readable.from(bytesOf(making), { objectMode: false })
        // A file that somebody took away is made again for the next one.
        stream.once(
          'error',
          () => makings.get(making.order.key) === making && makings.delete(making.order.key),
        )
        return stream.once('close', goAway)
      },
      leave: goAway,
    }
  }

  return {
    ask(order) {
      let making = makings.get(order.key)
      if (!making) {
        const path = join(folder, `${order.key}.${++begunMakings}`)
        making = {
          order,
          path,
          state: 'waiting',
          done: 0,
          total: 0,
          bytes: 0,
          interests: 0,
          usedAt: 0,
          wake: [],
        }
        makings.set(order.key, making)
        line.push(making)
        const interest = interestIn(making)
        startNext()
        return interest
      }
      return interestIn(making)
    },
    counts() {
      const all = [...makings.values()]
      const count = (state: Progress['state']) => all.filter((making) => making.state === state).length
      const bytes = all.reduce((sum, making) => sum + (making.state === 'done' ? making.bytes : 0), 0)
      return { waiting: count('waiting'), making: count('making'), done: count('done'), bytes }
    },
    async close() {
      closed = true
      line.length = 0
      const ended = [...makings.values()].map(async ({ worker }) => worker?.terminate())
      await Promise.all(ended)
    },
  }
}

/** A view's own buffer, which can be handed over; none for a part of a larger one. */
const bufferOf = ({ byteLength, buffer }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
