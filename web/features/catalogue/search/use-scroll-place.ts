/** The place in the list: written into the address while scrolling, found again after Back, a reload or a shared link. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { articleAt, articlesOf, placeOf } from './blocks.ts'

/** The first article in view: its position from 1, and how far its top is below the header, in pixels. */
export interface Anchor {
  readonly position: number
  readonly offset: number
}

interface ScrollPlaceOptions {
  /** The articles in order, in blocks. */
  readonly list: RefObject<HTMLElement | null>
  /** Which search the list shows: another one begins at the top. */
  readonly search: string
  readonly position: number | undefined
  readonly offset: number
  /** Whether the articles up to the position are on the screen. */
  readonly ready: boolean
  /** False while something lies over the list. */
  readonly active: boolean
  /** Writes the place into the address; undefined is the very top. */
  readonly write: (anchor: Anchor | undefined) => void
}

/** Debounce between the last scrolling and the writing of the place, in milliseconds. */
const WRITE_DEBOUNCE = 150
/** Animation frames in which late layout is corrected after a place was found again. */
const CORRECTIONS = 30
const userInput = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Top of the list's view below the sticky header, in pixels: the style sheet has it as every article's scroll margin. */
const viewTop = (list: HTMLElement): number => {
  const first = articleAt(list, 0)
  return first ? Number.parseFloat(getComputedStyle(first).scrollMarginTop) : 0
}

/** Index of the first element that reaches below a height; `length` when none does. Elements lie top to bottom. */
export function firstBelow(bottoms: { readonly length: number; at: (index: number) => number }, top: number): number {
  let low = 0
  let high = bottoms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bottoms.at(middle) > top) high = middle
    else low = middle + 1
  }
  return low
}

/** The first of some elements that reaches below a height. */
function firstIn({ children }: Element, top: number): Element | undefined {
  const at = (index: number) => children[index]?.getBoundingClientRect().bottom ?? 0
  return children[firstBelow({ length: children.length, at }, top)]
}

function readAnchor(list: HTMLElement): Anchor | undefined {
  if (window.scrollY < 2) return undefined
  const top = viewTop(list)
  // First the block: the browser has not laid out the blocks far from the view, and measuring an article lays out its block.
  const block = firstIn(list, top)
  const first = block && firstIn(block, top)
  return (
    first && {
      position: placeOf(list, first) + 1,
      offset: Math.round(first.getBoundingClientRect().top - top),
    }
  )
}

/** Scrolls an article to its place and keeps it there for some frames, until the user takes over. */
function holdAt(list: HTMLElement, { position, offset }: Anchor): () => void {
  let frame = 0
  let framesLeft = CORRECTIONS
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const name of userInput) window.removeEventListener(name, stop, true)
  }
  const aim = () => {
    const target = articleAt(list, Math.min(position, articlesOf(list)) - 1)
    if (!target) return stop()
    const distance = target.getBoundingClientRect().top - viewTop(list) - offset
    if (Math.abs(distance) >= 1) window.scrollBy({ top: distance, behavior: 'instant' })
    framesLeft -= 1
    if (framesLeft > 0) frame = requestAnimationFrame(aim)
    else stop()
  }
  for (const name of userInput) window.addEventListener(name, stop, { capture: true, passive: true })
  aim()
  return stop
}

const nameOf = (search: string, position: number | undefined): string => `${search}#${position ?? 'top'}`

/** Scrolls the list to its place, and writes the place into the address after the user has scrolled. */
export function useScrollPlace(options: ScrollPlaceOptions): void {
  const { list, search, position, ready } = options
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  /** The place that is on the screen, found or written. */
  const settled = useRef<string | null>(null)
  const stopHolding = useRef(() => {})

  useLayoutEffect(() => {
    const wanted = nameOf(search, position)
    if (settled.current === wanted) return
    stopHolding.current()
    if (position === undefined) {
      settled.current = wanted
      window.scrollTo({ top: 0, behavior: 'instant' })
    } else if (ready && list.current) {
      settled.current = wanted
      stopHolding.current = holdAt(list.current, { position, offset: latest.current.offset })
    }
  }, [list, search, position, ready])

  useEffect(() => () => stopHolding.current(), [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const record = () => {
      timer = undefined
      const current = latest.current
      // While a place is still being looked for, the scrolling to it must not overwrite it.
      if (!list.current || !current.active || settled.current !== nameOf(current.search, current.position)) return
      const anchor = readAnchor(list.current)
      if (anchor?.position === current.position && anchor?.offset === current.offset) return
      settled.current = nameOf(current.search, anchor?.position)
      current.write(anchor)
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(record, WRITE_DEBOUNCE)
    }
    // A click or key may leave the screen before the scrolling has rested.
    const flush = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      record()
    }
    const leaving = ['pointerdown', 'keydown', 'pagehide'] as const
    window.addEventListener('scroll', onScroll, { passive: true })
    for (const name of leaving) window.addEventListener(name, flush, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
      for (const name of leaving) window.removeEventListener(name, flush, true)
    }
  }, [list])
}
