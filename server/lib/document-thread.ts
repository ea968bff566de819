/** Makes PDFs and workbooks in threads: hundreds of lines would block the event loop for all other requests. */
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { Asker } from './fair-queue.ts'
import { heavyWork } from './heavy-work.ts'
import { Thread } from './thread.ts'
import { untilAborted, withTimeLimit } from './time-limit.ts'
import './compress-safely.ts'

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
/** Milliseconds; the longest list takes a few seconds. */
const LONGEST_MS = 60_000

/** Milliseconds that a thread waits for another document of its kind: to begin a new one takes longer than most documents. */
const WAITS_MS = 20_000

interface Waiting {
  readonly thread: Thread
  readonly end: NodeJS.Timeout
}
/** The threads that wait for another document, at most one for each module. */
const waiting = new Map<string, Waiting>()

/** A thread that waits, or a new one. */
function takeThread(worker: URL): Thread {
  const kept = waiting.get(worker.href)
  if (!kept) return beginThread(worker)
  waiting.delete(worker.href)
  clearTimeout(kept.end)
  kept.thread.ref()
  return kept.thread
}

function beginThread(worker: URL): Thread {
  const thread = new Thread(worker, { resourceLimits: LIMITS })
  // An error that no document waits for would end the process.
  thread.on('error', () => {})
  thread.once('exit', () => {
    const kept = waiting.get(worker.href)
    if (kept?.thread !== thread) return
    clearTimeout(kept.end)
    waiting.delete(worker.href)
  })
  return thread
}

/** Lets a thread wait, without holding the process; it ends if another one of its kind does so already. */
function keepThread(worker: URL, thread: Thread): void {
  if (waiting.has(worker.href)) return void thread.terminate()
  const end = setTimeout(() => {
    // Ending it takes a moment, in which nobody may take it.
    waiting.delete(worker.href)
    void thread.terminate()
  }, WAITS_MS).unref()
  thread.unref()
  waiting.set(worker.href, { thread, end })
}

/** The thread's answer to a task. @throws what ended the thread instead */
async function answerOf(thread: Thread, task: unknown): Promise<Uint8Array> {
  const heard = new AbortController()
  try {
    const answer = once(thread, 'message', heard)
    const end = once(thread, 'exit', heard).then(() => {
      throw new Error('The thread ended without a document')
    })
    thread.postMessage(task)
    const [document] = await Promise.race([answer, end])
    return document as Uint8Array
  } finally {
    heard.abort()
  }
}

/**
 * Makes a document in a thread, which then waits a little for another one and ends. It ends early when its asker goes away.
 *
 * @param worker the module of a thread that calls `serveDocuments`
 * @param read reads the task of the document; called when it is the document's turn
 * @throws Refusal when too much waits already; when the thread fails or takes over a minute; any error of `read`
 */
export function makeDocument<Task>(worker: URL, asker: Asker, read: () => Promise<Task>): Promise<Uint8Array> {
  return heavyWork.sheets.run(asker, async (signal) => {
    const task = await read()
    signal?.throwIfAborted()
    const thread = takeThread(worker)
    try {
      const document = await withTimeLimit(LONGEST_MS, () => untilAborted(answerOf(thread, task), signal))
      keepThread(worker, thread)
      return document
    } catch (error) {
      await thread.terminate()
      throw error
    }
  })
}

/** Answers the tasks of `makeDocument` from inside such a thread. */
export function serveDocuments<Task>(make: (task: Task) => Promise<Uint8Array>): void {
  parentPort?.on('message', async (task: Task) => {
    // Only a copy can be transferred: small buffers share their memory with others.
    const bytes = new Uint8Array(await make(task))
    parentPort?.postMessage(bytes, [bytes.buffer])
  })
}
