/**
 * What each role may do (R100), in one place. Calls and screens name their audience, and code asks what a role may do, never
 * for the name of the role. A new role is a row here, and a word in the check of `app_user`.
 */

export interface Role {
  /** Its name on the screens. */
  readonly label: string
  /** Works for the shop: chooses a client to order for, and goes on where a screen is closed for clients (R19). */
  readonly isStaff: boolean
  /** Whom it may act for: the client it belongs to, the clients of its seller, or all. */
  readonly reaches: 'own' | 'sellers' | 'all'
  /** Edits what the shop says of articles, and sees what all of the staff does. */
  readonly supervises: boolean
  /** Runs the shop: users, settings, what belongs to others. */
  readonly administers: boolean
}

export const roles = {
  cliente: { label: 'Cliente', isStaff: false, reaches: 'own', supervises: false, administers: false },
  vendedor: { label: 'Vendedor', isStaff: true, reaches: 'sellers', supervises: false, administers: false },
  supervisor: { label: 'Supervisor', isStaff: true, reaches: 'all', supervises: true, administers: false },
  admin: { label: 'Admin', isStaff: true, reaches: 'all', supervises: true, administers: true },
} as const satisfies Record<string, Role>

export type UserType = keyof typeof roles
export const userTypes = Object.keys(roles) as [UserType, ...UserType[]]

/** All roles, as the choices of a form. */
export const roleChoices = userTypes.map((value) => ({ value, label: roles[value].label }))
/** Roles that clients sign in with. */
export const clientTypes = userTypes.filter((type) => !roles[type].isStaff)
/** Roles that work for the shop. */
export const staffTypes = userTypes.filter((type) => roles[type].isStaff)
/** Roles that run the shop. */
export const adminTypes = userTypes.filter((type) => roles[type].administers)

/** Whom a call or a screen is for. */
export type Audience = 'everyone' | 'signedIn' | 'staff' | 'supervisor' | 'admin'

const isFor: Record<Audience, (role: Role) => boolean> = {
  everyone: () => true,
  signedIn: () => true,
  staff: ({ isStaff }) => isStaff,
  supervisor: ({ supervises }) => supervises,
  admin: ({ administers }) => administers,
}

/** Whether a call or screen for an audience is open to a role. */
export const isOpenTo = (type: UserType, audience: Audience): boolean => isFor[audience](roles[type])
