/** The text of a quantity box in the list view, in units or in packs (R227). Pure, so that it can be tested. */

import { type ReadQuantity, readQuantity } from '../../../ui/quantity.ts'

/** Units as text, in packs of `size` (0: in units); '' for none, and for what is no whole number of packs. */
export function quantityText(units: number, size: number): string {
  if (!(units > 0)) return ''
  if (size === 0) return String(units)
  return units % size === 0 ? String(units / size) : ''
}

/** The units that a text stands for: 0 for an empty one; or why it is no quantity. */
export function unitsTyped(text: string, size: number): ReadQuantity {
  const read = readQuantity(text)
  return read.quantity === null ? read : { quantity: read.quantity * (size || 1), problem: '' }
}
