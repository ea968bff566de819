/** A text that could not be read for want of signal: kept, and offered again when the signal is back (R37). */
import { useState, useSyncExternalStore } from 'react'
import { getSimpleCart } from '../../../../contract/cart.ts'
import { dataOf, onDataOf } from '../../../lib/device/data-age.ts'
import { outdate } from '../../../lib/query.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { isUnread, keepUnread } from './draft.ts'

/** Whether a text waits to be read, and whether it could be now. */
export type SignalWait = 'none' | 'away' | 'back'

/** `wait` notes a text that could not be read, `end` that nothing waits any more. */
export function useSignalWait(owner: CartOwner) {
  const [waits, setWaits] = useState(() => isUnread(owner))
  const [trying, setTrying] = useState(false)
  const isBack = useSyncExternalStore(onDataOf, dataOf) === null && navigator.onLine && !trying
  const state: SignalWait = waits ? (isBack ? 'back' : 'away') : 'none'
  return {
    state,
    /** Whether the device has it: a browser may refuse to keep anything. */
    isKept: waits && isUnread(owner),
    wait: async () => {
      keepUnread(owner, true)
      setWaits(true)
      setTrying(true)
      // Another call, asked again until it is answered, tells when the server can be reached.
      await outdate(getSimpleCart)
      setTrying(false)
    },
    end: () => {
      keepUnread(owner, false)
      setWaits(false)
    },
  }
}
