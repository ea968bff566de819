/** The registration form without its looks: what it holds, what is wrong with it, and what is sent (spec 1 sections 2 and 5). */
import { registrationProblems } from '../../../contract/account-rules.ts'
import {
  DEFAULT_CARRIER,
  type Registration,
  type RegistryEntry,
  registration,
  registrationTexts,
} from '../../../contract/accounts.ts'
import { noParts, noPlace, type PlaceDraft } from './place.ts'

/** The form's fields as they stand in their controls; '' in a list is no choice. */
export interface RegistrationDraft extends PlaceDraft {
  email: string
  password: string
  confirmation: string
  cuit: string
  firstName: string
  lastName: string
  mobile: string
  phone: string
  carrierId: string
  notes: string
  terms: boolean
  /** What the tax registry filled in, and for which CUIT, so that it is done once and can be taken back. */
  filled: Filled | null
}
interface Filled extends PlaceDraft {
  cuit: string
  firstName: string
  lastName: string
  businessName: string
}

export const emptyRegistration: RegistrationDraft = {
  email: '',
  password: '',
  confirmation: '',
  cuit: '',
  firstName: '',
  lastName: '',
  mobile: '',
  phone: '',
  ...noPlace,
  carrierId: String(DEFAULT_CARRIER),
  notes: '',
  terms: false,
  filled: null,
}
/** What a reload may forget. */
export const secretFields = ['password', 'confirmation'] as const

/** In the order of the screen: the first wrong one gets the focus. */
export const fieldLabels = {
  email: 'Email',
  password: 'Contraseña',
  confirmation: 'Confirmar contraseña',
  cuit: 'CUIT',
  firstName: 'Nombre',
  lastName: 'Apellido',
  businessName: 'Razón social',
  mobile: 'Celular',
  phone: 'Teléfono',
  address: 'Dirección',
  provinceId: 'Provincia',
  city: 'Localidad',
  carrierId: 'Expreso',
  notes: 'Observaciones',
  terms: 'Términos y condiciones',
} as const
export type RegistrationField = keyof typeof fieldLabels
/** Messages by field, in the spec's order of checks. */
export type RegistrationProblems = Partial<Record<RegistrationField, string>>

const cleanNames = new Map<string, string>(
  Object.entries(registration.fields).map(([name, [wireName]]) => [wireName, name]),
)

export const firstWrong = (problems: RegistrationProblems): RegistrationField | undefined =>
  (Object.keys(fieldLabels) as RegistrationField[]).find((field) => problems[field])

const digitsOf = (cuit: string): string => cuit.replace(/\D/g, '')

/**
 * What the registry says of the CUIT wins over what was typed (READINGS 15). What it leaves unsaid stays,
 * unless it was filled in for another CUIT. The same entry again changes nothing: the user may have gone on.
 */
export function withRegistry(draft: RegistrationDraft, entry: RegistryEntry): RegistrationDraft {
  const before = draft.filled
  if (before?.cuit === entry.cuit) return draft
  const { cuit, firstName, lastName } = entry
  const fiscal = fiscalPlace(entry)
  const untouched = before !== null && before.address === draft.address
  const place = fiscal.address || untouched ? fiscal : {}
  const nameNow = (field: 'firstName' | 'lastName') =>
    entry[field] || (before?.[field] === draft[field] ? '' : draft[field])
  const businessName = entry.businessName || `${firstName} ${lastName}`.trim()
  return {
    ...draft,
    ...place,
    firstName: nameNow('firstName'),
    lastName: nameNow('lastName'),
    filled: { cuit, firstName, lastName, businessName, ...fiscal },
  }
}

function fiscalPlace({ addresses }: RegistryEntry): PlaceDraft {
  const fiscal = addresses.find(({ kind }) => kind === 'FISCAL')
  if (!fiscal) return noPlace
  const { street, number, city, postalCode, provinceId } = fiscal
  return {
    ...noParts,
    address: `${street} ${number}`.trim(),
    street,
    number,
    city,
    postalCode,
    provinceId: provinceId === null ? '' : String(provinceId),
    country: 'Argentina',
  }
}

/** The read-only razón social: the registry's for this CUIT, else name plus surname. */
export function businessNameOf({ filled, cuit, firstName, lastName }: RegistrationDraft): string {
  const registered = filled?.cuit === digitsOf(cuit) ? filled.businessName : ''
  return registered || `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** What is sent. */
export function registrationOf(draft: RegistrationDraft): Registration {
  const { filled: _filled, provinceId, carrierId, ...fields } = draft
  return {
    ...fields,
    businessName: businessNameOf(draft),
    provinceId: provinceId === '' ? null : Number(provinceId),
    carrierId: carrierId === '' ? null : Number(carrierId),
  }
}

/** All that is wrong, in the spec's order. @param refused Whether the registry refused this CUIT. */
export function problemsOf(draft: RegistrationDraft, refused: boolean): RegistrationProblems {
  const problems = registrationProblems(registrationOf(draft)).map(({ field, message }) => [
    cleanNames.get(field) ?? field,
    message,
  ])
  const found: RegistrationProblems = Object.fromEntries(problems)
  if (refused) found.cuit ??= registrationTexts.cuitRefused
  return found
}
