/** The colour of a brand in print. No brand has one of its own, so one of the shop's dark ones is taken by its name. */
import { brandColours } from '../../lib/brand-colours.ts'

/** White text is legible on each of them. */
export const BRAND_SHADES = [
  brandColours.navy,
  brandColours.violet,
  brandColours.green,
  brandColours.action,
  brandColours.red,
] as const

/** The same for the same name, in every catalogue. */
export function brandColour(brand: string): (typeof BRAND_SHADES)[number] {
  let sum = 0
  for (const letter of brand) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return BRAND_SHADES[sum % BRAND_SHADES.length] ?? brandColours.navy
}
