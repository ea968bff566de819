/** Time limits for waiting on other machines. */

/** The work took longer than its limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/**
 * The answer of `work`. After `ms` milliseconds the signal tells `work` to stop, and the caller goes on at once, whether
 * `work` listens or not.
 *
 * @throws TimeLimitError after `ms` milliseconds, and any error of `work`
 */
export async function withTimeLimit<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(`no answer within ${ms} ms`)
      reject(error)
      stop.abort(error)
    }, ms)
  })
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for `work` until the signal aborts; the work itself goes on for other callers. @throws the signal's reason */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  // Nobody may wait for the work after an abort: its failure must not become an unhandled rejection.
  work.catch(() => {})
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
