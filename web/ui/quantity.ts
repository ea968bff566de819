/** Reading a quantity box (R21). */
import { roundToMultiple } from '../../contract/rules.ts'

/** The quantity that a box's text stands for, as typed: the server rounds it and says so. 0 when empty. */
export const typedQuantity = (text: string): number => Number(text.replace(/\D/g, ''))

/** The text after one step up (+1) or down (−1), by the multiple and never below it. */
export function stepQuantity(text: string, multiple: number, direction: 1 | -1): string {
  const typed = typedQuantity(text)
  const now = typed === 0 ? 0 : roundToMultiple(typed, multiple)
  return String(roundToMultiple(Math.max(multiple, now + direction * multiple), multiple))
}

/** The spec's tooltip of a quantity. */
export const quantityTip = (multiple: number): string => `Venta de ${multiple} unidades o multiplo`
