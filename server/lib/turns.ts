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

/** Milliseconds that long work may take of the event loop in one go. */
const LONGEST_STRETCH = 10
/** Gives the pause for work of many small steps, to be asked for before each: it ends the turn of the event loop when that has taken long. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_STRETCH) return
    await nextTurn()
    since = performance.now()
  }
}

/** Ends this turn of the event loop, so that what waits is answered before long work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
