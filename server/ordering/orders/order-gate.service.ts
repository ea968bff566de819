/** The one gate of orders: whether a client may order now, whoever sends it and by whatever door (R317). */
import * as z from 'zod/mini'
import { preparesOnly } from '../../../contract/buyer-rights.ts'
import { heldReasonOf } from '../../../contract/client-account.ts'
import { clientOutOfUse } from '../../../contract/clients.ts'
import { belowLeast, belowLeastText, missingTo } from '../../../contract/order-amounts.ts'
import { changeTexts } from '../../../contract/order-changes.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { conflict, forbidden, Refusal } from '../../refusal.ts'
import { rulesAtTheGate } from '../client-account/client-account.service.ts'
import { isClientInUse } from './orders.queries.ts'

/** What the gate knows of a client from the look-up of its orders' addresses. */
export interface ClientAtTheGate {
  readonly clientId: number
  /** Whether the ERP has it in use. */
  readonly inUse: boolean
  /** Whether its account binds it (R306, R389). */
  readonly bound: boolean
  /** Cents that its orders come to at least (R361); null: no least. */
  readonly least: number | null
}

/** What the gate is told of an order, in cents. */
export interface OrderAtTheGate {
  /** With VAT (R357). */
  readonly final: number
  /** The sum of its lines. */
  readonly total: number
  /** Whether somebody who may sends it below its least amount, with a reason (R363). */
  readonly goesOver: boolean
  /** With VAT, what it came to before a change (R383): one that gets no dearer passes the limit. Absent for a new order. */
  readonly finalBefore?: number
}

/** Why an order is made and held (R390). */
export interface Hold {
  readonly heldReason: string
}

/** Goes against a rule of accounts that refuses (R306, R389). Its text has amounts of the client's account. */
export class AccountRefusal extends Refusal {
  constructor(message: string) {
    super('CONFLICT', message)
  }
}

/**
 * Judges orders one after the other, in the transaction that writes them: answers for an order of a client why it may not be
 * made, or why it is held. Without the order, for one that is refused anyway, it answers whether the client may order at all. Two
 * transactions that order for a client whose account binds wait for each other.
 * @param changedId the order that is changed: it counts only as it will be, and the change is never held; null for new orders
 * @returns 403 for a buyer who only prepares orders (R371) and for a client out of use; 409 for less than the client's least
 * amount, with `belowLeast` in its details, and for what goes against a rule of accounts that refuses (R306, R389)
 */
export async function openGate(
  t: Queryable,
  caller: Caller,
  clients: readonly ClientAtTheGate[],
  changedId: number | null = null,
): Promise<(clientId: number, order?: OrderAtTheGate) => Refusal | Hold | undefined> {
  if (caller.preparesOnly) return () => forbidden(preparesOnly)
  const known = new Map(clients.map((client) => [client.clientId, client]))
  const bound = clients.flatMap(({ clientId, bound }) => (bound ? [clientId] : []))
  const brokenBy = await rulesAtTheGate(t, bound, changedId)
  return (clientId, order) => {
    const client = known.get(clientId)
    if (client && !client.inUse) return outOfUseRefusal(caller)
    if (!order) return undefined
    // Before the rules of accounts, which count each order that they let pass.
    const below = belowLeastOf(client?.least ?? null, order)
    if (below) return below
    if (order.finalBefore !== undefined && order.final <= order.finalBefore) return undefined
    const broken = brokenBy(clientId, order.final)
    const refusing = broken.find(({ action }) => action === 'rechazar')
    if (refusing) return new AccountRefusal(`${refusing.text}. Comuníquese con nosotros para enviarlo`)
    const heldReason = heldReasonOf(broken)
    if (heldReason === '') return undefined
    // A held change would keep back the order, which is on its way: what it adds waits better in an order of its own.
    return changedId === null
      ? { heldReason }
      : conflict(`${broken.map(({ text }) => text).join('. ')}. ${changeTexts.wouldBeHeld}`)
  }
}

function belowLeastOf(least: number | null, { total, goesOver }: OrderAtTheGate): Refusal | undefined {
  const missing = missingTo(least, total)
  if (missing === 0 || goesOver) return undefined
  const below = { missing, least: least ?? 0 }
  return conflict(belowLeastText(below), [z.encode(belowLeast, below)])
}

/** The refusal of a caller or client that may not order whatever the order holds; undefined for any other. */
export async function closedGate(db: Queryable, caller: Caller, clientId: number): Promise<Refusal | undefined> {
  if (caller.preparesOnly) return forbidden(preparesOnly)
  return (await isClientInUse(db, clientId)) ? undefined : outOfUseRefusal(caller)
}

const outOfUseRefusal = (caller: Caller): Refusal =>
  forbidden(isStaff(caller) ? clientOutOfUse.toStaff : clientOutOfUse.toClient)
