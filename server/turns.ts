/** Work that is not everybody's at once: a line in front of it, and a pause within it. */

/**
 * Gives the function that runs work when it is its turn: `most` at a time, the others in the order they came.
 * What the work needs much memory for is read inside of it, not while it waits.
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

/** Ends this turn of the event loop, so that what waits is answered before long work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
