/** The way from a job to a mail. */
import { PermanentFailure } from '../jobs/failure.ts'
import type { JobInfo } from '../jobs/kinds.ts'
import { type MailAttachment, type Mailer, type MailMessage, MailRefused } from '../ports/mail/mail.ts'
import type { RenderedMail } from './layout.ts'

/**
 * Sends the one mail of a job. Its Message-ID and date come from the job, so that a second delivery after
 * a crash is recognised as the same mail.
 *
 * @throws PermanentFailure when the mail was refused for good
 */
export async function deliver(
  mailer: Mailer,
  job: Pick<JobInfo, 'id' | 'kind' | 'createdAt'>,
  {
    to,
    replyTo,
    inReplyTo,
    mail,
    attachments = [],
    endLink,
  }: {
    to: string
    replyTo?: string | undefined
    inReplyTo?: MailMessage['inReplyTo']
    mail: RenderedMail
    attachments?: readonly MailAttachment[]
    endLink?: string
  },
): Promise<void> {
  const date = new Date(job.createdAt)
  const { inline = [], ...rendered } = mail
  try {
    // The instant tells the jobs of two databases apart, since both count from 1.
    await mailer.send({
      id: `${job.kind}-${job.id}-${date.getTime().toString(36)}`,
      date,
      to,
      replyTo,
      inReplyTo,
      ...rendered,
      attachments: [...attachments, ...inline],
      ...(endLink && { endLink }),
    })
  } catch (error) {
    if (error instanceof MailRefused) throw new PermanentFailure(error.message, { cause: error })
    throw error
  }
}
