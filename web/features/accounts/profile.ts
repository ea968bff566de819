/** The own data without its looks (R205). */
import type { User } from '../../../contract/user-admin.ts'

export interface ProfileDraft {
  firstName: string
  lastName: string
  phone: string
  mobile: string
  carrierId: string
}
export type ProfileField = keyof ProfileDraft
export type ProfileProblems = Partial<Record<ProfileField, string>>

/** In the order of the screen. */
export const profileLabels: Record<ProfileField, string> = {
  firstName: 'Nombre',
  lastName: 'Apellido',
  phone: 'Teléfono',
  mobile: 'Celular',
  carrierId: 'Expreso',
}

/** What a field that must be there says when it is not. */
export const MISSING = 'Complete este campo'

export const profileDraftOf = ({ firstName, lastName, phone, mobile, carrierId }: User): ProfileDraft => ({
  firstName,
  lastName,
  phone,
  mobile,
  carrierId: carrierId ? String(carrierId) : '',
})

/** All five must be there; otherwise nothing is sent. */
export const profileProblemsOf = (draft: ProfileDraft): ProfileProblems => missingOf(draft, profileLabels)

/** A message for each of some fields that is empty. */
export function missingOf<Field extends string>(
  draft: Readonly<Record<NoInfer<Field>, string>>,
  labels: Readonly<Record<Field, string>>,
): Partial<Record<Field, string>> {
  const missing = (Object.keys(labels) as Field[]).filter((field) => draft[field].trim() === '')
  return Object.fromEntries(missing.map((field) => [field, MISSING])) as Partial<Record<Field, string>>
}
