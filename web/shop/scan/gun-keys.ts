/** Telling a barcode gun from a person: it types a whole code faster than fingers can and ends it with Enter (R243). */
import { isEan } from './scan-rules.ts'

/** Most milliseconds between two keys of a gun. */
export const GUN_GAP = 40

/** Looks at every key and says which Enter ended a scan: pure. */
export function createGunKeys() {
  let digits = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    /**
     * What a key comes to: 'first' digit of what may become a scan, the code of a scan that this Enter ends, else null.
     * @param key as the browser names it
     * @param at milliseconds on a clock that only goes forward
     */
    press(key: string, at: number): 'first' | { readonly code: string } | null {
      const isQuick = at - last <= GUN_GAP
      last = at
      if (/^\d$/.test(key)) {
        const begins = !isQuick || digits === ''
        digits = begins ? key : digits + key
        return begins ? 'first' : null
      }
      const code = digits
      digits = ''
      return key === 'Enter' && isQuick && isEan(code) ? { code } : null
    },
  }
}

/** Boxes that a gun may type into; elsewhere in text it is text. */
const IN_TEXT =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable]'
const takesScans = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || !target.matches(IN_TEXT) || target.closest('[data-gun]') !== null

/** Writes into a box as if it was typed, so that whoever holds its value hears of it. */
function putBack(box: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Hears a gun on the page: `onScan` gets each code, its Enter does nothing else, and the box it was typed into is as it was before.
 * Answers what ends it.
 */
export function listenToGun(onScan: (code: string) => void): () => void {
  const keys = createGunKeys()
  let before: { box: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !takesScans(event.target)) return
    const { target } = event
    const pressed = keys.press(event.key, event.timeStamp)
    if (pressed === 'first')
      before =
        target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
          ? { box: target, value: target.value }
          : null
    else if (pressed !== null) {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (before) {
        putBack(before.box, before.value)
        before.box.select()
      }
      onScan(pressed.code)
    }
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}
