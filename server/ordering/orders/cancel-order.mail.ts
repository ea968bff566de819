/** Sends the mails about an order that was cancelled before anybody took it (R331). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { renderCancelledOrderMail } from '../../mail/cancelled-order.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findContact } from '../../settings/settings.ts'
import { findCancelledToMail } from './cancel-order.queries.ts'

/** Makes the handler. */
export function cancelledOrderMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'cancelledOrderMail'> {
  return async ({ orderId, to }, job) => {
    const cancelled = await findCancelledToMail(db.kysely, orderId)
    if (!cancelled) return
    const contact = await findContact(db.kysely)
    const mail = renderCancelledOrderMail(cancelled, { ...shop, ...contact })
    await deliver(mailer, job, { to, replyTo: contact.contactMail, mail })
  }
}
