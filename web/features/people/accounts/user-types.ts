import type { UserType } from '../../../../contract/auth.ts'

/** The types of users as they are called on the screen. */
export const userTypes: readonly { value: UserType; label: string }[] = [
  { value: 'cliente', label: 'Cliente' },
  { value: 'vendedor', label: 'Vendedor' },
  { value: 'supervisor', label: 'Supervisor' },
  { value: 'admin', label: 'Admin' },
]

export const labelOfType = (type: UserType): string =>
  userTypes.find(({ value }) => value === type)?.label ?? type
