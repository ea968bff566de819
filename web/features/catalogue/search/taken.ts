/** What the client took of each article last; comes after the first cards (R223, R242). */
import { type ReactNode, useSyncExternalStore } from 'react'

/** The last time in words ('24 el 01/11'), and what a price today, in cents, is beside the one of then. */
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

/** Puts what is known of a client's articles on the cards. */
export function showTaken(last: ReadonlyMap<number, LastTime>): void {
  taken = last
  for (const listener of listeners) listener()
}

/** Undefined for what was never taken, and until it is known. */
export const useTaken = (articleId: number): LastTime | undefined =>
  useSyncExternalStore(subscribe, () => taken.get(articleId))
