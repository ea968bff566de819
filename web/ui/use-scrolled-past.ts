import { useEffect, useRef } from 'react'

/** How much of a page has passed the window's lower edge: 1 at the end, also when all of it fits. All in pixels. */
export const scrolledPart = (view: { scrollTop: number; height: number; scrollHeight: number }): number =>
  view.scrollHeight === 0 ? 1 : (view.scrollTop + view.height) / view.scrollHeight

const viewOfWindow = () => ({
  scrollTop: window.scrollY,
  height: window.innerHeight,
  scrollHeight: document.documentElement.scrollHeight,
})

/**
 * Calls `reach` when the page is scrolled past `part` of its height (0 to 1), as long as `armed`. `shown` is how much the
 * page shows: when it changes, the page is looked at again.
 */
export function useScrolledPast(part: number, armed: boolean, reach: () => void, shown = 0): void {
  const latest = useRef(reach)
  useEffect(() => {
    latest.current = reach
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed: looked at again.
  useEffect(() => {
    if (!armed) return
    const look = () => {
      if (scrolledPart(viewOfWindow()) >= part) latest.current()
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look, { passive: true })
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [part, armed, shown])
}
