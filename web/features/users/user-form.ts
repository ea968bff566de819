/** The user form without its looks: what it holds, what is wrong with it, and what is sent (spec 2 sections 3 to 5). */
import type * as z from 'zod/mini'
import { DEFAULT_CARRIER, type RegistryEntry, registrationTexts } from '../../../contract/accounts.ts'
import type { UserType } from '../../../contract/auth.ts'
import { formatCuit, parseCuit } from '../../../contract/cuit.ts'
import { passwordProblem } from '../../../contract/password.ts'
import { createUser, legacyData, type User, type updateUser } from '../../../contract/user-admin.ts'

export type LegacyTerms = z.output<typeof legacyData>

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
  sellerId: string
  enabled: boolean
  active: boolean
  /** Whether the client is made in the legacy system too. */
  createClient: boolean
  /** The client's terms: of the one to be made, or of the one that is linked. */
  clientSellerId: string
  saleCondition: string
  /** Percent, as typed: '5,5'. */
  bonus: string
  vatConditionId: string
}
export type UserField = keyof UserDraft
export type UserProblems = Partial<Record<UserField, string>>

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
  sellerId: '',
  enabled: true,
  active: true,
  createClient: false,
  clientSellerId: '',
  saleCondition: '1',
  bonus: '0',
  vatConditionId: '1',
}

const choice = (id: number | null | undefined): string => (id === null || id === undefined ? '' : String(id))
const idOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

/** The form of a stored user, with the terms of the user's client. */
export function draftOf(user: User, terms: LegacyTerms | null): UserDraft {
  const { id: _id, verified: _verified, createdAt: _createdAt, ...fields } = user
  const draft = {
    ...emptyDraft,
    ...fields,
    cuit: formatCuit(user.cuit),
    carrierId: choice(user.carrierId),
    zoneId: choice(user.zoneId),
    provinceId: choice(user.provinceId),
    sellerId: choice(user.sellerId),
    clientId: user.clientId && user.clientId > 0 ? user.clientId : null,
  }
  if (!terms) return draft
  return {
    ...draft,
    zoneId: draft.zoneId || choice(terms.zoneId),
    clientSellerId: choice(terms.sellerId),
    saleCondition: String(terms.saleCondition),
    bonus: String(terms.bonus / 100).replace('.', ','),
    vatConditionId: terms.vatConditionId > 0 ? String(terms.vatConditionId) : '',
  }
}

/** Another type of user: the link that type has no use for is cleared (spec 2 section 4). */
export const withType = (draft: UserDraft, type: UserType): UserDraft =>
  type === 'cliente'
    ? { ...draft, type, sellerId: '' }
    : { ...draft, type, clientId: null, createClient: false }

/** What the tax registry says wins over what was typed (READINGS 15); it may leave things unsaid. */
export function withRegistry(draft: UserDraft, entry: RegistryEntry): UserDraft {
  const { firstName, lastName, businessName, addresses } = entry
  const fiscal = addresses.find(({ kind }) => kind === 'FISCAL')
  const filled = {
    firstName,
    lastName,
    businessName: businessName || `${firstName} ${lastName}`.trim(),
    address: fiscal ? `${fiscal.street} ${fiscal.number}`.trim() : '',
    provinceId: choice(fiscal?.provinceId),
    city: fiscal?.city ?? '',
  }
  const said = Object.entries(filled).filter(([, value]) => value !== '')
  return { ...draft, ...Object.fromEntries(said) }
}

const MISSING = 'Complete este campo'
const BONUS_REFUSED = 'Debe ser un número de 0 a 100'

/** Hundredths of a percent from '5,5' or '5.5'; null when it is no number from 0 to 100. */
function readBonus(text: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(text.trim())) return null
  const hundredths = Math.round(Number(text.trim().replace(',', '.')) * 100)
  return hundredths <= 10_000 ? hundredths : null
}

/** Everything that is wrong, each at its field (spec 2 section 5). `id` null: the user is new. */
export function problemsOf(draft: UserDraft, id: number | null, hasTerms: boolean): UserProblems {
  const problems: UserProblems = {}
  const missing = (...fields: readonly UserField[]) => {
    for (const field of fields) if (String(draft[field]).trim() === '') problems[field] = MISSING
  }
  missing('firstName', 'zoneId', 'address', 'provinceId', 'city')
  if (draft.carrierId === '') problems.carrierId = registrationTexts.carrier
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim())) problems.email = registrationTexts.email
  if (id === null) {
    missing('businessName')
    if (!parseCuit(draft.cuit)) problems.cuit = registrationTexts.cuit
  }
  if (id === null || draft.password !== '') {
    const weak = passwordProblem(draft.password, draft.type === 'cliente' ? 'client' : 'staff')
    if (weak) problems.password = weak
  }
  if (hasTerms) {
    missing('vatConditionId')
    if (readBonus(draft.bonus) === null) problems.bonus = BONUS_REFUSED
  }
  return problems
}

function fieldsOf(draft: UserDraft) {
  const isClient = draft.type === 'cliente'
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
  bonus: readBonus(draft.bonus) ?? 0,
  vatConditionId: Number(draft.vatConditionId),
  zoneId: idOf(draft.zoneId),
})

/** The call's body for a new user. */
export const newUserOf = (draft: UserDraft): z.output<typeof createUser.body> => ({
  ...fieldsOf(draft),
  createClient: draft.createClient,
  legacy: draft.createClient ? legacyTermsOf(draft) : null,
})

/** The call's body for a user that exists. */
export const changedUserOf = (id: number, draft: UserDraft): z.output<typeof updateUser.body> => ({
  id,
  ...fieldsOf(draft),
})

/** The client's terms when they were changed or the client is to be made; null when they stay, or it is another client. */
export function termsOf(draft: UserDraft, before: UserDraft): LegacyTerms | null {
  if (draft.createClient) return legacyTermsOf(draft)
  if (draft.clientId === null || draft.clientId !== before.clientId) return null
  const terms = legacyTermsOf(draft)
  return JSON.stringify(terms) === JSON.stringify(legacyTermsOf(before)) ? null : terms
}

/** Whether anything was changed. */
export const isChanged = (draft: UserDraft, before: UserDraft): boolean =>
  (Object.keys(draft) as UserField[]).some((field) => draft[field] !== before[field])

/** The fields in the order of the form, with what they are called there. */
export const fieldLabels = {
  cuit: 'CUIT',
  type: 'Tipo de usuario',
  businessName: 'Razón social',
  email: 'Email',
  password: 'Contraseña',
  firstName: 'Nombre',
  lastName: 'Apellido',
  phone: 'Teléfono',
  mobile: 'Celular',
  address: 'Dirección de entrega',
  provinceId: 'Provincia',
  city: 'Ciudad',
  carrierId: 'Expreso',
  zoneId: 'Zona',
  notes: 'Observación',
  clientId: 'Cliente vinculado',
  sellerId: 'Vendedor',
  createClient: 'Dar de alta el cliente en el sistema de gestión',
  clientSellerId: 'Vendedor del cliente',
  saleCondition: 'Condición de venta',
  bonus: 'Bonificación (%)',
  vatConditionId: 'Condición de IVA',
  enabled: 'Habilitado',
  active: 'Activo',
} as const satisfies Record<UserField, string>

/** The wrong fields in the order of the form. */
export const wrongFields = (problems: UserProblems): UserField[] =>
  (Object.keys(fieldLabels) as UserField[]).filter((field) => problems[field] !== undefined)

/** Which field of the form a refused field of the calls is. */
export const wireNames = {
  fields: {
    ...createUser.body.fields,
    clientSellerId: legacyData.fields.sellerId,
    saleCondition: legacyData.fields.saleCondition,
    bonus: legacyData.fields.bonus,
    vatConditionId: legacyData.fields.vatConditionId,
  },
}
