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
  const [, name = '', address = ''] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return renamed && name === renamed.from.replace(/["\\]/g, '') ? { name: renamed.to, address } : from
}
