/**
 * Tells that entries of a user who is back were decrypted. Apart from sealed-book.ts, which decrypts them: a listener does not
 * have to load that.
 */

const listeners = new Set<() => void>()

/** Calls `listener` when entries were decrypted; returns how to stop. */
export function onOpened(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the listeners; sealed-book.ts calls it once it has decrypted. */
export function tellOpened(): void {
  for (const listener of listeners) listener()
}
