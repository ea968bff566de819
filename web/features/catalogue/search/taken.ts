/** What the client took of each article last; it loads after the first cards (R223, R242). */
import { type ReactNode, useSyncExternalStore } from 'react'

/** The last time in words ('24 el 01/11'). `since` compares a price of today, in cents, with the price of then. */
interface LastTime {
  readonly words: string
  readonly since: (now: number) => ReactNode
}

let taken: ReadonlyMap<number, LastTime> = new Map()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows on the cards what the client took last, by article id. */
export function showTaken(last: ReadonlyMap<number, LastTime>): void {
  taken = last
  for (const listener of listeners) listener()
}

/** Undefined for an article that was never taken, and until that is known. */
export const useTaken = (articleId: number): LastTime | undefined =>
  useSyncExternalStore(subscribe, () => taken.get(articleId))
