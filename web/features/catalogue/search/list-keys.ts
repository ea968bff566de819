/** The keys of the catalogue's list (R227): arrows from card to card, Enter to its quantity, Escape back. */
import type { RefObject } from 'react'
import { articleAt, placeOf } from './blocks.ts'

/** How many cards stand side by side, as the style sheet says. */
const columnsOf = (block: Element): number => Number(getComputedStyle(block).getPropertyValue('--across'))

/** Where an arrow leads from a place in the list; undefined for other keys. */
const stepOf = (key: string, columns: number): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[key]

const searchBox = () => document.querySelector<HTMLInputElement>('.search-box input')

let entry: HTMLElement | undefined

/** The card that the Tab key enters at is the one that had the focus last; at first it is the first one. */
function enterAt(list: HTMLElement, card: HTMLElement): void {
  // Not by looking through a thousand cards: nobody else makes one the entry.
  for (const other of [entry, list.querySelector('article')]) if (other) other.tabIndex = -1
  card.tabIndex = 0
  entry = card
}

/** Follows the keys until the answer is called. */
export function followKeys(list: RefObject<HTMLElement | null>): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const shown = list.current
    if (!shown || !(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: HTMLElement | null | undefined) => {
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    if (target === searchBox()) {
      if (key === 'ArrowDown') go(shown.querySelector<HTMLElement>('article[tabindex="0"], article, input'))
      return
    }
    if (!shown.contains(target)) return
    const card = target.closest('article')
    const typing = target instanceof HTMLInputElement
    if (key === 'Escape') return go(card && card !== target ? card : searchBox())
    if (!card || typing) return
    const item = card.parentElement
    if (!item?.parentElement) return
    const step = stepOf(key, columnsOf(item.parentElement))
    if (step !== undefined) {
      const at = placeOf(shown, item) + step
      // Upwards out of the first row is the search again.
      if (at < 0 && key === 'ArrowUp') return go(searchBox())
      event.preventDefault()
      return go(articleAt(shown, at)?.querySelector<HTMLElement>('article'))
    }
    if (card !== target) return
    if (key === 'Enter') go(card.querySelector<HTMLElement>('.quantity input, .add'))
    else if (key === ' ') {
      event.preventDefault()
      card.querySelector<HTMLElement>('.card-name')?.click()
    }
  }
  const onFocus = ({ target }: FocusEvent) => {
    const card = target instanceof Element ? target.closest('article') : null
    if (card && list.current?.contains(card)) enterAt(list.current, card)
  }
  document.addEventListener('keydown', onKey)
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('focusin', onFocus)
  }
}
