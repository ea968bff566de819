/** Sends the mail of notices (R381), with a link that ends them (R382). */
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { linkTo, type Shop } from '../../mail/layout.ts'
import { type NoticesToMail, renderNoticesMail } from '../../mail/notices.ts'
import { makeEndPath } from './end-notices.service.ts'
import { type Hours, waitForHours } from './hours.ts'
import { deleteMail, findMail, listReached, markSent } from './judge.queries.ts'

interface Parts extends MailParts {
  readonly hours: Hours
  readonly now?: () => Date
}

/**
 * Makes the handler. A mail that waited for its server leaves in the hours of mails; one whose reader may not act for the client any
 * more, or ended the notices, never does.
 */
export function noticesMailHandler({ hours, now = () => new Date(), ...parts }: Parts): Handler<'noticesMail'> {
  const { db, shop } = parts
  return async ({ mailId }, job) => {
    const wait = waitForHours(now(), hours)
    if (wait > 0) return { againInMs: wait }
    const found = await findMail(db.kysely, mailId)
    if (!found) return
    const { clients } = found.content as NoticesToMail
    const ids = clients.map(({ clientId }) => clientId)
    const reached = await listReached(db.kysely, found.userId, ids)
    const told = clients.filter(({ clientId }) => reached.has(clientId))
    if (told.length === 0) return deleteMail(db.kysely, mailId)
    const endLink = linkTo(shop, await makeEndPath(db.kysely, found.userId))
    const render = (of: Shop) => renderNoticesMail({ ...found, clients: told, endLink }, of)
    try {
      await sendFromShop(parts, job, { to: found.email, render, endLink })
    } catch (error) {
      // Refused for good: the next one may be taken.
      if (error instanceof PermanentFailure) await deleteMail(db.kysely, mailId)
      throw error
    }
    await markSent(db.kysely, mailId, now())
  }
}
