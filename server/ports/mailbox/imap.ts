/** A mailbox on an IMAP server (IMAP_URL). */
import { ImapFlow } from 'imapflow'
import { MAIL_MAX_BYTES } from '../../../contract/mailbox.ts'
import { isLoopbackHost } from '../../lib/loopback.ts'
import { type Mailbox, MailboxFault } from './port.ts'

/** Bytes of a mail above the limit that are read: its head. */
const HEAD_BYTES = 64 * 1024
/** Milliseconds for each step of connecting, and of silence later on. */
const TIMEOUT_MS = 30_000

/**
 * The mailbox at `imaps://user:password@server/Folder`; without a folder the inbox. With `imap://` the server must offer STARTTLS
 * before it is given the password, unless it is this machine.
 */
export function imapMailbox(url: string, timeoutMs = TIMEOUT_MS): Mailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  const user = decodeURIComponent(username)

  /** Does `work` with the open folder, and closes the connection whatever becomes of it. */
  async function withFolder<T>(work: (client: ImapFlow, validity: string) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 993 : 143),
      secure,
      auth: { user, pass: decodeURIComponent(password) },
      ...(!secure && { doSTARTTLS: !isLoopbackHost(hostname) }),
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      maxLiteralSize: 2 * MAIL_MAX_BYTES,
    })
    // What breaks the connection rejects the call under way, too; without a listener it would end the process.
    client.on('error', () => {})
    try {
      await client.connect().catch((error: { authenticationFailed?: boolean }) => {
        throw error.authenticationFailed
          ? new MailboxFault('El servidor de correo no acepta el usuario o la clave')
          : new MailboxFault('El servidor de correo no responde')
      })
      const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true }).catch(() => {
        throw new MailboxFault(`El servidor de correo no abre la carpeta «${folder}»`)
      })
      return await work(client, String(uidValidity))
    } finally {
      client.close()
    }
  }

  /** A call in the middle of the reading. */
  const ask = <T>(call: Promise<T>): Promise<T> =>
    call.catch(() => {
      throw new MailboxFault('El servidor de correo dejó de responder')
    })

  return {
    account: `${user}@${hostname}/${folder}`,
    check: () => withFolder(async () => {}),
    read: (behind, take, signal) =>
      withFolder(async (client, validity) => {
        const last = behind.validity === validity ? behind.uid : 0
        // A server answers with its last mail where the range begins behind it.
        const listed = (await ask(client.fetchAll(`${last + 1}:*`, { uid: true, size: true }, { uid: true })))
          .filter(({ uid }) => uid > last)
          .sort((a, b) => a.uid - b.uid)
        for (const { uid, size = 0 } of listed) {
          signal.throwIfAborted()
          const part = size > MAIL_MAX_BYTES ? { start: 0, maxLength: HEAD_BYTES } : true
          // False where somebody removed it meanwhile.
          const mail = (await ask(client.fetchOne(String(uid), { source: part }, { uid: true }))) || undefined
          if (mail?.source) await take({ validity, uid, bytes: size, source: mail.source })
        }
      }),
  }
}
