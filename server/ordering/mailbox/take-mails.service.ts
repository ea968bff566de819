/** Takes the mails of the mailbox into the shop, each once (R326). */
import { createHash } from 'node:crypto'
import { MAIL_MAX_BYTES } from '../../../contract/mailbox.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { makeDocument } from '../../lib/document-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { holdFiles } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import { type ArrivedMail, type Mailbox, MailboxFault } from '../../ports/mailbox/port.ts'
import { Refusal } from '../../refusal.ts'
import type { MailTask } from './mail-worker.ts'
import { findPlace, insertMail, movePlace, noteFault, noteRead } from './mailbox.queries.ts'
import type { ReadMail } from './read-mail.ts'

/** Milliseconds between two looks, and the longest pause while the mailbox cannot be read. */
const EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 15 * 60_000
const notStored = 'Los correos no se pudieron guardar'
const UNREAD = 'El correo no se pudo leer: ábralo en el programa de correo, o descárguelo.'

interface MailboxParts {
  db: Db
  files: Files
  /** Undefined: the shop has none, and the job ends. */
  mailbox: Mailbox | undefined
  log: Pick<Log, 'warn'>
}

/**
 * Makes the handler of the job that reads the mailbox for as long as the shop runs. What keeps it from being read is noted for
 * the screen, and tried again with growing pauses.
 */
export function mailboxHandler({ db, files, mailbox, log }: MailboxParts): Handler<'mailbox'> {
  return async (_, { signal }) => {
    if (!mailbox) return undefined
    const { account } = mailbox
    try {
      const place = await findPlace(db.kysely, account)
      await mailbox.read(place, (mail) => takeMail(db, files, account, mail), signal)
      await noteRead(db.kysely, account)
      return { againInMs: EVERY_MS }
    } catch (error) {
      if (signal.aborted) throw error
      const failures = await noteFault(db.kysely, account, error instanceof MailboxFault ? error.message : notStored)
      log.warn({ err: error, failures }, 'the mailbox could not be read')
      return { againInMs: Math.min(LONGEST_PAUSE_MS, EVERY_MS * 2 ** Math.min(failures, 5)) }
    }
  }
}

/** The reader's answer about a mail, or part of one, from its thread. */
export const askReader = (task: MailTask, key: string | number, signal?: AbortSignal): Promise<Uint8Array> =>
  makeDocument(workerUrl(import.meta.url, 'mail-worker'), { key, signal }, async () => task)

/**
 * Stores a mail and how far the mailbox is read in one transaction: a crash before it reads the mail again, and a copy of the
 * mail, from another instance too, has the same key.
 */
export async function takeMail(db: Db, files: Files, account: string, mail: ArrivedMail): Promise<void> {
  const tooLarge = mail.bytes > MAIL_MAX_BYTES ? mail.bytes : undefined
  const read = await readOrTell(mail.source, tooLarge)
  const file = tooLarge === undefined ? `${read.key.slice(0, 40)}.eml` : ''
  if (file) await files.put(file, mail.source)
  await db.tx(async (t) => {
    if (file) await holdFiles(t, files, [file])
    await insertMail(t, {
      key: read.key,
      sent_at: read.sentAt,
      message_id: read.messageId,
      thread: read.thread,
      sender: read.sender,
      sender_name: read.senderName,
      subject: read.subject,
      text: read.text,
      quoted: read.quoted,
      files: JSON.stringify(read.files),
      remarks: JSON.stringify(read.remarks),
      file,
    })
    await movePlace(t, account, mail)
  })
}

/** What the thread reads. A mail that it cannot read is told instead, and kept as it is. */
async function readOrTell(source: Buffer, tooLarge: number | undefined): Promise<ReadMail> {
  try {
    return JSON.parse(Buffer.from(await askReader({ source, tooLarge }, 'mailbox')).toString())
  } catch (error) {
    // Too much waits for the threads: that is no fault of the mail's.
    if (error instanceof Refusal) throw error
    const key = createHash('sha256').update(source).digest('hex')
    const empty = { messageId: '', thread: '', sender: '', senderName: '', subject: '', text: '', quoted: '' }
    return { ...empty, key, sentAt: null, files: [], remarks: [UNREAD] }
  }
}
