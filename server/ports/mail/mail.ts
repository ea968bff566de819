/** Sending mail: a real server (smtp.ts) or a folder of .eml files (eml-folder.ts). */

export interface MailMessage {
  /**
   * What makes the mail recognisable when it is delivered twice: the left part of its Message-ID, of
   * letters, digits, '.' and '-' only. The same for every attempt at the same mail.
   */
  id: string
  /** The date of the event that the mail is about, so that it is the same at every attempt. */
  date: Date
  /** One address. */
  to: string
  /** One address; without it answers go to the sender. */
  replyTo?: string | undefined
  /** The mail that it answers, so that mail programs show both together. */
  inReplyTo?: { messageId: string; references: string } | undefined
  subject: string
  html: string
  text: string
  attachments?: readonly MailAttachment[]
  /** The sender's name where that is `from`. */
  renamed?: { readonly from: string; readonly to: string }
  /** Where one click ends mails like this one, without signing in (RFC 8058). */
  endLink?: string
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Uint8Array
  /** What the HTML calls it, as in 'cid:logo@bulto': a picture that stands in the mail. */
  id?: string
}

export interface Mailer {
  /**
   * Hands a mail over.
   *
   * @returns the addresses for which the other side took responsibility
   * @throws MailRefused when the other side will never take the mail; after any other error a later attempt may succeed
   */
  send(message: MailMessage): Promise<{ accepted: string[] }>
}

/** The recipient or the mail itself was refused for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
