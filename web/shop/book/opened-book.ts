/** Tells that something of a user who is back was opened. Apart from sealed-book.ts, which does it: who only listens needs nothing of it. */

const listeners = new Set<() => void>()

/** Calls `listener` when something was opened; answers how to stop. */
export function onOpened(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says so; sealed-book.ts opens. */
export function tellOpened(): void {
  for (const listener of listeners) listener()
}
