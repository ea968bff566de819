import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The place in the header that a screen may fill, e.g. the catalogue with its search box. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

/** Shows its children in the header instead of here. */
export function InHeader({ children }: { children: ReactNode }) {
  const place = use(HeaderSlot)
  return place && createPortal(children, place)
}
