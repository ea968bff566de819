/** Tools for tests of mails: a message, and a real SMTP server that answers as told. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailMessage } from '../ports/mail/mail.ts'

export const message = (more: Partial<MailMessage> = {}): MailMessage => ({
  id: 'newOrderMail-12-mabc',
  date: new Date('2026-07-29T13:15:02.000Z'),
  to: 'compras@example.com',
  subject: 'Nuevo pedido N° 12',
  html: '<p>Muñeca: $ 1.559.818,50</p>',
  text: 'Muñeca: $ 1.559.818,50',
  ...more,
})

export const parseMail = (content: Buffer | string): Promise<Email> => PostalMime.parse(content)

/** The refusals that a server gives: a code and words, at the recipient or after the data. */
export interface Refusals {
  recipient?: (address: string) => string | undefined
  data?: () => string | undefined
}

const refusal = (reply: string | undefined) =>
  reply === undefined
    ? undefined
    : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })

export interface TestSmtpServer {
  url: string
  port: number
  /** The mails that the server accepted. */
  mails: Email[]
  stop(): Promise<void>
}

export async function startSmtpServer(
  { recipient, data }: Refusals = {},
  { port = 0, ...options }: SMTPServerOptions & { port?: number } = {},
): Promise<TestSmtpServer> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    // Its built-in certificate is nobody's; nodemailer would rightly refuse it.
    hideSTARTTLS: true,
    logger: false,
    onRcptTo: ({ address }, _session, answer) => answer(refusal(recipient?.(address))),
    onData: (stream, _session, answer) => {
      void buffer(stream).then(
        async (content) => {
          const refused = refusal(data?.())
          if (!refused) mails.push(await parseMail(content))
          answer(refused)
        },
        () => {
          // The sender went away in the middle.
        },
      )
    },
    ...options,
  })
  // A shop that was killed in the middle of a mail.
  server.on('error', () => {})
  const listening = once(server.listen(port, '127.0.0.1'), 'listening')
  await listening
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
