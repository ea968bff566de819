/** The logic of the user form: its draft, its problems, and the bodies that are sent (R203 to R205). Pure. */

import type * as z from 'zod/mini'
import { registrationTexts } from '../../../../contract/accounts.ts'
import { percentText } from '../../../../contract/amounts.ts'
import type { OrderRight } from '../../../../contract/buyer-rights.ts'
import type { Client } from '../../../../contract/clients.ts'
import { formatCuit, parseCuit } from '../../../../contract/cuit.ts'
import { isEmail } from '../../../../contract/email.ts'
import { DEFAULT_CARRIER } from '../../../../contract/erp-lists.ts'
import type { FieldError } from '../../../../contract/errors.ts'
import { passwordProblem } from '../../../../contract/password.ts'
import type { RegistryEntry } from '../../../../contract/registry.ts'
import type { UserType } from '../../../../contract/roles.ts'
import { roles } from '../../../../contract/roles.ts'
import {
  BONUS_REFUSED,
  createUser,
  type enableUser,
  legacyData,
  type User,
  updateUser,
} from '../../../../contract/user-admin.ts'
import type { Address } from '../../../../contract/users.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { readPercent } from '../../../lib/percent.ts'

/** The terms of a client in the legacy system. */
export type LegacyTerms = z.output<typeof legacyData>
/** The terms as they are stored, with their version (R41). */
export type StoredTerms = LegacyTerms & { version: number }

/** The form's fields as they stand in their controls; '' in a list is no choice. */
export interface UserDraft {
  type: UserType
  cuit: string
  businessName: string
  email: string
  password: string
  firstName: string
  lastName: string
  phone: string
  mobile: string
  carrierId: string
  zoneId: string
  address: string
  provinceId: string
  city: string
  notes: string
  clientId: number | null
  /** Whether a client's user confirms orders or prepares them (R371). */
  orderRight: OrderRight
  sellerId: string
  enabled: boolean
  active: boolean
  /** Whether the client is created in the legacy system, too. */
  createClient: boolean
  /** The next four are the terms of the client: of the one to be created, or of the linked one. */
  clientSellerId: string
  saleCondition: string
  /** Percent, as typed: '5,5'. */
  bonus: string
  vatConditionId: string
  /** The versions of the user and of the terms as they were read (R41); 0 for what is not stored yet. */
  version: number
  termsVersion: number
}
export type UserProblems = Problems<UserDraft>

/** A new user: a client, enabled, with the spec's defaults for the legacy system. */
export const emptyDraft: UserDraft = {
  type: 'cliente',
  cuit: '',
  businessName: '',
  email: '',
  password: '',
  firstName: '',
  lastName: '',
  phone: '',
  mobile: '',
  carrierId: String(DEFAULT_CARRIER),
  zoneId: '',
  address: '',
  provinceId: '',
  city: '',
  notes: '',
  clientId: null,
  orderRight: 'confirm',
  sellerId: '',
  enabled: true,
  active: true,
  createClient: false,
  clientSellerId: '',
  saleCondition: '1',
  bonus: '0',
  vatConditionId: '1',
  version: 0,
  termsVersion: 0,
}

const choice = (id: number | null | undefined): string => (id === null || id === undefined ? '' : String(id))
const idOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

/** The draft of a stored user, with the terms of the user's client. */
export function draftOf(user: User, terms: StoredTerms | null): UserDraft {
  const { id: _id, verified: _v, verifiedAt: _at, verifiedBy: _by, ...rest } = user
  const { secondFactor: _factor, createdAt: _createdAt, ...stored } = rest
  const { postalCode: _postalCode, ...fields } = stored
  const draft = {
    ...emptyDraft,
    ...fields,
    cuit: formatCuit(user.cuit),
    carrierId: choice(user.carrierId),
    zoneId: choice(user.zoneId),
    provinceId: choice(user.provinceId),
    sellerId: choice(user.sellerId),
    orderRight: user.orderRight ?? 'confirm',
    clientId: user.clientId && user.clientId > 0 ? user.clientId : null,
  }
  if (!terms) return draft
  return {
    ...draft,
    zoneId: draft.zoneId || choice(terms.zoneId),
    clientSellerId: choice(terms.sellerId),
    saleCondition: String(terms.saleCondition),
    bonus: percentText(terms.bonus),
    vatConditionId: terms.vatConditionId > 0 ? String(terms.vatConditionId) : '',
    termsVersion: terms.version,
  }
}

/** Changes the type of user. The link that the new type has no use for is cleared (R204). */
export const withType = (draft: UserDraft, type: UserType): UserDraft =>
  roles[type].isStaff ? { ...draft, type, clientId: null, createClient: false } : { ...draft, type, sellerId: '' }

/** Fills in the tax registry's entry, which wins over what was typed (R15). Fields that the entry lacks stay. */
export function withRegistry(draft: UserDraft, entry: RegistryEntry): UserDraft {
  const { firstName, lastName, businessName, addresses } = entry
  const fiscal = addresses.find(({ kind }) => kind === 'FISCAL')
  const filled = {
    firstName,
    lastName,
    businessName: businessName || `${firstName} ${lastName}`.trim(),
  }
  const known = Object.entries(filled).filter(([, value]) => value !== '')
  const address = fiscal ? `${fiscal.street} ${fiscal.number}`.trim() : ''
  // The parts of an address go together: half of one and half of another is none.
  const place = address && { address, provinceId: choice(fiscal?.provinceId), city: fiscal?.city ?? '' }
  return { ...draft, ...Object.fromEntries(known), ...place }
}

/** Links the client that has the CUIT. Its razón social is the user's, unless one was typed or the registry told one (R15). */
export const withClient = (draft: UserDraft, { id, businessName }: Client): UserDraft => ({
  ...draft,
  clientId: id,
  createClient: false,
  businessName: draft.businessName.trim() || businessName,
})

/** Takes back what `withClient` filled in: the CUIT is another one now. */
export const withoutClient = (draft: UserDraft, { id, businessName }: Client): UserDraft => ({
  ...draft,
  clientId: draft.clientId === id ? null : draft.clientId,
  businessName: draft.businessName === businessName ? '' : draft.businessName,
})

const noPlace = { address: '', provinceId: '', city: '' }
const isAt = (draft: UserDraft, { address, provinceId, city }: typeof noPlace): boolean =>
  draft.address === address && draft.provinceId === provinceId && draft.city === city
const placeOf = ({ street, provinceId, locality }: Address): typeof noPlace => ({
  address: street,
  provinceId: choice(provinceId),
  city: locality,
})

/** Fills in the address of the linked client where nothing of one was typed. */
export const withBranch = (draft: UserDraft, branch: Address): UserDraft =>
  isAt(draft, noPlace) ? { ...draft, ...placeOf(branch) } : draft

/** Takes back what `withBranch` filled in, where it is as it was: it is another client now. */
export const withoutBranch = (draft: UserDraft, branch: Address): UserDraft =>
  isAt(draft, placeOf(branch)) ? { ...draft, ...noPlace } : draft

/** A text with one full stop and a blank behind it: names such as 'El Duende S.R.L.' bring theirs. */
export const sentence = (text: string): string => `${text.replace(/\.{1,9}$/, '')}. `

/** Whether it is a buyer whom a client's first user invited, who needs no CUIT, address and carrier (R370). */
export const isBuyerByMail = ({ cuit }: Pick<UserDraft, 'cuit'>, id: number | null): boolean =>
  id !== null && cuit === ''

/** What is wrong beside fields that are empty (R205). `id` null: the user is new. */
export function problemsOf(
  draft: UserDraft,
  id: number | null,
  { hasTerms, asksCarrier = true }: { hasTerms: boolean; asksCarrier?: boolean },
): UserProblems {
  const problems: UserProblems = {}
  if (asksCarrier && draft.carrierId === '' && !isBuyerByMail(draft, id)) problems.carrierId = registrationTexts.carrier
  if (!isEmail(draft.email.trim())) problems.email = registrationTexts.email
  if (id === null && !parseCuit(draft.cuit)) problems.cuit = registrationTexts.cuit
  if (id === null || draft.password !== '') {
    const weak = passwordProblem(draft.password, roles[draft.type].isStaff ? 'staff' : 'client')
    if (weak) problems.password = weak
  }
  if (hasTerms && readPercent(draft.bonus) === null) problems.bonus = BONUS_REFUSED
  return problems
}

/** Whether saving creates a client in the legacy system. */
export const createsClient = ({ type, clientId, createClient }: UserDraft): boolean =>
  !roles[type].isStaff && clientId === null && createClient

function fieldsOf(draft: UserDraft) {
  const isClient = !roles[draft.type].isStaff
  return {
    email: draft.email.trim(),
    cuit: draft.cuit.trim(),
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    businessName: draft.businessName.trim(),
    phone: draft.phone.trim(),
    mobile: draft.mobile.trim(),
    carrierId: idOf(draft.carrierId),
    zoneId: idOf(draft.zoneId),
    address: draft.address.trim(),
    provinceId: idOf(draft.provinceId),
    city: draft.city.trim(),
    notes: draft.notes.trim(),
    type: draft.type,
    sellerId: isClient ? null : idOf(draft.sellerId),
    clientId: isClient ? draft.clientId : null,
    enabled: draft.enabled,
    active: draft.active,
    password: draft.password,
  }
}

const legacyTermsOf = (draft: UserDraft): LegacyTerms => ({
  sellerId: idOf(draft.clientSellerId),
  saleCondition: Number(draft.saleCondition),
  bonus: readPercent(draft.bonus) ?? 0,
  vatConditionId: Number(draft.vatConditionId),
  zoneId: idOf(draft.zoneId),
})

/** The call's body for a new user. */
export const newUserOf = (draft: UserDraft): z.output<typeof createUser.body> => ({
  ...fieldsOf(draft),
  createClient: createsClient(draft),
  legacy: createsClient(draft) ? legacyTermsOf(draft) : null,
})

/** The call's body for a user that exists; the terms of the client go with it where they were changed. */
export const changedUserOf = (id: number, draft: UserDraft, before: UserDraft): z.output<typeof updateUser.body> => ({
  id,
  ...fieldsOf(draft),
  orderRight: draft.orderRight,
  version: draft.version,
  legacy: termsOf(draft, before),
})

/** The client's terms, when they were changed or the client is to be created; null when they stay, or the client is another. */
export function termsOf(draft: UserDraft, before: UserDraft): StoredTerms | LegacyTerms | null {
  if (createsClient(draft)) return legacyTermsOf(draft)
  if (draft.clientId === null || draft.clientId !== before.clientId) return null
  const terms = legacyTermsOf(draft)
  const isSame = JSON.stringify(terms) === JSON.stringify(legacyTermsOf(before))
  return isSame ? null : { ...terms, version: draft.termsVersion }
}

/** The fields that enabling may ask for, in the order of its form. */
const askable = ['businessName', 'firstName', 'address', 'provinceId', 'city', 'carrierId', 'zoneId'] as const
export type Missing = (typeof askable)[number]
export const inFormOrder = (missing: readonly FieldError[]): Missing[] =>
  askable.filter((name) => missing.some(({ field }) => field === name))

/** The body that enables a user: the server takes only the data that are missing. */
export function enablingOf(draft: UserDraft): Omit<z.output<typeof enableUser.body>, 'ownPassword'> {
  const { businessName, firstName, address, provinceId, city, carrierId, zoneId, clientId } = fieldsOf(draft)
  const legacy = createsClient(draft) ? legacyTermsOf(draft) : null
  return { businessName, firstName, address, provinceId, city, carrierId, zoneId, clientId, legacy }
}

const inLegacy = (name: keyof typeof legacyData.fields) =>
  [`${updateUser.body.fields.legacy[0]}.${legacyData.fields[name][0]}`] as const

/** The form's field for each field that the calls may refuse. */
export const wireNames = {
  fields: {
    ...createUser.body.fields,
    clientSellerId: inLegacy('sellerId'),
    saleCondition: inLegacy('saleCondition'),
    bonus: inLegacy('bonus'),
    vatConditionId: inLegacy('vatConditionId'),
  },
}
