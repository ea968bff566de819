/** Inside a thread that makes a file: it writes to the disk itself, tells how far it is, and asks for photos. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import '../../lib/compress-safely.ts'

/** The data with which such a thread is started. */
export interface FileThreadData<Task> {
  task: Task
  /** The file that the thread writes. */
  path: string
}
/** What the thread tells: articles done of all, and bytes on the disk; or asks for: photos by name. */
export type FileThreadMessage =
  | { kind: 'progress'; done: number; total: number; bytes: number; ended: boolean }
  | { kind: 'photos'; id: number; names: readonly string[] }
/** The answer to a request for photos. */
export interface PhotosMessage {
  id: number
  /** JPEG by name; null for what is not stored. */
  photos: ReadonlyMap<string, Uint8Array | null>
}

/** A stream of bytes as PDF libraries have it. */
interface Source {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface FileTools {
  photosOf(names: readonly string[]): Promise<PhotosMessage['photos']>
  /** Writes the bytes of a source; resolves when the source ends. */
  write(source: Source): Promise<void>
  writeBytes(bytes: Uint8Array): void
  /** Tells the progress, in articles. */
  tell(done: number, total: number): void
}

/** Lets searches go first: on Linux the priority is the thread's own, elsewhere it would be the whole process's. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(19, getPriority(0) + 5))
  } catch {
    // Without the permission the thread works at the normal priority.
  }
}

/** Runs `make` in the thread; the file is whole when it resolves, and thrown away when it throws. */
export async function makeFileInThread<Task>(make: (task: Task, tools: FileTools) => Promise<void>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('makeFileInThread runs in a thread')
  giveWay()
  const { task, path } = workerData as FileThreadData<Task>
  const file = openSync(path, 'wx')
  const waiting = new Map<number, (photos: PhotosMessage['photos']) => void>()
  let bytes = 0
  let lastRequestId = 0
  let progress = { done: 0, total: 0 }
  const say = (message: FileThreadMessage) => port.postMessage(message)
  const writeBytes = (chunk: Uint8Array) => {
    for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
    bytes += chunk.length
  }
  port.on('message', ({ id, photos }: PhotosMessage) => {
    waiting.get(id)?.(photos)
    waiting.delete(id)
  })
  await make(task, {
    photosOf(names) {
      if (names.length === 0) return Promise.resolve(new Map())
      const id = ++lastRequestId
      say({ kind: 'photos', id, names })
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    write: (source) =>
      new Promise((resolve, reject) => {
        source.on('data', writeBytes)
        source.on('end', resolve)
        source.on('error', reject)
      }),
    writeBytes,
    tell(done, total) {
      progress = { done, total }
      say({ kind: 'progress', ...progress, bytes, ended: false })
    },
  })
  closeSync(file)
  say({ kind: 'progress', ...progress, bytes, ended: true })
  port.close()
}
