/** The one gate of orders: whether a client may order now, whoever sends it and by whatever door (R317). */
import { beyondLimitText } from '../../../contract/client-account.ts'
import { clientOutOfUse } from '../../../contract/clients.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { conflict, forbidden, type Refusal } from '../../refusal.ts'
import { limitsOf } from '../client-account/client-account.service.ts'
import { isClientInUse } from './orders.queries.ts'

/** What the gate knows of a client from the look-up of its orders' addresses. */
export interface ClientAtTheGate {
  readonly clientId: number
  /** Whether the ERP has it in use. */
  readonly inUse: boolean
  /** Whether a limit binds it (R306). */
  readonly bound: boolean
}

/**
 * Judges orders one after the other, in the transaction that writes them: answers for an order of a client, with its final amount in cents (R357),
 * why it may not be made. Without an amount, for an order that is refused anyway, it answers whether the client may order at all. Two
 * transactions that order for a client with a limit wait for each other.
 * @returns 403 for a client out of use; 409 for an amount beyond the limit that binds the client
 */
export async function openGate(
  t: Queryable,
  caller: Caller,
  clients: readonly ClientAtTheGate[],
): Promise<(clientId: number, final?: number) => Refusal | undefined> {
  const outOfUse = new Set(clients.flatMap(({ clientId, inUse }) => (inUse ? [] : [clientId])))
  const bound = clients.flatMap(({ clientId, bound }) => (bound ? [clientId] : []))
  const beyondOf = await limitsOf(t, bound)
  return (clientId, final) => {
    if (outOfUse.has(clientId)) return outOfUseRefusal(caller)
    const beyond = final === undefined ? 0 : beyondOf(clientId, final)
    return beyond > 0 ? conflict(`${beyondLimitText(beyond)}. Comuníquese con nosotros para enviarlo`) : undefined
  }
}

/** The refusal of a client that may not order whatever the order holds; undefined for any other. */
export async function closedGate(db: Queryable, caller: Caller, clientId: number): Promise<Refusal | undefined> {
  return (await isClientInUse(db, clientId)) ? undefined : outOfUseRefusal(caller)
}

const outOfUseRefusal = (caller: Caller): Refusal =>
  forbidden(isStaff(caller) ? clientOutOfUse.toStaff : clientOutOfUse.toClient)
