/** Building a snapshot beside the event loop: the main thread only passes text on. */
import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../../worker-url.ts'
import type { FromWorker, ToWorker } from './catalogue-worker.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

/** One rebuild, from the first row to the snapshot; its thread lives exactly as long. */
export interface Rebuild {
  /**
   * Hands over the text of a JSON array of CatalogueItem; some thousand rows a time, as the database gives
   * them. The text is copied to the thread, so pieces of at most a few megabytes keep the loop free.
   */
  add(json: string): void
  /** Resolves with the snapshot; rejects when a row is no JSON, the thread dies, or after cancel(). */
  build(): Promise<Snapshot>
  /** Gives the rebuild up and ends its thread. Harmless after the end. */
  cancel(): void
}

/** Starts a rebuild: call it before the query for the rows, so that the thread is up when they come. */
export function beginRebuild(worker: URL = workerUrl(import.meta.url, 'catalogue-worker')): Rebuild {
  const thread = new Worker(worker)
  const send = (message: ToWorker): void => thread.postMessage(message)
  const built = new Promise<Snapshot>((resolve, reject) => {
    thread.once('message', ({ data }: FromWorker) => {
      resolve(openSnapshot(data))
      void thread.terminate()
    })
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The catalogue rebuild ended before it was done')))
  })
  // A thread may fail before anybody waits for it; build() still hands the same rejection to its caller.
  built.catch(() => undefined)

  return {
    add: (json) => send({ type: 'rows', json }),
    build() {
      send({ type: 'build' })
      return built
    },
    cancel: () => void thread.terminate(),
  }
}
