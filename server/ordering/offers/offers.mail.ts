/** Mails a seller what a client answered to an order that was sent by link (R388). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import { renderOfferMail } from '../../mail/offer.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findContact } from '../../settings/settings.ts'
import { findOfferToMail } from './offers.queries.ts'

/** Makes the handler. Who is out of use by then is told nothing. */
export function offerMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'offerMail'> {
  return async ({ offerId, about }, job) => {
    const offer = await findOfferToMail(db.kysely, offerId)
    if (!offer || offer.state !== about) return
    const contact = await findContact(db.kysely)
    const mail = renderOfferMail({ ...offer, about }, { ...shop, ...contact })
    await deliver(mailer, job, { to: offer.to, replyTo: contact.contactMail, mail })
  }
}
