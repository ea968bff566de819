/** What the client took of each article last, in words; comes after the first cards (R223). */
import { useSyncExternalStore } from 'react'

let taken: ReadonlyMap<number, string> = new Map()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts the words of a client's articles on the cards. */
export function showTaken(words: ReadonlyMap<number, string>): void {
  taken = words
  for (const listener of listeners) listener()
}

/** '24 el 01/11'; undefined for what was never taken, and until it is known. */
export const useTaken = (articleId: number): string | undefined =>
  useSyncExternalStore(subscribe, () => taken.get(articleId))
