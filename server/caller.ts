/** Who makes a call, and whom that person may act for (R100). */

import type { KeyRight } from '../contract/key-rights.ts'
import { roles, type UserType } from '../contract/roles.ts'
import { NO_CLIENT } from '../contract/rules.ts'

/** The signed-in user that makes a call. `clientId` is −1 without an ERP client. */
export interface Caller {
  readonly userId: number
  readonly type: UserType
  readonly name: string
  readonly clientId: number
  readonly sellerId: number | null
  /** Whether it only prepares orders, which another user of the client confirms (R371). */
  readonly preparesOnly?: boolean
}

/** The browser in which somebody signs in. */
export interface Browser {
  /** As it describes itself; '' when it does not. */
  readonly userAgent: string
  /** A random text that it keeps as a cookie, by which it is known again (R269). */
  readonly mark: string
}

export const isStaff = (caller: Caller): boolean => roles[caller.type].isStaff
export const isSupervisor = (caller: Caller): boolean => roles[caller.type].supervises
export const isAdmin = (caller: Caller): boolean => roles[caller.type].administers

/** A session that ended because nobody used it (R267). */
export const IDLE = 'idle'

/** Knows the session of a request. */
export interface Sessions {
  /** The user behind a bearer token; undefined for an unknown, ended or expired session, IDLE for one that ended unused. */
  find(token: string): Caller | typeof IDLE | undefined | Promise<Caller | typeof IDLE | undefined>
}

/** What access asks the database about sellers and clients. */
export interface SellersReach {
  /** Whether a client (its id in the ERP) is the seller's. */
  client(sellerId: number, clientId: number): Promise<boolean>
  /** Whether a user is linked to a client of the seller's. */
  user(sellerId: number, userId: number): Promise<boolean>
  /** Whether the client exists. */
  exists(clientId: number): Promise<boolean>
}

/** Whether a caller may act for a client: a cliente for its own, a vendedor for the seller's clients, others for all. */
export async function reachesClient(caller: Caller, clientId: number, reach: SellersReach): Promise<boolean> {
  if (clientId === NO_CLIENT) return true
  const { reaches } = roles[caller.type]
  if (reaches === 'own') return clientId === caller.clientId
  if (reaches === 'all') return true
  return caller.sellerId !== null && reach.client(caller.sellerId, clientId)
}

/** The seller whose clients somebody of the staff may act for: undefined for all clients, null for none. */
export const scopeOf = ({ type, sellerId }: Caller): number | null | undefined =>
  roles[type].reaches === 'all' ? undefined : sellerId

/** The client a call is about when it names none: a cliente's own; −1 for staff without a chosen one. */
export const clientOf = (caller: Caller, clientId: number | null | undefined): number =>
  clientId === undefined || clientId === null || clientId === NO_CLIENT ? caller.clientId : clientId

/** A program of the ERP that makes a call with a key (R293). */
export interface KeyHolder {
  readonly id: number
  /** As the admin called the key. */
  readonly name: string
  readonly rights: readonly KeyRight[]
}

/** Knows the key of a request. */
export interface Keys {
  /** Whether a token has the form of a key. */
  isKey(token: string | undefined): token is string
  /** @throws Refusal 401 for an unknown key, 403 for one without the right, 429 with Retry-After for too many calls */
  admit(token: string, right: KeyRight | undefined): Promise<KeyHolder>
}
