/** An address in a form: the line as typed, and the parts that a suggestion or the tax registry gave (R102). */
import type { PlaceParts } from '../../../../contract/places.ts'

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

/**
 * The changes that a picked suggestion makes. What the provider does not know stays as typed. A provider that knows localities
 * alone searches for the text after the last comma, and the street is the text before it.
 * @param typed The address line as it was when the suggestion was picked.
 * @param parts null when the provider does not tell them.
 */
export function placeChange(typed: string, label: string, parts: PlaceParts | null): Partial<PlaceDraft> {
  if (parts === null) return { ...noParts, address: label }
  const { provinceId, street, number, crossing, postalCode, country, city } = parts
  const comma = typed.lastIndexOf(',')
  const typedStreet = comma < 0 ? label : typed.slice(0, comma).trim()
  return {
    address: street === '' ? typedStreet : lineOf(parts),
    ...(city !== '' && { city }),
    ...(provinceId !== null && { provinceId: String(provinceId) }),
    ...{ street, number, crossing, postalCode, country },
  }
}
