/** A line in front of work of which only so much may go on at once. */

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
