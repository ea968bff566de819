/** PDFs and workbooks are made in threads: hundreds of lines would hold up every other answer. */
import { parentPort, Worker } from 'node:worker_threads'
import { turns } from './turns.ts'

/** Documents made at once, whoever asks for them. */
const MAX_THREADS = 2
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const inTurn = turns(MAX_THREADS)

/**
 * Makes a document in a thread that ends with it and takes its memory along.
 *
 * @param worker a thread that reads its `workerData` and answers with `sendDocument`
 * @param read what the document is made of; read when it is its turn
 * @throws when the thread fails, and what `read` throws
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

/** Answers, from inside such a thread, with the document. */
export function sendDocument(document: Uint8Array): void {
  // A copy of its own can be handed over; small buffers share their memory with others.
  const bytes = new Uint8Array(document)
  parentPort?.postMessage(bytes, [bytes.buffer])
}
