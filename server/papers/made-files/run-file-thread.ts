/** Runs a thread that makes a file, from outside: watches it, sends it photos, and ends it when the file is written. */
import { Thread } from '../../lib/thread.ts'
import type { FileThreadData, FileThreadMessage, PhotosMessage } from './file-thread.ts'

type ReadFile = (name: string) => Promise<Uint8Array | null>

export interface FileThread {
  worker: URL
  task: unknown
  /** The file that the thread writes. */
  path: string
  /** Reads a stored file that the thread asks for. */
  file: ReadFile
  /** Called with the thread, so that it can be ended early, and with undefined when it has ended. */
  running: (thread: Thread | undefined) => void
  /** Articles done, all there are, and the bytes that lie on the disk. */
  progress: (facts: { done: number; total: number; bytes: number }) => void
}

const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }
/** Milliseconds; a thread that tells nothing for so long hangs. */
const SILENCE_MS = 60_000
/** Milliseconds; the whole catalogue of a large shop takes one minute. */
const LONGEST_MS = 10 * 60_000

/** Resolves when the thread has written the whole file. @throws when the thread fails, hangs, or ends without its file */
export async function runFileThread({ worker, task, path, file, running, progress }: FileThread): Promise<void> {
  const data: FileThreadData<unknown> = { task, path }
  const thread = new Thread(worker, { workerData: data, resourceLimits: LIMITS })
  running(thread)
  let silence: NodeJS.Timeout | undefined
  let whole: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      silence = setTimeout(() => reject(new Error('The thread hangs')), SILENCE_MS)
      whole = setTimeout(() => reject(new Error('The thread takes too long')), LONGEST_MS)
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
    clearTimeout(whole)
    running(undefined)
    await thread.terminate()
  }
}

async function sendPhotos(thread: Thread, { id, names }: FileThreadMessage & { kind: 'photos' }, read: ReadFile) {
  const photos = new Map<string, Uint8Array | null>()
  await Promise.all(names.map(async (name) => photos.set(name, await read(name).catch(() => null))))
  const buffers = [...photos.values()].flatMap((bytes) => (bytes ? bufferOf(bytes) : []))
  thread.postMessage({ id, photos } satisfies PhotosMessage, [...new Set(buffers)])
}

/** The buffer of a view, which can be transferred; none when the view is a part of a larger buffer. */
const bufferOf = ({ byteLength, buffer }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
