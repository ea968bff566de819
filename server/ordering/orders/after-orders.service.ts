/** What follows new orders: mails (R22), the ERP (R26) and notices to addresses outside (R220). */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newNotice } from '../../erp/erp.ts'
import { enqueueAll, type NewJob } from '../../jobs/outbox.ts'
import { findOrderListeners, type OrderListeners } from './orders.mail.queries.ts'
import { recipientsOf } from './orders.mail.ts'

/**
 * Puts what follows new orders into the outbox, inside their transaction: one job for each mail, for the ERP and for each
 * address outside. Two statements, however many they are. The caller publishes 'job' in the same transaction.
 *
 * @param hasErp whether an ERP takes the orders
 * @returns how many jobs there are now
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
      listeners.flatMap((one) => jobsOf(one, hasErp)),
    )
  ).length
}

const jobsOf = ({ orderId, webhookIds, ...recipients }: OrderListeners, hasErp: boolean): NewJob[] => [
  ...recipientsOf(recipients).map(({ to, audience }) => ({
    kind: 'newOrderMail' as const,
    payload: { orderId, to, audience },
    uniqueKey: `newOrderMail:${orderId}:${to.toLowerCase()}`,
  })),
  ...(hasErp ? [{ kind: 'erpOrder' as const, payload: { orderId } }] : []),
  ...webhookIds.map((webhookId) => newNotice(webhookId, 'pedido.creado', { orderId })),
]
