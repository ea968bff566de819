import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { optionalPart } from '../../lib/optional-part.ts'
import { useCartOwner, usePendingLines } from '../cart.ts'
import { onPending } from './cart-saves.ts'
import { hasMore } from './device-store.ts'
import styles from './notices.module.css'

const AskedLines = lazy(() => import('./AskedLines.tsx').then((module) => ({ default: module.AskedLines })))
const OrdersNotice = optionalPart(() => import('./OrdersNotice.tsx').then((module) => module.OrdersNotice))
// Nothing is refused and nothing waits before the first cards: their code comes after them, with the way to an order.
const RefusedLines = optionalPart(() => import('./RefusedLines.tsx').then((module) => module.OwnRefusedLines))
const WaitingLines = optionalPart(() => import('./WaitingLines.tsx').then((module) => module.WaitingLines))
const UnsentSheet = optionalPart(() => import('./Unsent.tsx').then((module) => module.UnsentSheet))

/**
 * Asks about lines that look like a slip or have left the cart meanwhile (R34, R422). While nothing is asked, it names the lines that the server refused,
 * until they are saved or discarded, and counts those that wait on the device for the server (R33, R228). 'Ver' lists all that
 * waits, of all clients (R255).
 */
export function UnsavedNotice() {
  const owner = useCartOwner()
  const pending = [...usePendingLines().values()]
  const [isListed, setListed] = useState(false)
  const list = () => setListed(true)
  const hasMoreKept = useSyncExternalStore(onPending, () => hasMore(owner))
  const asking = pending.filter(({ state }) => state === 'asking')
  const refused = pending.filter(({ state }) => state === 'refused')
  const waiting = pending.filter(({ state }) => state === 'waiting')
  if (asking.length > 0)
    return (
      <Suspense>
        <AskedLines lines={asking} owner={owner} />
      </Suspense>
    )
  return (
    <>
      {hasMoreKept && (
        <Suspense>
          <OrdersNotice onList={list} />
        </Suspense>
      )}
      {refused.length > 0 && (
        <Suspense>
          <RefusedLines lines={refused} owner={owner} />
        </Suspense>
      )}
      {/* The live region is there before its text: not every screen reader reads one that comes with its text. */}
      <div className={styles.said} aria-live="polite" aria-atomic>
        {refused.length === 0 && waiting.length > 0 && (
          <Suspense>
            <WaitingLines lines={waiting} onList={list} />
          </Suspense>
        )}
      </div>
      {isListed && (
        <Suspense>
          <UnsentSheet onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
}
