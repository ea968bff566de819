/** The stages of the catalogue's first screen. All that is not its first articles is fetched in steps after them. */
import { type RefObject, useEffect, useState } from 'react'
import { painted, prepared } from '../../../lib/painted.ts'
import { openDeviceCatalogueSoon } from '../../../shop/book/device-catalogue/fill.ts'
import { prepareDetail } from './Detail.tsx'
import type { LoadedPages } from './use-pages.ts'

export interface PageStages {
  /** The first answer, articles or a failure, has been painted. */
  readonly isPainted: boolean
  /** Articles have been painted: the rest may be fetched. */
  readonly hasArticles: boolean
  /** The code of the way to an order has come, too. */
  readonly isSettled: boolean
}

const whenPrepared = () => prepared

/** Tells the stages of a list, and begins the work that waits for each stage. */
export function usePageStages({ started, failed }: LoadedPages): PageStages {
  const isPainted = useAfter(started || failed, painted)
  const hasArticles = isPainted && started
  const isSettled = useAfter(hasArticles, whenPrepared)
  useEffect(() => {
    // Without signal the list waits for the device's catalogue.
    if (isPainted || !navigator.onLine) return openDeviceCatalogueSoon()
  }, [isPainted])
  useEffect(() => {
    if (isSettled) prepareDetail()
  }, [isSettled])
  return { isPainted, hasArticles, isSettled }
}

/** Waits once a condition is true, and answers whether the waiting is over; `wait` must be the same function each time. */
function useAfter(isReady: boolean, wait: () => Promise<void>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isReady) return
    let isUnmounted = false
    void wait().then(() => isUnmounted || setOver(true))
    return () => {
      isUnmounted = true
    }
  }, [isReady, wait])
  return isOver
}

/** The list's own keys (R227), once articles are there; until then it has the browser's. */
export function useListKeys(list: RefObject<HTMLElement | null>, hasArticles: boolean): void {
  useEffect(() => {
    if (!hasArticles) return
    let stop: (() => void) | undefined
    let isUnmounted = false
    import('./list-keys.ts').then(
      ({ followKeys }) => {
        if (!isUnmounted) stop = followKeys(list)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [list, hasArticles])
}
