/** The data that a user may need before being enabled, as a form holds them. */
import type { FieldError } from '../../../../contract/errors.ts'

/** The empty form; '' in a list is no choice. */
export const nothing = {
  businessName: '',
  firstName: '',
  address: '',
  provinceId: '',
  city: '',
  carrierId: '',
  zoneId: '',
}
export type Missing = keyof typeof nothing

const names = Object.keys(nothing) as Missing[]

/** The missing fields in the order of the form. */
export const inFormOrder = (missing: readonly FieldError[]): Missing[] =>
  names.filter((name) => missing.some(({ field }) => field === name))

const idOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

/** The call's body. The server takes only the data that are missing. */
export const enablingBody = ({ carrierId, zoneId, provinceId, ...texts }: typeof nothing) => ({
  ...texts,
  carrierId: idOf(carrierId),
  zoneId: idOf(zoneId),
  provinceId: idOf(provinceId),
})
