import { useSyncExternalStore } from 'react'
import { breakpoints } from '../styles/breakpoints.ts'

/** Whether the screen is a phone's, by the same measure as the style sheets. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(breakpoints.phone)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(breakpoints.phone).matches,
    () => false,
  )
