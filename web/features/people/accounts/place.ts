/** An address in a form: the line as typed, and the parts that a suggestion or the tax registry gave (R102). */
import type { PlaceParts, PlaceSuggestion } from '../../../../contract/places.ts'
import { splitStreet } from '../../../../contract/street.ts'

export interface PlaceDraft {
  address: string
  /** Id of a province in contract/provinces.ts; '' is no choice. */
  provinceId: string
  city: string
  street: string
  number: string
  crossing: string
  postalCode: string
  country: string
}

/** The parts of an address line, empty: they are cleared when the line is typed anew. */
export const noParts = { street: '', number: '', crossing: '', postalCode: '', country: '' } as const
export const noPlace: PlaceDraft = { address: '', provinceId: '', city: '', ...noParts }

const lineOf = ({ street, number, crossing }: Pick<PlaceParts, 'street' | 'number' | 'crossing'>) =>
  [`${street} ${number}`.trim(), crossing && `y ${crossing}`].filter(Boolean).join(' ')

/** The changes that typing the address line makes: it has its own street and number, and no other part of the old line. */
export const typedChange = (address: string): Partial<PlaceDraft> => ({
  ...noParts,
  ...splitStreet(address),
  address,
})

/**
 * The changes that a picked suggestion makes. What the provider does not know stays as typed. A provider that knows localities
 * alone leaves the street as it was typed before the place.
 * @param parts null when the provider does not tell them.
 */
export function placeChange(
  { label, line = '' }: Pick<PlaceSuggestion, 'label' | 'line'>,
  parts: PlaceParts | null,
): Partial<PlaceDraft> {
  if (parts === null) return typedChange([line, label].filter(Boolean).join(', '))
  const { provinceId, street, number, crossing, postalCode, country, city } = parts
  return {
    ...(street === '' ? typedChange(line || label) : { address: lineOf(parts), street, number, crossing }),
    ...(city !== '' && { city }),
    ...(provinceId !== null && { provinceId: String(provinceId) }),
    postalCode,
    country,
  }
}
