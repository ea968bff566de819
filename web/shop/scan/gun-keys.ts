/** Telling a barcode gun from a person: it types a whole code faster than fingers can and ends it with Enter (R243). */
import type { SessionUser } from '../../../contract/auth.ts'
import { currentLocation } from '../../lib/navigation.ts'
import { storedUser } from '../../lib/stored-user.ts'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { isEan } from './ean.ts'

/** Most milliseconds between two keys of a gun. */
export const GUN_GAP = 40

/** Looks at every key and says which Enter ended a scan: pure. */
export function createGunKeys() {
  let digits = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    /**
     * Takes one key. Answers 'first' for the first digit of a possible scan, the code for the Enter that ends a scan, else
     * null.
     * @param key as the browser names it
     * @param at milliseconds on a clock that only goes forward
     */
    press(key: string, at: number): 'first' | { readonly code: string } | null {
      const isQuick = at - lastAt <= GUN_GAP
      lastAt = at
      if (/^\d$/.test(key)) {
        const isFirst = !isQuick || digits === ''
        digits = isFirst ? key : digits + key
        return isFirst ? 'first' : null
      }
      const code = digits
      digits = ''
      return key === 'Enter' && isQuick && isEan(code) ? { code } : null
    },
  }
}

/** Text boxes. A scan into one is taken only inside of `[data-gun]`; elsewhere it stays text. */
const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element.matches('input:not([type=checkbox], [type=radio]), textarea')

/** Writes into a box as if it was typed: React, which holds the value, hears the input event. */
function putBack(box: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // Not by its value, which React watches: the event would then tell of no change.
  box.setRangeText(value, 0, box.value.length)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.select()
}

/** What hears each code: the code of GunScans, once it is loaded. */
let hear: ((code: string) => void) | undefined
/** Codes that were scanned before that, each with the id of the user who scanned it; kept in the tab, over a reload. */
let early: (readonly [userId: number, code: string])[] = []
const EARLY = 'escaneados-antes'
try {
  early = JSON.parse(sessionStorage.getItem(EARLY) ?? '[]')
} catch {
  // A browser that refuses storage keeps them until the page closes.
}
const keepEarly = (): void => {
  try {
    sessionStorage.setItem(EARLY, JSON.stringify(early))
  } catch {
    // The codes stay in this page until it closes.
  }
}

/** Whether the code of GunScans did not come: a browser asks for it again with the next page only. */
let isDeaf = false
const tellWaiting = (): void => {
  if (early[0])
    showToast('failure', `Escaneados sin agregar: ${early.length}. Recargue con conexión`, {
      label: 'Recargar',
      run: () => location.reload(),
    })
}
/** To be called when the code of GunScans could not be loaded: the codes that wait for it are told, and each that comes. */
export const tellGunFailed = (): void => {
  isDeaf = true
  tellWaiting()
}

/** The user whom a gun is heard for: on every screen of the shop, not in the administration. */
export const gunUser = (): SessionUser | null =>
  currentLocation().pathname.startsWith(paths.admin) ? null : storedUser()

/**
 * Listens for a gun from now on; called once, before the page is first painted. A scan's Enter does nothing else, and the box
 * that it was typed into gets its earlier text back.
 */
export function listenToGun(): void {
  const keys = createGunKeys()
  let begun: { readonly box: HTMLInputElement | HTMLTextAreaElement; readonly text: string } | null = null
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as Element
    const user = gunUser()
    const box = isText(target) ? target : null
    if (!user || event.ctrlKey || event.altKey || event.metaKey || (box && !box.closest('[data-gun]'))) return
    const pressed = keys.press(event.key, event.timeStamp)
    if (pressed === 'first') begun = box && { box, text: box.value }
    else if (pressed) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (begun) putBack(begun.box, begun.text)
      if (hear) hear(pressed.code)
      else {
        early.push([user.id, pressed.code])
        keepEarly()
        if (isDeaf) tellWaiting()
        else showToast('success', `Leído ${pressed.code}`)
      }
    }
  }
  window.addEventListener('keydown', onKey, true)
}

/**
 * Calls `onScan` with each code that the user scans; first with those that were scanned before anybody took them.
 * @returns how to stop
 */
export function takeGunScans(userId: number, onScan: (code: string) => void): () => void {
  hear = onScan
  const own = early.filter(([id]) => id === userId)
  early = []
  keepEarly()
  for (const [, code] of own) onScan(code)
  return () => {
    hear = undefined
  }
}
