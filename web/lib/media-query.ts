import { useSyncExternalStore } from 'react'
import { breakpoints } from '../styles/breakpoints.ts'

/** As in the style sheets: a sheet of paper is no phone, however narrow. */
const phone = `screen and ${breakpoints.phone}`

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
