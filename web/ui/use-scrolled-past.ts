import { useEffect, useRef } from 'react'

/** How much of the page has passed the window's lower edge: 1 at the end, also when all of it fits. */
export function scrolledPart(): number {
  const { scrollHeight } = document.documentElement
  return scrollHeight === 0 ? 1 : (window.scrollY + window.innerHeight) / scrollHeight
}

/** Calls `reach` when the page is scrolled past `part` of its height (0 to 1), as long as `armed`. */
export function useScrolledPast(part: number, armed: boolean, reach: () => void): void {
  const latest = useRef(reach)
  useEffect(() => {
    latest.current = reach
  })
  useEffect(() => {
    if (!armed) return
    const look = () => {
      if (scrolledPart() >= part) latest.current()
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look, { passive: true })
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [part, armed])
}
