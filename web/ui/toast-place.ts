/** Where messages stand: above bars at the lower edge, and off the row that somebody types in. */

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const GAP = 8
/** A higher element that stays in sight is a panel or a page, not a bar. */
const HIGHEST_BAR = 240

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * How far, in pixels, messages are moved up so that they cover none of the boxes; 0 when there is no room above them.
 * @param messages where they stand without being moved
 */
export function liftOver(messages: Box, boxes: readonly Box[]): number {
  let lift = 0
  for (const box of boxes.toSorted((a, b) => b.top - a.top)) {
    const moved = { ...messages, top: messages.top - lift, bottom: messages.bottom - lift }
    if (overlap(moved, box)) lift = messages.bottom - box.top + GAP
  }
  return lift < messages.top ? lift : 0
}

/** The bars at the lower edge that lie under a place, and the row with the box that has the focus. */
export function inTheWay(place: Box): Box[] {
  const active = document.activeElement
  const row = active?.matches('input, textarea, select') ? (active.closest('tr, li, .field') ?? active) : null
  const middle = (place.left + place.right) / 2
  const points = [place.left + 1, middle, place.right - 1].flatMap((x) =>
    [place.top + 1, place.bottom - 1].flatMap((y) => document.elementsFromPoint(x, y)),
  )
  const bars = new Set(points.map(barOf))
  return [...bars, row].flatMap((element) => (element ? [element.getBoundingClientRect()] : []))
}

function barOf(element: Element): Element | null {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { position } = getComputedStyle(at)
    if (position !== 'fixed' && position !== 'sticky') continue
    return at.matches('[data-toasts]') || at.clientHeight > HIGHEST_BAR ? null : at
  }
  return null
}
