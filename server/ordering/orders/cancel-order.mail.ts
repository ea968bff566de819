/** Sends the mails about an order that was cancelled before anybody took it (R331). */
import type { Handler } from '../../jobs/kinds.ts'
import { renderCancelledOrderMail } from '../../mail/cancelled-order.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { findCancelledToMail } from './cancel-order.queries.ts'

/** Makes the handler. */
export const cancelledOrderMailHandler =
  (parts: MailParts): Handler<'cancelledOrderMail'> =>
  async ({ orderId, to }, job) => {
    const cancelled = await findCancelledToMail(parts.db.kysely, orderId)
    if (cancelled) await sendFromShop(parts, job, { to, render: (shop) => renderCancelledOrderMail(cancelled, shop) })
  }
