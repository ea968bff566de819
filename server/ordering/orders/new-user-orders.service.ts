/** Orders of users who had no ERP client: they are listed until somebody handles them, and move with their user (R234). */

import { audit, auditAll } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { notFound } from '../../refusal.ts'
import * as queries from './new-user-orders.queries.ts'

/** Takes an order off the list of new users' orders, or puts it back; audited. @throws Refusal 404 for any other order */
export function markHandled(db: Db, caller: Caller, orderId: number, handled: boolean): Promise<boolean> {
  return db.tx(async (t) => {
    const before = await queries.lockNewUserOrder(t, orderId)
    if (!before) throw notFound()
    // Somebody else was quicker: the instant of the first handling stays.
    if ((before.handled_at !== null) === handled) return true
    const handled_at = await queries.setHandled(t, orderId, handled)
    const record = { userId: caller.userId, action: 'update', entity: 'order', entityId: orderId } as const
    await audit(t, { ...record, before, after: { handled_at } })
    return true
  })
}

export interface OrdersMove {
  userId: number
  /** NO_CLIENT: no client. */
  from: number
  to: number
  /** Who causes it. */
  by: number
}

/** Moves the orders that a user made as a new user to the user's new client, in the transaction that links the two; audited. */
export async function moveNewUserOrders(t: Queryable, { by, ...move }: OrdersMove): Promise<void> {
  if (move.from === move.to) return
  const moved = await queries.moveNewUserOrders(t, move)
  await auditAll(
    t,
    moved.map(({ id }) => ({
      userId: by,
      action: 'move',
      entity: 'order',
      entityId: id,
      before: { client_id: move.from },
      after: { client_id: move.to },
    })),
  )
}
