import { useEffect, useRef } from 'react'

/** Calls the latest `act` when its part of the screen goes away, as by the browser's way back, which blurs no box. */
export function useOnLeave(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
}
