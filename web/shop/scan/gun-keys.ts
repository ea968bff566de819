/** Telling a barcode gun from a person: it types a whole code faster than fingers can and ends it with Enter (R243). */
import { isEan } from './scan-rules.ts'

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
const IN_TEXT = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable]'
const takesScans = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || !target.matches(IN_TEXT) || target.closest('[data-gun]') !== null

/** Writes into a box as if it was typed: React, which holds the value, hears the input event. */
function putBack(box: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const elementClass = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(elementClass.prototype, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Listens for a gun on the page. `onScan` gets each code. Its Enter does nothing else, and the box that it was typed into gets
 * its earlier text back.
 * @returns how to stop
 */
export function listenToGun(onScan: (code: string) => void): () => void {
  const keys = createGunKeys()
  let boxBefore: { box: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !takesScans(event.target)) return
    const { target } = event
    const pressed = keys.press(event.key, event.timeStamp)
    if (pressed === 'first')
      boxBefore =
        target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
          ? { box: target, value: target.value }
          : null
    else if (pressed !== null) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (boxBefore) {
        putBack(boxBefore.box, boxBefore.value)
        boxBefore.box.select()
      }
      onScan(pressed.code)
    }
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
