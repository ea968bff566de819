/** The colour of a brand in print. No brand has one of its own, so one of the shop's dark ones is taken by its name. */
import { type BrandColours, brandColours } from '../../lib/brand-colours.ts'

/** White text is legible on each of them. */
export const BRAND_SHADES = [
  brandColours.navy,
  brandColours.violet,
  brandColours.green,
  brandColours.action,
  brandColours.red,
] as const

/** The same for the same name, in every catalogue of a shop. A shop with a colour of its own has its two shades. */
export function brandColour(brand: string, { navy, action }: BrandColours = brandColours): string {
  const shades = action === brandColours.action ? BRAND_SHADES : [navy, action]
  let sum = 0
  for (const letter of brand) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return shades[sum % shades.length] ?? navy
}
