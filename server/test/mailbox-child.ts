/** A process that reads a mailbox again and again until it is killed: one of several instances of a shop. */
import { openDatabase } from '../db/open.ts'
import { mailboxHandler } from '../ordering/mailbox/take-mails.service.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { imapMailbox } from '../ports/mailbox/imap.ts'

const [url = '', databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const db = await openDatabase({ url: databaseUrl, dataDir })
const look = mailboxHandler({
  db,
  files: diskFiles(`${dataDir}/files`),
  mailbox: imapMailbox(url),
  log: { warn: () => {} },
})
const { signal } = new AbortController()
for (;;) await look({}, { id: 1, kind: 'mailbox', attempt: 1, createdAt: new Date().toISOString(), signal })
