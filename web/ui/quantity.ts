/** Reading a quantity box (READINGS 21). */
import { MAX_QUANTITY, roundToMultiple } from '../../contract/rules.ts'

/** The quantity that a box's text stands for, rounded to the multiple; 0 when empty or zero. */
export function readQuantity(text: string, multiple: number): number {
  const asked = Number(text.replace(/\D/g, ''))
  if (asked === 0) return 0
  const highest = Math.max(multiple, Math.floor(MAX_QUANTITY / multiple) * multiple)
  return Math.min(roundToMultiple(asked, multiple), highest)
}

/** The text after one step up (+1) or down (−1): never below the multiple. */
export function stepQuantity(text: string, multiple: number, direction: 1 | -1): string {
  const now = readQuantity(text, multiple)
  return String(readQuantity(String(Math.max(multiple, now + direction * multiple)), multiple))
}

/** The spec's tooltip of a quantity. */
export const quantityTip = (multiple: number): string => `Venta de ${multiple} unidades o multiplo`
