import { useEffect, useRef, useState } from 'react'
import { holdPlace } from './navigation.ts'

export interface Unsaved {
  /** Whether to ask now: show a dialog with `discard` and `stay`. */
  readonly asking: boolean
  /** Goes, at once without changes, else when the person agreed. */
  readonly leave: (go: () => void) => void
  readonly discard: () => void
  readonly stay: () => void
}

/**
 * Guards changes that are not saved: closing, Back, Forward and links ask first, and so does the browser before a reload.
 * `isDirty` is called at that moment, because Escape may follow the last key before the next render.
 */
export function useUnsaved(isDirty: () => boolean, drop: () => void): Unsaved {
  const [pending, setPending] = useState<{ go: () => void } | null>(null)
  const holds = (go: () => void): boolean => {
    if (!isDirty()) return false
    setPending({ go })
    return true
  }
  const latest = useRef({ isDirty, holds })
  latest.current = { isDirty, holds }
  useEffect(() => {
    const letGo = holdPlace((go) => latest.current.holds(go))
    const onUnload = (event: BeforeUnloadEvent) => {
      if (latest.current.isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => {
      letGo()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [])
  return {
    asking: pending !== null,
    leave: (go) => {
      if (!holds(go)) go()
    },
    discard: () => {
      setPending(null)
      drop()
      pending?.go()
    },
    stay: () => setPending(null),
  }
}
