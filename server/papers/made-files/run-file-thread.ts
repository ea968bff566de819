/** The thread that makes a file, seen from outside: it is watched, handed its photos, and ended with its file. */
import { Worker } from 'node:worker_threads'
import type { FileThreadData, FileThreadMessage, PhotosMessage } from './file-thread.ts'

type ReadFile = (name: string) => Promise<Uint8Array | null>

export interface FileThread {
  worker: URL
  task: unknown
  /** Where it writes. */
  path: string
  /** The bytes of a stored file that it asks for. */
  file: ReadFile
  /** Told of the thread, so that it can be ended early, and of its end. */
  running: (thread: Worker | undefined) => void
  /** Articles done, all there are, and the bytes that lie on the disk. */
  progress: (facts: { done: number; total: number; bytes: number }) => void
}

const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
/** A thread that says nothing for so long hangs. */
const SILENCE_MS = 60_000

/** Resolves when the thread wrote the file whole. */
export async function runFileThread({
  worker,
  task,
  path,
  file,
  running,
  progress,
}: FileThread): Promise<void> {
  const data: FileThreadData<unknown> = { task, path }
  const thread = new Worker(worker, { workerData: data, resourceLimits: LIMITS })
  running(thread)
  let silence: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      silence = setTimeout(() => reject(new Error('The thread hangs')), SILENCE_MS)
      thread.on('message', (message: FileThreadMessage) => {
        silence?.refresh()
        if (message.kind === 'photos') return void sendPhotos(thread, message, file)
        const { done, total, bytes, ended } = message
        progress({ done, total, bytes })
        if (ended) resolve()
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('The thread ended without its file')))
    })
  } finally {
    clearTimeout(silence)
    running(undefined)
    await thread.terminate()
  }
}

async function sendPhotos(
  thread: Worker,
  { id, names }: FileThreadMessage & { kind: 'photos' },
  read: ReadFile,
) {
  const photos = new Map<string, Uint8Array | null>()
  await Promise.all(names.map(async (name) => photos.set(name, await read(name).catch(() => null))))
  const buffers = [...photos.values()].flatMap((bytes) => (bytes ? bufferOf(bytes) : []))
  thread.postMessage({ id, photos } satisfies PhotosMessage, [...new Set(buffers)])
}

/** A view's own buffer, which can be handed over; none for a part of a larger one. */
const bufferOf = ({ byteLength, buffer }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
