/** Fetches the tooltip's code when the pointer or the focus first reaches something that has one. */
import { lazy, Suspense, useEffect, useState } from 'react'

const TipLayer = lazy(() => import('./TipLayer.tsx').then((module) => ({ default: module.TipLayer })))

export function Tips() {
  const [first, setFirst] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (first) return
    const onReach = ({ target }: Event) => {
      const found = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (found) setFirst(found)
    }
    document.addEventListener('pointerover', onReach)
    document.addEventListener('focusin', onReach)
    return () => {
      document.removeEventListener('pointerover', onReach)
      document.removeEventListener('focusin', onReach)
    }
  }, [first])
  return (
    first && (
      <Suspense>
        <TipLayer first={first} />
      </Suspense>
    )
  )
}
