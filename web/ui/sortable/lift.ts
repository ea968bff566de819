/**
 * A row that was lifted out of its list: it and the others are only shown elsewhere, by transforms, until it is put
 * down. So nothing loses the focus or is drawn anew under way, however long the list is.
 */

interface Span {
  top: number
  height: number
}

export interface Lift {
  /** Where it would be put down, counted from 0. */
  readonly to: () => number
  /** Shows it at another place of the list. */
  readonly shift: (to: number) => void
  /** Shows it under the pointer, `clientY` in CSS pixels of the window. */
  readonly follow: (clientY: number) => void
  /** Everything stands where it stood. */
  readonly end: () => void
}

/** CSS pixels from an edge of the view within which the list scrolls. */
const EDGE = 72
/** The most CSS pixels that are scrolled in one frame. */
const FASTEST = 22

/** Lifts a row. `grip`: where the pointer holds it, in CSS pixels below its upper edge. */
export function lift(list: HTMLElement, from: number, grip = 0): Lift {
  const rows = [...list.children].filter((row): row is HTMLElement => row instanceof HTMLElement)
  // What hangs below each row is out of the way meanwhile.
  list.dataset.sorting = ''
  const liftedRow = rows[from]
  if (liftedRow) liftedRow.dataset.lifted = ''
  const listTop = list.getBoundingClientRect().top
  const spans: Span[] = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return { top: top - listTop, height }
  })
  const span = spans[from] ?? { top: 0, height: 0 }
  const gap = spans[0] && spans[1] ? spans[1].top - spans[0].top - spans[0].height : 0
  const room = span.height + gap
  let to = from

  const place = (at: number) => {
    for (let i = Math.min(from, to, at); i <= Math.max(from, to, at); i++) {
      const row = rows[i]
      if (!row || i === from) continue
      const offset = i > from && i <= at ? -room : i < from && i >= at ? room : 0
      row.style.transform = offset === 0 ? '' : `translateY(${offset}px)`
    }
    to = at
  }
  const topAt = (at: number): number => {
    const target = spans[at] ?? span
    return at > from ? target.top + target.height - span.height : target.top
  }
  const show = (top: number) => {
    if (liftedRow) liftedRow.style.transform = `translateY(${top - span.top}px)`
  }
  return {
    to: () => to,
    shift(at) {
      place(Math.min(Math.max(at, 0), rows.length - 1))
      show(topAt(to))
      bringIntoView(list, topAt(to), span.height)
    },
    follow(clientY) {
      const top = clientY - list.getBoundingClientRect().top - grip
      let at = from
      for (let i = from - 1; i >= 0 && top < middleOf(spans[i]); i--) at = i
      for (let i = from + 1; i < rows.length && top + span.height > middleOf(spans[i]); i++) at = i
      place(at)
      show(top)
    },
    end() {
      delete list.dataset.sorting
      if (liftedRow) delete liftedRow.dataset.lifted
      for (const row of rows) row.style.transform = ''
    },
  }
}

const middleOf = (span: Span | undefined): number => (span ? span.top + span.height / 2 : 0)

/** What scrolls a list: the next box around it that does, or the page. */
function scrollerOf(list: HTMLElement): HTMLElement {
  for (let box = list.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if ((overflowY === 'auto' || overflowY === 'scroll') && box.scrollHeight > box.clientHeight) return box
  }
  return document.documentElement
}

/** The part of the window in which a scroller's content is seen. */
function viewOf(scroller: HTMLElement): { top: number; bottom: number } {
  if (scroller === document.documentElement) return { top: 0, bottom: window.innerHeight }
  const { top, bottom } = scroller.getBoundingClientRect()
  return { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
}

function bringIntoView(list: HTMLElement, top: number, height: number): void {
  const scroller = scrollerOf(list)
  const view = viewOf(scroller)
  const at = list.getBoundingClientRect().top + top
  if (at < view.top + EDGE) scroller.scrollBy(0, at - view.top - EDGE)
  else if (at + height > view.bottom - EDGE) scroller.scrollBy(0, at + height - view.bottom + EDGE)
}

/**
 * Scrolls as long as the pointer is near an edge, faster the nearer it is. `pointer` answers where it is now, in CSS pixels of
 * the window; `onScroll` is called after each step. Returns how to stop.
 */
export function scrollAtEdges(list: HTMLElement, pointer: () => number, onScroll: () => void): () => void {
  const scroller = scrollerOf(list)
  let frame = 0
  const step = () => {
    const view = viewOf(scroller)
    const above = view.top + EDGE - pointer()
    const below = pointer() - (view.bottom - EDGE)
    const near = Math.max(above, below)
    if (near > 0) {
      const before = scroller.scrollTop
      scroller.scrollBy(0, Math.sign(below - above) * Math.ceil((Math.min(near, EDGE) / EDGE) * FASTEST))
      if (scroller.scrollTop !== before) onScroll()
    }
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
