/** Going down a column of boxes as in a spreadsheet. */
import type { KeyboardEvent } from 'react'

/**
 * Enter and ↓ go to the next box, Shift+Enter and ↑ to the one before; at either end, and beside the boxes, the key keeps
 * its meaning. For `onKeyDownCapture` around the boxes; `boxes` is called for these keys alone.
 */
export function moveInColumn(event: KeyboardEvent, boxes: () => readonly HTMLElement[]): void {
  const down = event.key === 'Enter' ? !event.shiftKey : event.key === 'ArrowDown'
  if (!down && event.key !== 'Enter' && event.key !== 'ArrowUp') return
  const column = boxes()
  const at = column.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : column[at + (down ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
