/** Who may do what (R100): decided from the declaration of a call, before anything is parsed. */
import type { UserType } from '../../contract/auth.ts'
import { clientNotFound } from '../../contract/clients.ts'
import type { Access, Audience, Where } from '../../contract/endpoint.ts'
import { isId, NOT_AN_ID, readId } from '../../contract/ids.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { forbidden, malformed, noSuchAddress, notFound, unauthenticated } from './errors.ts'

/** The signed-in user that makes a call. `clientId` is −1 without an ERP client. */
export interface Caller {
  readonly userId: number
  readonly type: UserType
  readonly name: string
  readonly clientId: number
  readonly sellerId: number | null
}

const isStaff = (caller: Caller): boolean => caller.type !== 'cliente'
export const isSupervisor = (caller: Caller): boolean =>
  caller.type === 'supervisor' || caller.type === 'admin'
export { isStaff }

const audiences: Record<Audience, (caller: Caller) => boolean> = {
  everyone: () => true,
  signedIn: () => true,
  staff: isStaff,
  supervisor: isSupervisor,
  admin: (caller) => caller.type === 'admin',
}

/** The raw, unparsed request as far as access looks at it. */
export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body?: unknown
}

/** What access asks the database about sellers and clients. */
export interface SellersReach {
  /** Whether a client (its id in the ERP) is the seller's. */
  client(sellerId: number, clientId: number): Promise<boolean>
  /** Whether a user is linked to a client of the seller's. */
  user(sellerId: number, userId: number): Promise<boolean>
  /** Whether there is such a client at all. */
  exists(clientId: number): Promise<boolean>
}

/** Refuses callers outside a call's audience: 401 without a session, 403 with the wrong role. */
export function checkAudience(access: Access, caller: Caller | undefined): void {
  if (access.who === 'everyone') return
  if (!caller) throw unauthenticated()
  if (!audiences[access.who](caller)) throw forbidden()
}

/** The id at a place of the request; undefined when none is given there. @throws HttpError for what is no id */
const idAt = (request: RawRequest, where: Where): number | undefined => {
  const [source, name] = where.split('.') as ['params' | 'query' | 'body', string]
  const value = (request[source] as Record<string, unknown> | undefined)?.[name]
  if (value === undefined || value === null || value === '') return undefined
  const id = source === 'body' ? value : readId(value, NO_CLIENT)
  if (isId(id, NO_CLIENT)) return id
  // Nothing but the id that was asked about may be decided upon.
  if (source === 'params') throw noSuchAddress(value, name)
  throw malformed(NOT_AN_ID, [{ field: name, message: NOT_AN_ID }])
}

/**
 * Refuses ids the caller does not reach. A cliente reaches the own user and client; −1 and an absent id
 * mean the own one. Staff reads what belongs to clients it may act for, and writes only its own;
 * an admin reaches everything. `part` tells which ids are known by now.
 */
export async function checkReach(
  access: Access,
  caller: Caller,
  request: RawRequest,
  reach: SellersReach,
  part: 'address' | 'body',
): Promise<void> {
  const idOf = (where: Where | undefined) =>
    where !== undefined && where.startsWith('body.') === (part === 'body') ? idAt(request, where) : undefined
  const clientId = idOf(access.client)
  if (clientId !== undefined && !(await reachesClient(caller, clientId, reach))) throw forbidden()
  // Whoever reaches all clients reaches none that is not there.
  if (access.write && isSupervisor(caller) && clientId !== undefined && clientId !== NO_CLIENT) {
    if (!(await reach.exists(clientId))) throw notFound(clientNotFound)
  }
  const userId = idOf(access.user)
  if (userId === undefined || userId === caller.userId || caller.type === 'admin') return
  if (access.write || caller.type === 'cliente') throw forbidden()
  if (caller.type === 'supervisor') return
  // With a client in the call, whose cart it is was decided by the client.
  const decided = clientId !== undefined && clientId !== NO_CLIENT
  const isOwn = async () => caller.sellerId !== null && reach.user(caller.sellerId, userId)
  if (!decided && !(await isOwn())) throw forbidden()
}

/** Whether a caller may act for a client: a cliente for the own, a vendedor for own clients, others for all. */
export async function reachesClient(caller: Caller, clientId: number, reach: SellersReach): Promise<boolean> {
  if (clientId === NO_CLIENT) return true
  if (caller.type === 'cliente') return clientId === caller.clientId
  if (isSupervisor(caller)) return true
  return caller.sellerId !== null && reach.client(caller.sellerId, clientId)
}

/** The client a call is about when it names none: a cliente's own; −1 for staff without a chosen one. */
export const clientOf = (caller: Caller, clientId: number | null | undefined): number =>
  clientId === undefined || clientId === null || clientId === NO_CLIENT ? caller.clientId : clientId
