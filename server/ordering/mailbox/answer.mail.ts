/** Sends the answer to a received mail (R329). */
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import { renderMailAnswer } from '../../mail/mail-answer.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findAnswer } from './mailbox.queries.ts'

interface AnswerParts {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}

export function mailAnswerHandler({ db, mailer, shop }: AnswerParts): Handler<'answerMail'> {
  return async ({ mailId }, job) => {
    const answer = await findAnswer(db.kysely, mailId)
    // The client was erased meanwhile.
    if (!answer) return
    const { sender, messageId, thread, contactMail, contactPhone } = answer
    const mail = renderMailAnswer(answer, { ...shop, contactMail, contactPhone })
    const inReplyTo = messageId && { messageId, references: `${thread} ${messageId}`.trim() }
    await deliver(mailer, job, { to: sender, replyTo: contactMail, mail, ...(inReplyTo && { inReplyTo }) })
  }
}
