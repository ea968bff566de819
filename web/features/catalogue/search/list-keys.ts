/** The keys of the catalogue's list (R227): arrows from card to card, Enter to its quantity, Escape back. */
import type { RefObject } from 'react'
import { articleAt, placeOf } from './blocks.ts'

/** How many cards a row has, as the style sheet says. */
const columnsOf = (block: Element): number => Number(getComputedStyle(block).getPropertyValue('--across'))

/** How many articles forward an arrow key leads; undefined for other keys. */
const stepOf = (key: string, columns: number): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[key]

const searchBox = () => document.querySelector<HTMLInputElement>('search input')

let entry: HTMLElement | undefined

/** The Tab key enters the list at the card that had the focus last, and before that at the first card. */
function enterAt(list: HTMLElement, card: HTMLElement): void {
  // Only these two cards can be the entry, so that a thousand cards need no search.
  for (const former of [entry, list.querySelector('article')]) if (former) former.tabIndex = -1
  card.tabIndex = 0
  entry = card
}

/** Handles the keys of the list. @returns the function that ends it */
export function followKeys(list: RefObject<HTMLElement | null>): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const listElement = list.current
    if (!listElement || !(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: HTMLElement | null | undefined) => {
      if (!to) return
      event.preventDefault()
      to.focus()
    }
    if (target === searchBox()) {
      if (key === 'ArrowDown') go(listElement.querySelector<HTMLElement>('article[tabindex="0"], article, input'))
      return
    }
    if (!listElement.contains(target)) return
    const card = target.closest('article')
    const isTyping = target instanceof HTMLInputElement
    if (key === 'Escape') return go(card && card !== target ? card : searchBox())
    if (!card || isTyping) return
    const item = card.parentElement
    if (!item?.parentElement) return
    const step = stepOf(key, columnsOf(item.parentElement))
    if (step !== undefined) {
      const at = placeOf(listElement, item) + step
      // ArrowUp in the first row leads back to the search box.
      if (at < 0 && key === 'ArrowUp') return go(searchBox())
      event.preventDefault()
      return go(articleAt(listElement, at)?.querySelector<HTMLElement>('article'))
    }
    if (card !== target) return
    // A card that takes no quantity has one button below its price: what to do instead.
    if (key === 'Enter') go(card.querySelector('input') ?? [...card.querySelectorAll('button')].at(-1))
    else if (key === ' ') {
      event.preventDefault()
      card.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.click()
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
