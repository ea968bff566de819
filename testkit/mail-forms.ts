/** Mails in sixty forms: twelve ways to say an order times five ways to begin a mail. Each says `pedido-N` once. */
import type { SendMailOptions } from 'nodemailer'
import { composeTestMail, winmail } from './mails.ts'

const csv = (name: string) => ({ filename: 'pedido.csv', content: `Código;Cantidad\n1009;12\n${name};1\n` })
const asText = (source: Buffer) => source.toString('latin1')

const bodies: readonly ((name: string) => SendMailOptions | Promise<SendMailOptions>)[] = [
  (name) => ({ text: `1009 x 12\n${name}` }),
  (name) => ({ html: `<p>1009 x 12</p><p>${name}</p>` }),
  (name) => ({ html: `<table><tr><td>1009</td><td>12</td></tr></table>${name}`, text: `1009\n12\n${name}` }),
  (name) => ({ text: `1009 x 12 ${name}\n\nEl lun, 2 nov 2026 a las 10:12, Tienda escribió:\n> 1010 x 6` }),
  (name) => ({
    html: `<div>1009 x 12 ${name}</div><div class="gmail_quote">On Mon 2 wrote:<blockquote>1010</blockquote></div>`,
  }),
  (name) => ({ text: `Va\n\n-----Mensaje original-----\nDe: Sol\nAsunto: Pedido\n\n1009 x 12 ${name}` }),
  async (name) => ({
    text: 'Reenvío',
    attachments: [{ filename: 'a.eml', contentType: 'message/rfc822', content: await composeTestMail({ text: name }) }],
  }),
  (name) => ({ text: name, attachments: [csv('a'), csv('b'), { filename: 'lista.pdf', content: '%PDF-1.4' }] }),
  (name) => ({
    text: name,
    attachments: [
      {
        filename: 'winmail.dat',
        contentType: 'application/ms-tnef',
        content: winmail({ name: 'A.CSV', bytes: Buffer.from('x') }),
      },
    ],
  }),
  (name) => ({ text: `Muñeca ñandú «1009» x 12 ${name}`, textEncoding: 'base64' }),
  (name) => ({ text: `Muñeca ${'larga '.repeat(60)} ${name}`, textEncoding: 'quoted-printable' }),
  (name) => ({ text: name, attachments: [{ filename: 'foto.jpg', content: Buffer.alloc(300_000, 7) }] }),
]

const heads: readonly ((number: number, source: Buffer) => Buffer)[] = [
  (_, source) => source,
  (_, source) => Buffer.from(asText(source).replace(/^Message-ID:.*\r\n/m, ''), 'latin1'),
  // Programs that give all their mails one Message-ID.
  (_, source) =>
    Buffer.from(asText(source).replace(/^Message-ID:.*$/m, 'Message-ID: <siempre@caja.example>'), 'latin1'),
  (number, source) => Buffer.concat([Buffer.from(`Received: from mx${number}.example (x [10.0.0.1])\r\n`), source]),
  (_, source) => Buffer.from(asText(source).replace(/^(From|Date|Subject):.*\r\n/gm, ''), 'latin1'),
]

/** A mail in one of the forms, which says `pedido-N`. */
export async function mailInForm(number: number): Promise<Buffer> {
  const body = bodies[number % bodies.length]?.(`pedido-${number}.`)
  const source = await composeTestMail({ ...(await body), messageId: `<${number}@sol.example>` })
  return heads[Math.floor(number / bodies.length) % heads.length]?.(number, source) ?? source
}
