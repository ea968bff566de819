/** Time limits for what other machines do. */

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/**
 * What `work` answers, or TimeLimitError after `ms` milliseconds. The signal tells `work` to stop; the
 * caller goes on at once, whether `work` listens or not.
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

/** `work`, but no longer than the signal allows; the work itself goes on and may serve the next one. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  // Somebody else waits for it, or nobody: its failure is not unheard of.
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
