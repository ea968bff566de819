/** A message in nodemailer's form, for both adapters. */
import type { SendMailOptions } from 'nodemailer'
import { isEmail } from '../../../contract/email.ts'
import { type MailMessage, MailRefused } from './mail.ts'

/**
 * The message as nodemailer takes it.
 *
 * @param from sender, as in 'Bulto <pedidos@tienda.example>'; its domain is the Message-ID's
 * @throws MailRefused when the recipient is no address
 */
export function composeMail(message: MailMessage, from: string): SendMailOptions {
  const { id, date, to, replyTo, subject, html, text, attachments = [], inReplyTo, endLink, renamed } = message
  if (!/^[A-Za-z0-9.-]+$/.test(id)) throw new Error(`Not a message id: ${id}`)
  if (!isEmail(to)) throw new MailRefused(`Not a mail address: ${to}`)
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    date,
    from: senderOf(from, renamed),
    // Addresses are given as objects, because nodemailer would parse a text as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo && isEmail(replyTo) && { replyTo: { name: '', address: replyTo } }),
    ...(inReplyTo && { inReplyTo: inReplyTo.messageId, references: inReplyTo.references }),
    subject,
    html,
    text,
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ filename, contentType, content, id: cid }) => {
        const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
        return { filename, contentType, content: bytes, ...(cid && { cid, contentDisposition: 'inline' as const }) }
      }),
    }),
    // Keeps absence notes and other robots from answering (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(endLink && { 'List-Unsubscribe': `<${endLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const domainOf = (from: string): string => /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

/** The sender under the shop's new name; one whose name the office chose itself (MAIL_FROM) stays. */
function senderOf(from: string, renamed: MailMessage['renamed']): SendMailOptions['from'] {
  const begin = from.lastIndexOf('<')
  if (!renamed || begin < 0) return from
  const name = from.slice(0, begin).replaceAll('"', '').trim()
  if (name !== renamed.from.replace(/["\\]/g, '').trim()) return from
  return { name: renamed.to, address: from.slice(begin + 1, from.lastIndexOf('>')) }
}
