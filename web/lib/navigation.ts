/** The browser's history as the app uses it: one address bar, typed state, and how far each entry was scrolled. */
import type { OrderNumbers, RepeatedLine } from '../../contract/orders.ts'

/** What one screen hands to the next one beside the address; it survives a reload and goes with Back. */
export interface PageState {
  /** To /pedido-confirmado: the numbers of the order just created. */
  confirmed?: OrderNumbers
  /** To /pedido-confirmado: that order was made earlier, with other contents than were sent now (R22). */
  stood?: boolean
  /** To /pedido-confirmado: the key of an order that the device keeps. */
  order?: string
  /** To /carrito: what became of each line from before, and what it was of: a repeated order, a saved list, a cart put aside. */
  repeated?: readonly RepeatedLine[]
  filledBy?: 'order' | 'list' | 'aside'
  /** To /carrito: the articles that were in the cart and have the quantity from before now. */
  replaced?: readonly { readonly code: string; readonly quantity: number; readonly now: number }[]
  /** The detail or form was opened from its list, so closing it is going back. */
  detailFromList?: boolean
  /** On /catalogo: how far the first article in view reaches above the list's edge, in CSS pixels. */
  catalogueOffset?: number
}

export interface PageLocation {
  /** Without a slash at the end. */
  readonly pathname: string
  readonly search: Readonly<Record<string, string>>
  /** Path and search, as they stand in the address bar. */
  readonly href: string
  readonly state: PageState
  /** Of the history entry. */
  readonly key: string
}

export type SearchValues = Readonly<Record<string, string | number | undefined>>
export type Move = 'start' | 'push' | 'replace' | 'pop'

interface Entry {
  key: string
  state: PageState
}

const entry = (): Partial<Entry> => (window.history.state as Partial<Entry> | null) ?? {}
const newKey = (): string => Math.random().toString(36).slice(2, 10)

/** Where the address bar is now; the screen may still be on its way. */
export function currentLocation(): PageLocation {
  const { pathname, search } = window.location
  const { key = 'start', state = {} } = entry()
  const values = Object.fromEntries(new URLSearchParams(search))
  return {
    pathname: pathname.replace(/(.)\/{1,9}$/, '$1'),
    search: values,
    href: pathname + search,
    state,
    key,
  }
}

/** An address of plain text values; absent and empty ones are left out. */
export function hrefOf(path: string, search: SearchValues = {}): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

/** Gives the entry that the page was opened with a key of its own; after a reload it has one already. */
export function nameFirstEntry(): void {
  if (entry().key === undefined) window.history.replaceState({ key: newKey(), state: {} } satisfies Entry, '')
}

const listeners = new Set<(move: Move) => void>()
const tell = (move: Move): void => {
  for (const listener of listeners) listener(move)
}

export interface NavigateOptions {
  search?: SearchValues
  state?: PageState
  /** Takes the place of the present entry; Back then leads past it. */
  replace?: boolean
}

/** Goes to a path of the app, or to a whole `href` of it. */
export function navigate(path: string, { search, state = {}, replace = false }: NavigateOptions = {}): void {
  const next: Entry = { key: replace ? (entry().key ?? newKey()) : newKey(), state }
  if (replace) window.history.replaceState(next, '', hrefOf(path, search))
  else window.history.pushState(next, '', hrefOf(path, search))
  noteShownPlace()
  tell(replace ? 'replace' : 'push')
}

/** The place that the app shows: onPop goes back to it when the browser has moved and the place is held. */
let shownPlace = { href: '', state: null as unknown }
const noteShownPlace = (): void => {
  shownPlace = { href: window.location.href, state: window.history.state }
}

/** Asked before the place is left. True: the place is kept, and `go` is called later or never. */
type Hold = (go: () => void) => boolean
const holds: Hold[] = []
const isHeld = (go: () => void): boolean => holds.toReversed().some((hold) => hold(go))

/** Asks `hold` before Back, Forward and links leave this place; answers how to let go. */
export function holdPlace(hold: Hold): () => void {
  noteShownPlace()
  holds.push(hold)
  return () => {
    holds.splice(holds.indexOf(hold), 1)
  }
}

/** Leaves by `go`, unless the place is held. */
export function leavePlace(go: () => void): void {
  if (!isHeld(go)) go()
}

const onPop = (): void => {
  if (isHeld(() => window.history.back())) {
    window.history.pushState(shownPlace.state, '', shownPlace.href)
  } else {
    noteShownPlace()
    tell('pop')
  }
}

/** Calls `listener` after every change of the address bar; answers how to stop. */
export function onNavigation(listener: (move: Move) => void): () => void {
  listeners.add(listener)
  // The window keeps the same function once, so that a held place is asked once a move.
  window.addEventListener('popstate', onPop)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPop)
  }
}

const SCROLL_KEY = 'desplazamientos'

/** Remembers how far each history entry was scrolled, also over a reload. */
export function keepScrollPositions(shownKey: () => string | undefined) {
  const kept = new Map<string, number>(readPositions())
  window.history.scrollRestoration = 'manual'
  window.addEventListener(
    'scroll',
    () => {
      const key = shownKey()
      if (key !== undefined) kept.set(key, window.scrollY)
    },
    { passive: true },
  )
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(SCROLL_KEY, JSON.stringify([...kept].slice(-50)))
    } catch {
      // Without storage a reload begins at the top.
    }
  })
  return (key: string): number => kept.get(key) ?? 0
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '[]')
  } catch {
    return []
  }
}

/** Frames in which late content may still make the page tall enough. */
const FRAMES = 30

/** Scrolls to a height that the page may reach only when its content is there; the user's own scrolling wins. */
export function scrollWhenTall(top: number): void {
  let framesLeft = FRAMES
  const stop = () => {
    framesLeft = 0
  }
  for (const name of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(name, stop, { once: true, passive: true })
  const aim = () => {
    if (framesLeft <= 0) return
    framesLeft -= 1
    window.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(window.scrollY - top) > 1) requestAnimationFrame(aim)
  }
  aim()
}
