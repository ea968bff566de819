/** The logic of the registration form: its draft, its problems, and the body that is sent (R102 and R105). Pure. */
import { type RegistrationShop, registrationProblems } from '../../../../contract/account-rules.ts'
import { type Registration, registrationTexts } from '../../../../contract/accounts.ts'
import { DEFAULT_CARRIER } from '../../../../contract/erp-lists.ts'
import type { RegistryEntry } from '../../../../contract/registry.ts'
import { ApiError } from '../../../lib/api.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { waitOf } from '../../../lib/wait.ts'
import { noParts, noPlace, type PlaceDraft } from './place.ts'

/** The form's fields as they stand in their controls; '' in a list is no choice. */
export interface RegistrationDraft extends PlaceDraft {
  email: string
  password: string
  confirmation: string
  cuit: string
  firstName: string
  lastName: string
  /** Never typed: `businessNameOf` makes it. */
  businessName: string
  mobile: string
  phone: string
  zoneId: string
  carrierId: string
  notes: string
  terms: boolean
  /** What the tax registry filled in, and for which CUIT, so that it is filled in once and can be taken back. */
  filled: Filled | null
}
/** The fields that the registry fills. */
interface FilledFields extends PlaceDraft {
  firstName: string
  lastName: string
}
interface Filled extends FilledFields {
  cuit: string
  businessName: string
  /** The fields before the registry filled them in; they come back when the CUIT changes. */
  typed: FilledFields
}

export const emptyRegistration: RegistrationDraft = {
  email: '',
  password: '',
  confirmation: '',
  cuit: '',
  firstName: '',
  lastName: '',
  businessName: '',
  mobile: '',
  phone: '',
  ...noPlace,
  zoneId: '',
  carrierId: String(DEFAULT_CARRIER),
  notes: '',
  terms: false,
  filled: null,
}
/** Messages by field, in the spec's order of checks. */
type RegistrationProblems = Problems<RegistrationDraft>

const digitsOf = (cuit: string): string => cuit.replace(/\D/g, '')

const fieldsOf = (draft: RegistrationDraft): FilledFields => {
  const { firstName, lastName, address, provinceId, city } = draft
  const { street, number, crossing, postalCode, country } = draft
  return { firstName, lastName, address, provinceId, city, street, number, crossing, postalCode, country }
}

/**
 * Takes back what the registry filled in once the CUIT is another one than it was asked for. The fields get back what was typed
 * before; fields that were changed since stay.
 */
export function withoutOtherCuit(draft: RegistrationDraft): RegistrationDraft {
  const { filled } = draft
  if (filled === null || filled.cuit === digitsOf(draft.cuit)) return draft
  const { typed } = filled
  const restored = (field: 'firstName' | 'lastName' | 'provinceId' | 'city') =>
    draft[field] === filled[field] ? typed[field] : draft[field]
  const { address, street, number, crossing, postalCode, country } = typed
  return {
    ...draft,
    // The parts of an address go with its line.
    ...(draft.address === filled.address && { address, street, number, crossing, postalCode, country }),
    firstName: restored('firstName'),
    lastName: restored('lastName'),
    provinceId: restored('provinceId'),
    city: restored('city'),
    filled: null,
  }
}

/**
 * Fills in the registry's entry of the CUIT, which wins over what was typed (R15). Fields that the entry lacks stay. The same
 * entry changes nothing a second time: the user may have changed fields since.
 */
export function withRegistry(given: RegistrationDraft, entry: RegistryEntry): RegistrationDraft {
  if (given.filled?.cuit === entry.cuit) return given
  const draft = withoutOtherCuit({ ...given, cuit: entry.cuit })
  const typed = fieldsOf(draft)
  const { cuit, businessName } = entry
  const fiscal = fiscalPlace(entry)
  const fields = {
    ...typed,
    ...(fiscal.address && fiscal),
    firstName: entry.firstName || typed.firstName,
    lastName: entry.lastName || typed.lastName,
  }
  const registered = businessName || `${entry.firstName} ${entry.lastName}`.trim()
  return {
    ...draft,
    ...fields,
    cuit: given.cuit,
    filled: { ...fields, cuit, businessName: registered, typed },
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

/** The body that is sent. */
export function registrationOf(draft: RegistrationDraft): Registration {
  const { filled: _filled, provinceId, zoneId, carrierId, ...fields } = draft
  return {
    ...fields,
    businessName: businessNameOf(draft),
    provinceId: provinceId === '' ? null : Number(provinceId),
    zoneId: zoneId === '' ? null : Number(zoneId),
    carrierId: carrierId === '' ? null : Number(carrierId),
  }
}

/** What is known of the CUIT when the form is sent. */
export interface CuitState {
  /** The registry refused it. */
  refused: boolean
  /** Nothing more will come from the registry: a user whom it did not name has to give the name. */
  answered: boolean
}

/** All problems of the draft, in the spec's order of checks. */
export function problemsOf(
  draft: RegistrationDraft,
  { refused, answered }: CuitState,
  shop: RegistrationShop,
): RegistrationProblems {
  const problems = registrationProblems(registrationOf(draft), shop)
  const found: RegistrationProblems = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
  if (refused) found.cuit ??= registrationTexts.cuitRefused
  if (answered && !refused && businessNameOf(draft) === '') found.firstName = registrationTexts.name
  return found
}

/** Why a registration failed as a whole (R108). */
export function registrationFailureOf(error: unknown): string {
  if (error instanceof ApiError && [0, 403].includes(error.status)) return error.message
  return [registrationTexts.failed, waitOf(error)].filter(Boolean).join('. ')
}
