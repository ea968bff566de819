/** Makes PDFs and workbooks in threads: hundreds of lines would block the event loop for all other requests. */
import { parentPort, Worker } from 'node:worker_threads'
import { turns } from './turns.ts'

/** The most documents that are made at the same time, for all callers together. */
const MAX_THREADS = 2
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const inTurn = turns(MAX_THREADS)

/**
 * Makes a document in a thread of its own, which then ends and frees its memory.
 *
 * @param worker a thread that reads its `workerData` and answers with `sendDocument`
 * @param read reads the data of the document; called when it is the document's turn
 * @throws when the thread fails, and any error of `read`
 */
export function makeDocument<Task>(worker: URL, read: () => Promise<Task>): Promise<Uint8Array> {
  return inTurn(async () => {
    const thread = new Worker(worker, { workerData: await read(), resourceLimits: LIMITS })
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.once('exit', () => reject(new Error('The thread ended without a document')))
      })
    } finally {
      await thread.terminate()
    }
  })
}

/** Sends the document from inside such a thread to `makeDocument`. */
export function sendDocument(document: Uint8Array): void {
  // Only a copy can be transferred: small buffers share their memory with others.
  const bytes = new Uint8Array(document)
  parentPort?.postMessage(bytes, [bytes.buffer])
}
