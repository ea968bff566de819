import { useSyncExternalStore } from 'react'
import { isWithoutSignal, onDataOf } from './data-age.ts'

const onSignal = (listener: () => void) => {
  for (const change of ['online', 'offline']) window.addEventListener(change, listener)
  const stopData = onDataOf(listener)
  return () => {
    for (const change of ['online', 'offline']) window.removeEventListener(change, listener)
    stopData()
  }
}

/**
 * Whether there is a signal, as the bar at the screen's foot says it: a browser counts a network without internet, and in some
 * versions every freshly loaded page, as a connection.
 */
export const useHasSignal = (): boolean => useSyncExternalStore(onSignal, () => navigator.onLine && !isWithoutSignal())
