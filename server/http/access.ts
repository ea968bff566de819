/** Who may do what (R100): decided from the declaration of a call, before anything is parsed. */

import { PRESENT_CLIENT } from '../../contract/auth.ts'
import { clientNotFound } from '../../contract/clients.ts'
import type { Access, Where } from '../../contract/endpoint.ts'
import { texts } from '../../contract/errors.ts'
import { isId, NOT_AN_ID, readId } from '../../contract/ids.ts'
import { isOpenTo, roles } from '../../contract/roles.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { type Caller, isAdmin, isStaff, reachesClient, type SellersReach } from '../caller.ts'
import { forbidden, malformed, notFound, unauthenticated } from '../refusal.ts'
import { noSuchAddress } from './errors.ts'

/** The raw, unparsed request as far as access looks at it. */
export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body?: unknown
}

/** Refuses callers outside a call's audience: 401 without a session (`why`, in Spanish), 403 with the wrong role. */
export function checkAudience(access: Access, caller: Caller | undefined, why?: string): void {
  if (access.who === 'everyone') return
  if (!caller) throw unauthenticated(why)
  // What is for a key is for no user.
  if (access.who === 'key' || !isOpenTo(caller.type, access.who)) throw forbidden()
}

/** The id that stands at `where` in the request; undefined when none does. @throws Refusal for a value that is no id */
const idAt = (request: RawRequest, where: Where): number | undefined => {
  const [source, name] = where.split('.') as ['params' | 'query' | 'body', string]
  const value = (request[source] as Record<string, unknown> | undefined)?.[name]
  if (value === undefined || value === null || value === '') return undefined
  const id = source === 'body' ? value : readId(value, NO_CLIENT)
  if (isId(id, NO_CLIENT)) return id
  // Access is decided only about the very id that the call will use, so any other value is refused.
  if (source === 'params') throw noSuchAddress(value, name)
  throw malformed(NOT_AN_ID, [{ field: name, message: NOT_AN_ID }])
}

/**
 * Refuses ids the caller does not reach. A cliente reaches the own user and client; −1 and an absent id
 * mean the own one. Staff reads what belongs to clients it may act for, and writes only its own;
 * an admin reaches everything. `part` tells which ids are checked now: those of the address or those of the body.
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
  if (clientId !== undefined && !(await reachesClient(caller, clientId, reach)))
    throw isStaff(caller) ? forbidden() : forbidden(texts.forbidden, { [PRESENT_CLIENT]: String(caller.clientId) })
  // A caller that reaches all clients still may not write for a client that does not exist.
  const reachesAll = roles[caller.type].reaches === 'all'
  if (access.write && reachesAll && clientId !== undefined && clientId !== NO_CLIENT) {
    if (!(await reach.exists(clientId))) throw notFound(clientNotFound)
  }
  const userId = idOf(access.user)
  if (userId === undefined || userId === caller.userId || isAdmin(caller)) return
  if (access.write || !isStaff(caller)) throw forbidden()
  if (reachesAll) return
  // When the call names a client, the check of that client decided whose cart it may be.
  const isDecided = clientId !== undefined && clientId !== NO_CLIENT
  const isOwn = async () => caller.sellerId !== null && reach.user(caller.sellerId, userId)
  if (!isDecided && !(await isOwn())) throw forbidden()
}
