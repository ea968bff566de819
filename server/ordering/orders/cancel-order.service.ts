/** Cancelling an order that nobody has taken yet (R331). */
import { cancelTexts } from '../../../contract/orders.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { withdrawOrder } from '../../db/hand-over.ts'
import type { Db } from '../../db/open.ts'
import { fulfilmentChanged, remakeFulfilments } from '../../erp/erp.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { conflict, forbidden } from '../../refusal.ts'
import { insertStates } from '../fulfilment/fulfilment.queries.ts'
import { wasWithdrawn } from './cancel-order.queries.ts'
import { findOrderListeners } from './orders.mail.queries.ts'
import { recipientsOf } from './orders.mail.ts'

/**
 * Cancels an order; cancelling it once more changes nothing. Whoever was mailed that it came is mailed that it was cancelled.
 * Call `requireOrder` first.
 * @throws Refusal 403 for a buyer who only prepares orders, 409 once somebody took it
 */
export function cancelOrder(db: Db, caller: Caller, orderId: number, reason: string): Promise<{ id: number }> {
  if (caller.preparesOnly) throw forbidden(cancelTexts.preparesOnly)
  return db.tx(async (t, publish) => {
    if (!(await withdrawOrder(t, orderId))) {
      if (await wasWithdrawn(t, orderId)) return { id: orderId }
      throw conflict(cancelTexts.taken)
    }
    const noParcel = { carrier: '', guide: '', packages: null }
    await insertStates(t, [orderId], {
      ...{ state: 'cancelled', user_id: caller.userId, batch_id: null, reason },
      ...noParcel,
    })
    await audit(t, { userId: caller.userId, action: 'cancel', entity: 'order', entityId: orderId, after: { reason } })
    await fulfilmentChanged(t, await remakeFulfilments(t, [orderId]))
    const recipients = (await findOrderListeners(t, [orderId])).flatMap(recipientsOf)
    await enqueueAll(
      t,
      recipients.map(({ to }) => ({
        kind: 'cancelledOrderMail' as const,
        payload: { orderId, to },
        uniqueKey: `cancelledOrderMail:${orderId}:${to.toLowerCase()}`,
      })),
    )
    publish('job')
    return { id: orderId }
  })
}
