/** A text that could not be read for want of signal: kept, and offered again when the signal is back (R37). */
import { useState, useSyncExternalStore } from 'react'
import { getSimpleCart } from '../../../../contract/cart.ts'
import { dataOf, onDataOf } from '../../../lib/device/data-age.ts'
import { outdate } from '../../../lib/query.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { isUnread, keepUnread } from './draft.ts'

/** 'away': a text waits for the signal. 'back': a text waits, and could be read now. */
export type SignalWait = 'none' | 'away' | 'back'

/** `wait` notes that a text could not be read, `end` that no text waits any more. */
export function useSignalWait(owner: CartOwner) {
  const [waits, setWaits] = useState(() => isUnread(owner))
  const [trying, setTrying] = useState(false)
  const isBack = useSyncExternalStore(onDataOf, dataOf) === null && navigator.onLine && !trying
  const state: SignalWait = waits ? (isBack ? 'back' : 'away') : 'none'
  return {
    state,
    /** Whether the device keeps the waiting text: a browser may refuse to keep anything. */
    isKept: waits && isUnread(owner),
    wait: async () => {
      keepUnread(owner, true)
      setWaits(true)
      setTrying(true)
      // The cart's query, which is retried until it is answered, shows when the server can be reached.
      await outdate(getSimpleCart)
      setTrying(false)
    },
    end: () => {
      keepUnread(owner, false)
      setWaits(false)
    },
  }
}
