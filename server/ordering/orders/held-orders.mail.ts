/** Sends the mails about a held order that was let go (R391). */
import type { Handler } from '../../jobs/kinds.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { renderLetGoMail } from '../../mail/let-go.ts'
import { findLetGoToMail } from './held-orders.queries.ts'

/** Makes the handler. */
export const letGoMailHandler =
  (parts: MailParts): Handler<'letGoMail'> =>
  async ({ orderId, to }, job) => {
    const order = await findLetGoToMail(parts.db.kysely, orderId)
    if (order) await sendFromShop(parts, job, { to, render: (shop) => renderLetGoMail(order, shop) })
  }
