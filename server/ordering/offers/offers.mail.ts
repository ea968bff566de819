/** Mails a seller what a client answered to an order that was sent by link (R388). */
import type { Handler } from '../../jobs/kinds.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { renderOfferMail } from '../../mail/offer.ts'
import { findOfferToMail } from './offers.queries.ts'

/** Makes the handler. Who is out of use by then is told nothing. */
export const offerMailHandler =
  (parts: MailParts): Handler<'offerMail'> =>
  async ({ offerId, about }, job) => {
    const offer = await findOfferToMail(parts.db.kysely, offerId)
    if (!offer || offer.state !== about) return
    await sendFromShop(parts, job, { to: offer.to, render: (shop) => renderOfferMail({ ...offer, about }, shop) })
  }
