import { useSyncExternalStore } from 'react'

const phone = '(max-width: 48em)'

/** Whether the screen is a phone's, by the same measure as the style sheets. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(phone)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(phone).matches,
    () => false,
  )
