/** Sends the mails about an order that was changed before anybody took it (R383). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { renderChangedOrderMail } from '../../mail/changed-order.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findContact } from '../../settings/settings.ts'
import { findChangedToMail, listVersionLines } from './change-order.queries.ts'
import { differencesInWords } from './versions.rules.ts'

/** Makes the handler. */
export function changedOrderMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'changedOrderMail'> {
  return async ({ orderId, version, to }, job) => {
    const changed = await findChangedToMail(db.kysely, orderId, version)
    if (!changed) return
    const before = await listVersionLines(db.kysely, orderId, version - 1)
    const now = await listVersionLines(db.kysely, orderId, version)
    const contact = await findContact(db.kysely)
    const mail = renderChangedOrderMail(
      { ...changed, version, changes: differencesInWords(before, now) },
      { ...shop, ...contact },
    )
    await deliver(mailer, job, { to, replyTo: contact.contactMail, mail })
  }
}
