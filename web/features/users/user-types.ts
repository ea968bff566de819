import type { UserType } from '../../../contract/auth.ts'

/** The types of users as they are called on the screen. */
export const userTypes: readonly { type: UserType; label: string }[] = [
  { type: 'cliente', label: 'Cliente' },
  { type: 'vendedor', label: 'Vendedor' },
  { type: 'supervisor', label: 'Supervisor' },
  { type: 'admin', label: 'Admin' },
]

export const labelOfType = (type: UserType): string =>
  userTypes.find((known) => known.type === type)?.label ?? type
