/** The thread that reads mails: one may be made to be slow, or to take much memory. */
import { serveDocuments } from '../../lib/document-thread.ts'
import { readMail, readMailFile } from './read-mail.ts'

/** `part`: the number of a file to answer; without it the mail is read. */
export interface MailTask {
  readonly source: Uint8Array
  readonly tooLarge?: number | undefined
  readonly part?: number | undefined
}

serveDocuments<MailTask>(async ({ source, tooLarge, part }) =>
  part === undefined
    ? Buffer.from(JSON.stringify(await readMail(source, tooLarge)))
    : ((await readMailFile(source, part)) ?? new Uint8Array()),
)
