/** Reading a quantity box as Argentines write (R21, R24, R315). */
import { joinThousands } from '../../contract/amounts.ts'
import { MAX_QUANTITY, quantityAbove, roundToMultiple } from '../../contract/rules.ts'

/** What a box's text says: units as typed, which the server rounds and says so; or why it is no quantity. */
export type ReadQuantity =
  | { readonly quantity: number; readonly problem: '' }
  | { readonly quantity: null; readonly problem: string }

/** '12', '1.234', '12,00', '12.0'; after a comma at the end somebody may be about to type on. */
const WHOLE = /^(?:(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,0{0,2})?|(\d+)\.0{1,2})$/
const THREE_AFTER_COMMA = /^[1-9]\d{0,2},\d{3}$/
const FRACTION = /^\d[\d.]*,\d*$|^\d*[.,]\d+$/
/** Characters of a text that a problem repeats. */
const SHOWN = 20

/** Reads a box; empty is 0. No text is taken for another number: text that is no quantity answers why. */
export function readQuantity(text: string): ReadQuantity {
  const typed = joinThousands(text)
  const no = (problem: string): ReadQuantity => ({ quantity: null, problem })
  if (typed === '') return { quantity: 0, problem: '' }
  if (/^[-−–]\s?\d/.test(typed))
    return no(`«${typed.slice(0, SHOWN)}» es menos que cero: escriba cuántas unidades quiere`)
  if (THREE_AFTER_COMMA.test(typed)) return no(`«${typed.slice(0, SHOWN)}» no es claro: escriba la cantidad sin coma`)
  const [, units, plain] = WHOLE.exec(typed) ?? []
  const whole = units?.replaceAll('.', '') ?? plain
  if (whole === undefined)
    return no(
      FRACTION.test(typed)
        ? `«${typed.slice(0, SHOWN)}» no es un número entero: escriba unidades enteras`
        : `«${typed.slice(0, SHOWN)}» no es una cantidad`,
    )
  const quantity = Number(whole)
  return quantity > MAX_QUANTITY ? no(quantityAbove(MAX_QUANTITY)) : { quantity, problem: '' }
}

/** The quantity that a box's text stands for, 0 when empty; null when it is none, and the box says why. */
export const typedQuantity = (text: string): number | null => readQuantity(text).quantity

/** The text after one step up (+1) or down (−1), by the multiple and never below it. */
export function stepQuantity(text: string, multiple: number, direction: 1 | -1): string {
  const typed = typedQuantity(text) ?? 0
  const now = typed === 0 ? 0 : roundToMultiple(typed, multiple)
  return String(roundToMultiple(Math.max(multiple, now + direction * multiple), multiple))
}

/** The spec's tooltip of a quantity. */
export const quantityTip = (multiple: number): string => `Venta de ${multiple} unidades o multiplo`

/**
 * For a button beside a quantity box: gives `save` the quantity. Where the text is no quantity, focuses the box, which says
 * why.
 */
export function saveTyped(text: string, button: HTMLElement, save: (quantity: number) => void): void {
  const quantity = typedQuantity(text)
  if (quantity !== null) {
    save(quantity)
    return
  }
  for (let ancestor = button.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const box = ancestor.querySelector<HTMLElement>('input[inputmode="numeric"]')
    if (box) {
      box.focus()
      return
    }
  }
}
