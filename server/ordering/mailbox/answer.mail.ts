import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import { dressedShop, type MailParts } from '../../mail/from-shop.ts'
import { renderMailAnswer } from '../../mail/mail-answer.ts'
import { findAnswer } from './mailbox.queries.ts'

export function mailAnswerHandler(parts: MailParts): Handler<'answerMail'> {
  const { db, mailer } = parts
  return async ({ mailId }, job) => {
    const answer = await findAnswer(db.kysely, mailId)
    // The client was erased meanwhile.
    if (!answer) return
    const { sender, messageId, thread, contactMail, contactPhone } = answer
    const mail = renderMailAnswer(answer, { ...(await dressedShop(parts)), contactMail, contactPhone })
    const inReplyTo = messageId && { messageId, references: `${thread} ${messageId}`.trim() }
    await deliver(mailer, job, { to: sender, replyTo: contactMail, mail, ...(inReplyTo && { inReplyTo }) })
  }
}
