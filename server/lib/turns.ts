/** Limits the load of heavy work: a queue in front of it, and pauses for the event loop within it. */

/**
 * Makes a function that runs work when it is its turn: `most` at a time, the others in the order in which they came.
 * Data that needs much memory should be read inside the work, not while it waits.
 */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Milliseconds that long work may take of the event loop in one go. */
const LONGEST_STRETCH = 10
/** Makes a pause to be awaited before each step of long work: it yields to the event loop when the work has held it too long. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_STRETCH) return
    await nextTurn()
    since = performance.now()
  }
}

/** Ends this turn of the event loop, so that waiting requests are answered before long work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
