import { useEffect, useRef } from 'react'

/** Each step of a screen begins at its top, for the keyboard and the reader too. */
export function useStepFocus(step: string): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    document.getElementById('contenido')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step])
}
