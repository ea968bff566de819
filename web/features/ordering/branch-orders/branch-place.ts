import { addressInWords } from '../../../../contract/address-text.ts'
import type { Address } from '../../../../contract/users.ts'

/** A branch's address in words. */
export const placeOf = ({ street, locality, postalCode, provinceId }: Address): string =>
  addressInWords({ street, locality, postalCode, provinceId })
