/** Whether somebody has begun to work since the page was loaded: what opens by itself then waits for the next load (R45). */
import { useEffect } from 'react'

/** The sign-in of the last touch or key. */
let begunBy: string | undefined

/** A name for a sign-in: its user, and the end of its token, which each session has for itself. */
export const signinOf = ({ id, token }: { id: number; token: string }): string => `${id}:${token.slice(-8)}`

/** Whether somebody has worked in this sign-in since the page was loaded. */
export const hasBegun = (signin: string): boolean => begunBy === signin

const TOUCHES = ['pointerdown', 'keydown'] as const

/** Calls `onTouch` at each touch and key on the page, before the page sees it. */
export function useTouch(onTouch: () => void): void {
  useEffect(() => {
    for (const name of TOUCHES) window.addEventListener(name, onTouch, true)
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, onTouch, true)
    }
  }, [onTouch])
}

/** Notes a touch or key in a sign-in, on whatever screen. */
export function noteWork(signin: string): void {
  begunBy = signin
}
