import { roles } from '../../../../contract/roles.ts'
import type { User } from '../../../../contract/user-admin.ts'

/** Whose orders a page shows: a client's razón social, the person of staff, whose razón social is the shop's own. */
export function userTitle(user: Pick<User, 'type' | 'businessName' | 'firstName' | 'lastName'>): string {
  const person = `${user.firstName} ${user.lastName}`.trim()
  const { businessName } = user
  return roles[user.type].isStaff ? person || businessName : businessName || person
}
