import { useEffect, useRef, useState } from 'react'
import { holdPlace } from './navigation.ts'

export interface Unsaved {
  /** Whether to ask now: show a dialog with `discard` and `stay`. */
  readonly asking: boolean
  /** Leaves at once without changes, else after the user agreed. */
  readonly leave: (go: () => void) => void
  /** Leaves without asking: the changes were saved. */
  readonly leaveSaved: (go: () => void) => void
  readonly discard: () => void
  readonly stay: () => void
}

/** Keeps changes that are not saved: closing, Back and Forward ask first, and so does the browser before a reload. */
export function useUnsaved(dirty: boolean): Unsaved {
  const [pending, setPending] = useState<{ go: () => void } | null>(null)
  const allowed = useRef(false)
  useEffect(() => {
    if (!dirty) return
    const { href } = window.location
    const entry: unknown = window.history.state
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    holdPlace(() => {
      if (allowed.current) return false
      // Back to where the form is, so that it stays on the screen.
      window.history.pushState(entry, '', href)
      setPending({ go: () => window.history.back() })
      return true
    })
    window.addEventListener('beforeunload', onUnload)
    return () => {
      holdPlace(null)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty])
  const leaveSaved = (go: () => void) => {
    allowed.current = true
    go()
  }
  return {
    asking: pending !== null,
    leave: (go) => (dirty ? setPending({ go }) : go()),
    leaveSaved,
    discard: () => pending && leaveSaved(pending.go),
    stay: () => setPending(null),
  }
}
