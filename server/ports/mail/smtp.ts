/** Mails through an SMTP server (SMTP_URL). */
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import { isLoopbackHost } from '../../lib/loopback.ts'
import { composeMail } from './compose.ts'
import { type Mailer, MailRefused } from './mail.ts'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user, password and port where needed; nodemailer's options as query. */
  url: string
  from: string
  /** Milliseconds that the server may take for its greeting, and be silent later on. */
  timeoutMs?: number
}

/** A mailer that talks to an SMTP server, one connection per mail. */
export function smtpMailer({ url, from, timeoutMs = 15_000 }: SmtpOptions): Mailer {
  const transport = createTransport(transportOptions(url, timeoutMs))
  return {
    send: async (message) => {
      try {
        const { accepted } = await transport.sendMail(composeMail(message, from))
        return { accepted }
      } catch (error) {
        if (isRefusal(error as NodemailerError)) throw new MailRefused((error as Error).message, { cause: error })
        throw error
      }
    },
  }
}

/**
 * Nodemailer's options for a URL. A password is never sent in the clear over a network: the server must
 * offer STARTTLS unless it is this machine or the URL says `requireTLS=false`.
 */
export function transportOptions(url: string, timeoutMs: number): SMTPTransportOptions {
  const { username, hostname, searchParams } = new URL(url)
  return {
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(username !== '' && !isLoopbackHost(hostname) && !searchParams.has('requireTLS') && { requireTLS: true }),
  }
}

/**
 * Whether the server refused this recipient or this mail for good. A 5xx at any other point (greeting,
 * password, sender) is a fault of the configuration that somebody will mend, and the mail waits.
 */
function isRefusal({ command, responseCode }: NodemailerError): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode !== undefined && responseCode >= 500 && !MISCONFIGURED.has(responseCode)
}
/** Out of order, authentication needed, too weak, invalid, or only with encryption (RFC 5321, RFC 4954). */
const MISCONFIGURED: ReadonlySet<number> = new Set([503, 530, 534, 535, 538])

/**
 * Whether the server answers and takes user and password; nothing is sent.
 *
 * @returns null when it does, else what is wrong, without a word of the server's that could repeat a secret
 */
export async function checkSmtp(url: string, timeoutMs = 10_000): Promise<'login' | 'silence' | null> {
  const transport = createTransport(transportOptions(url, timeoutMs))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return (error as NodemailerError).code === 'EAUTH' ? 'login' : 'silence'
  } finally {
    transport.close()
  }
}
