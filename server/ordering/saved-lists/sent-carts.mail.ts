/** Sends the mails about carts that wait for who confirms, were sent back or confirmed (R372). */
import type { Handler } from '../../jobs/kinds.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { renderSentCartMail } from '../../mail/sent-cart.ts'
import { findSentToMail } from './saved-lists.queries.ts'

/** Makes the handler. What is no longer so when the mail leaves is told to nobody, nor is anything to who is out of use. */
export const sentCartMailHandler =
  (parts: MailParts): Handler<'sentCartMail'> =>
  async ({ listId, userId, about }, job) => {
    const sent = await findSentToMail(parts.db.kysely, listId, userId)
    if (!sent?.active || sent.state !== about || (about === 'waiting' && sent.right !== 'confirm')) return
    await sendFromShop(parts, job, {
      to: sent.to,
      render: (shop) => renderSentCartMail({ ...sent, listId, about }, shop),
    })
  }
