/** Sends the mails about carts that wait for who confirms, were sent back or confirmed (R372). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import { renderSentCartMail } from '../../mail/sent-cart.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findContact } from '../../settings/settings.ts'
import { findSentToMail } from './saved-lists.queries.ts'

/** Makes the handler. What is no longer so when the mail leaves is told to nobody, nor is anything to who is out of use. */
export function sentCartMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'sentCartMail'> {
  return async ({ listId, userId, about }, job) => {
    const sent = await findSentToMail(db.kysely, listId, userId)
    if (!sent?.active || sent.state !== about || (about === 'waiting' && sent.right !== 'confirm')) return
    const contact = await findContact(db.kysely)
    const mail = renderSentCartMail({ ...sent, listId, about }, { ...shop, ...contact })
    await deliver(mailer, job, { to: sent.to, replyTo: contact.contactMail, mail })
  }
}
