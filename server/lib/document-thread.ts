/** Makes PDFs and workbooks in threads: hundreds of lines would block the event loop for all other requests. */
import { parentPort } from 'node:worker_threads'
import type { Asker } from './fair-queue.ts'
import { heavyWork } from './heavy-work.ts'
import { Thread } from './thread.ts'
import { untilAborted, withTimeLimit } from './time-limit.ts'
import './compress-safely.ts'

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
/** Milliseconds; the longest list takes a few seconds. */
const LONGEST_MS = 60_000

/**
 * Makes a document in a thread of its own, which then ends and frees its memory. It ends early when its asker goes away.
 *
 * @param worker a thread that reads its `workerData` and answers with `sendDocument`
 * @param read reads the data of the document; called when it is the document's turn
 * @throws Refusal when too much waits already; when the thread fails or takes over a minute; any error of `read`
 */
export function makeDocument<Task>(
  worker: URL,
  asker: Asker,
  read: () => Promise<Task>,
): Promise<Uint8Array> {
  return heavyWork.sheets.run(asker, async (signal) => {
    const task = await read()
    signal?.throwIfAborted()
    const thread = new Thread(worker, { workerData: task, resourceLimits: LIMITS })
    const made = new Promise<Uint8Array>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('The thread ended without a document')))
    })
    try {
      return await withTimeLimit(LONGEST_MS, () => untilAborted(made, signal))
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
