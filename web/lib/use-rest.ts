import { useEffect, useRef } from 'react'
import { useOnLeave } from './use-on-leave.ts'

/**
 * Hands the latest value over once it has rested for `ms` milliseconds, and at once when the screen is left: its last
 * step must not be lost. `cancel` when it has been handed over, or taken back.
 */
export function useRest<Value>(hand: (value: Value) => void, ms: number) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; value: Value }>(undefined)
  const latest = useRef(hand)
  useEffect(() => {
    latest.current = hand
  })
  const cancel = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  const later = (value: Value) => {
    cancel()
    const timer = setTimeout(() => {
      waiting.current = undefined
      latest.current(value)
    }, ms)
    waiting.current = { timer, value }
  }
  useOnLeave(() => {
    if (waiting.current) hand(waiting.current.value)
  })
  return { later, cancel }
}
