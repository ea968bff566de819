/** Sends the mails about a held order that was let go (R391). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import { renderLetGoMail } from '../../mail/let-go.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findContact } from '../../settings/settings.ts'
import { findLetGoToMail } from './held-orders.queries.ts'

/** Makes the handler. */
export function letGoMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'letGoMail'> {
  return async ({ orderId, to }, job) => {
    const order = await findLetGoToMail(db.kysely, orderId)
    if (!order) return
    const contact = await findContact(db.kysely)
    const mail = renderLetGoMail(order, { ...shop, ...contact })
    await deliver(mailer, job, { to, replyTo: contact.contactMail, mail })
  }
}
