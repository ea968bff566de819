/** Letting held orders go: by the office, by a seller with the right, or because the account says so (R391). */
import type { Transaction } from 'kysely'
import { heldTexts } from '../../../contract/orders.ts'
import { auditAll } from '../../audit/audit.ts'
import { type Caller, isStaff, isSupervisor } from '../../caller.ts'
import { type LettingGo, letOrdersGo } from '../../db/hand-over.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { conflict, forbidden } from '../../refusal.ts'
import { heldNoMore } from '../client-account/client-account.service.ts'
import { followLetGo } from './after-orders.service.ts'
import { doSellersLetGo, isOrderKeptBack, listClientsWithHeld } from './held-orders.queries.ts'

/** What an order keeps as the reason where nobody but the account let it go. */
export const BY_ACCOUNT = 'La cuenta ya no lo impide, según el sistema de gestión'

/** Whether a caller may let held orders go of clients whom the caller reaches. */
export const mayLetGo = async (db: Queryable, caller: Caller): Promise<boolean> =>
  isSupervisor(caller) || (isStaff(caller) && (await doSellersLetGo(db)))

/**
 * Lets a held order go. Call `requireOrder` first.
 * @throws Refusal 403 for a seller without the right, 409 for an order that is not held, or not any more
 */
export async function letGoOrder(
  db: Db,
  caller: Caller,
  orderId: number,
  { reason, hasErp }: Pick<LettingGo, 'reason' | 'hasErp'>,
): Promise<{ id: number }> {
  if (!(await isOrderKeptBack(db.kysely, orderId))) throw conflict(heldTexts.notHeld)
  if (!(await mayLetGo(db.kysely, caller))) throw forbidden(heldTexts.notYours)
  return db.tx(async (t, publish) => {
    const gone = await letGo(t, [orderId], { userId: caller.userId, reason, hasErp })
    if (gone.length === 0) throw conflict(heldTexts.notHeld)
    publish('job')
    return { id: orderId }
  })
}

/** Lets those of the orders go that are held, and hands them over; the caller publishes 'job'. Answers which these were. */
async function letGo(t: Transaction<Tables>, orderIds: readonly number[], by: LettingGo): Promise<number[]> {
  const gone = await letOrdersGo(t, orderIds, by)
  if (gone.length === 0) return gone
  await auditAll(
    t,
    gone.map((entityId) => ({
      ...{ userId: by.userId, action: 'let-go', entity: 'order' as const, entityId },
      after: { let_go_reason: by.reason },
    })),
  )
  await followLetGo(t, gone, by.hasErp)
  return gone
}

/**
 * Makes the handler of the job that follows a feed with accounts or a changed rule: lets go the held orders that no rule holds any
 * more. Each client is a transaction of its own, so that no order waits for all clients.
 */
export function heldOrdersHandler({ db, hasErp }: { db: Db; hasErp: boolean }): Handler<'heldOrders'> {
  return async () => {
    for (const clientId of await listClientsWithHeld(db.kysely))
      await db.tx(async (t, publish) => {
        await letGo(t, await heldNoMore(t, clientId), { userId: null, reason: BY_ACCOUNT, hasErp })
        publish('job')
      })
  }
}
