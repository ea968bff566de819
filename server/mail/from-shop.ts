/** Mails that jobs send in the shop's name. */
import { findContact } from '../db/contact.ts'
import type { Db } from '../db/open.ts'
import type { JobInfo } from '../jobs/kinds.ts'
import type { MailAttachment, Mailer } from '../ports/mail/mail.ts'
import { deliver } from './deliver.ts'
import type { RenderedMail, Shop } from './layout.ts'

/** What the handlers of jobs that mail are made of. */
export interface MailParts {
  readonly db: Db
  readonly mailer: Mailer
  readonly shop: Pick<Shop, 'name' | 'url'>
}

/**
 * Sends the one mail of a job. It tells how to reach the shop, and answers go there unless `replyTo` names somebody (R311).
 * @throws PermanentFailure when the mail was refused for good
 */
export async function sendFromShop(
  { db, mailer, shop }: MailParts,
  job: Pick<JobInfo, 'id' | 'kind' | 'createdAt'>,
  {
    render,
    replyTo,
    ...mail
  }: {
    to: string
    render: (shop: Shop) => RenderedMail
    replyTo?: string | undefined
    attachments?: readonly MailAttachment[]
    endLink?: string
  },
): Promise<void> {
  const contact = await findContact(db.kysely)
  await deliver(mailer, job, {
    ...mail,
    replyTo: replyTo ?? contact.contactMail,
    mail: render({ ...shop, ...contact }),
  })
}
