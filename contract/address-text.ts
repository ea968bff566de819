/** A delivery address in the words of every screen, mail and sheet (R248). Pure. */
import { provinceName } from './provinces.ts'

interface AddressParts {
  readonly street: string
  readonly locality: string
  /** What a device kept of older answers lacks it. */
  readonly postalCode?: string | undefined
  readonly provinceId: number | null
}

/** '4190 Rosario de la Frontera, Salta'; a name is not said twice where town and province have the same one. */
export function placeInWords({ locality, postalCode = '', provinceId }: Omit<AddressParts, 'street'>): string {
  const province = provinceName(provinceId)
  const town = locality.trim()
  const names = town === province ? [town] : [town, province]
  return [postalCode.trim(), names.filter(Boolean).join(', ')].filter(Boolean).join(' ')
}

/** 'San Martín 1250, 4190 Rosario de la Frontera, Salta'; what is not known is left out. */
export const addressInWords = ({ street, ...place }: AddressParts): string =>
  [street.trim(), placeInWords(place)].filter(Boolean).join(', ')
