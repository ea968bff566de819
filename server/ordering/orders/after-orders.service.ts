/** The jobs that follow new orders, and held ones let go: mails (R22), messages (R394), the ERP (R26), webhooks (R220). */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newNotice } from '../../erp/erp.ts'
import { enqueueAll, type NewJob } from '../../jobs/outbox.ts'
import { findOrderListeners, type OrderListeners } from './orders.mail.queries.ts'
import { recipientsOf } from './orders.mail.ts'

/**
 * Puts the jobs that follow new orders into the outbox, inside their transaction: one for each mail and message, for the
 * ERP and for each webhook. A held order goes to people alone, not to the ERP or a webhook (R390). Two statements for any number
 * of orders. The caller publishes 'job' in the same transaction.
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
  const jobs = listeners.flatMap((order) => [
    ...recipientsOf(order).map(({ to, audience }) => ({
      kind: 'newOrderMail' as const,
      payload: { orderId: order.orderId, to, audience },
      uniqueKey: `newOrderMail:${order.orderId}:${to.toLowerCase()}`,
    })),
    ...order.messageUserIds.map((userId) => ({
      kind: 'orderMessage' as const,
      payload: { orderId: order.orderId, userId, about: 'received' as const, parcel: '', day: '' },
      uniqueKey: `orderMessage:received:${order.orderId}:${userId}`,
    })),
    ...(order.isHeld ? [] : handingOver(order, hasErp)),
  ])
  return (await enqueueAll(t, jobs)).length
}

/** Enqueues the jobs that follow held orders once they are let go (R391): mails to whoever was mailed them, ERP, webhooks. */
export async function followLetGo(t: Transaction<Tables>, orderIds: readonly number[], hasErp: boolean): Promise<void> {
  const listeners = await findOrderListeners(t, orderIds)
  await enqueueAll(
    t,
    listeners.flatMap((order) => [
      ...recipientsOf(order).map(({ to }) => ({
        kind: 'letGoMail' as const,
        payload: { orderId: order.orderId, to },
        uniqueKey: `letGoMail:${order.orderId}:${to.toLowerCase()}`,
      })),
      ...handingOver(order, hasErp),
    ]),
  )
}

/** The jobs that tell other systems of an order. */
const handingOver = ({ orderId, handOverAt, webhookIds }: OrderListeners, hasErp: boolean): NewJob[] => [
  ...(hasErp
    ? [{ kind: 'erpOrder' as const, payload: { orderId }, ...(handOverAt && { runAt: new Date(handOverAt) }) }]
    : []),
  ...webhookIds.map((webhookId) => newNotice(webhookId, 'pedido.creado', { orderId })),
]
