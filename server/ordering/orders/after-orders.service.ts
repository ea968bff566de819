/** Enqueues the jobs that follow new orders: mails (R22), messages (R394), the ERP (R26) and notices to webhooks (R220). */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newNotice } from '../../erp/erp.ts'
import { enqueueAll, type NewJob } from '../../jobs/outbox.ts'
import { findOrderListeners, type OrderListeners } from './orders.mail.queries.ts'
import { recipientsOf } from './orders.mail.ts'

/**
 * Puts the jobs that follow new orders into the outbox, inside their transaction: one for each mail and message, for the
 * ERP and for each webhook. Two statements for any number of orders. The caller publishes 'job' in the same transaction.
 *
 * @param hasErp whether an ERP takes the orders
 * @returns how many jobs were stored
 */
export async function followOrders(
  t: Transaction<Tables>,
  orderIds: readonly number[],
  hasErp: boolean,
): Promise<number> {
  const listeners = await findOrderListeners(t, orderIds)
  return (
    await enqueueAll(
      t,
      listeners.flatMap((listener) => jobsOf(listener, hasErp)),
    )
  ).length
}

const jobsOf = (
  { orderId, handOverAt, webhookIds, messageUserIds, ...recipients }: OrderListeners,
  hasErp: boolean,
): NewJob[] => [
  ...recipientsOf(recipients).map(({ to, audience }) => ({
    kind: 'newOrderMail' as const,
    payload: { orderId, to, audience },
    uniqueKey: `newOrderMail:${orderId}:${to.toLowerCase()}`,
  })),
  ...messageUserIds.map((userId) => ({
    kind: 'orderMessage' as const,
    payload: { orderId, userId, about: 'received' as const, parcel: '', day: '' },
    uniqueKey: `orderMessage:received:${orderId}:${userId}`,
  })),
  ...(hasErp
    ? [{ kind: 'erpOrder' as const, payload: { orderId }, ...(handOverAt && { runAt: new Date(handOverAt) }) }]
    : []),
  ...webhookIds.map((webhookId) => newNotice(webhookId, 'pedido.creado', { orderId })),
]
