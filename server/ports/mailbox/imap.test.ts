import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImapServer, startImapServer } from '../../../testkit/imap-server.ts'
import { imapMailbox } from './imap.ts'
import type { ArrivedMail, Place } from './port.ts'

let server: ImapServer
beforeEach(async () => {
  server = await startImapServer()
})
afterEach(() => server.stop())

const START: Place = { validity: '', uid: 0 }
const never = new AbortController().signal
const mail = (text: string) => `Subject: ${text}\r\n\r\n${text}\r\n`

/** The mails behind a place; with `url` of another mailbox. */
async function read(behind = START, url = server.url): Promise<ArrivedMail[]> {
  const taken: ArrivedMail[] = []
  await imapMailbox(url, 2_000).read(behind, async (one) => void taken.push(one), never)
  return taken
}
const textsOf = (mails: readonly ArrivedMail[]) => mails.map(({ source }) => String(source).slice(9, 12))

test('hands over each mail behind the place, in order, and changes nothing in the folder', async () => {
  server.add(mail('uno'), mail('dos'), mail('tre'))
  const all = await read()
  expect(textsOf(all)).toEqual(['uno', 'dos', 'tre'])
  expect(all.map(({ validity, uid, bytes, source }) => [validity, uid, bytes === source.length])).toEqual([
    ['7', 1, true],
    ['7', 2, true],
    ['7', 3, true],
  ])
  expect(textsOf(await read({ validity: '7', uid: 2 }))).toEqual(['tre'])
  expect(server.changes).toEqual([])
})

test('takes nothing twice: a server answers with its last mail where nothing is new', async () => {
  server.add(mail('uno'))
  expect(await read({ validity: '7', uid: 1 })).toEqual([])
})

test('begins anew where the server numbers its mails anew', async () => {
  server.add(mail('uno'))
  expect(textsOf(await read({ validity: '6', uid: 50 }))).toEqual(['uno'])
})

test('reads of a mail above 30 MB the head alone', async () => {
  server.add(`Subject: gra\r\n\r\n${'x'.repeat(31 * 2 ** 20)}`)
  const [one] = await read()
  expect([textsOf(one ? [one] : []), one?.source.length, one?.bytes]).toEqual([['gra'], 65_536, 31 * 2 ** 20 + 16])
})

const fault = (behind?: Place, url?: string) =>
  read(behind, url).then(String, (error: Error) => `${error.name}: ${error.message}`)

test('tells what is wrong without a word of the server, which may repeat the password', async () => {
  server.add(mail('uno'), mail('dos'))
  server.breaksAfter = 1
  expect(await fault()).toBe('MailboxFault: El servidor de correo dejó de responder')
  expect(await fault(START, server.url.replace('Pedidos', 'Otra'))).toBe(
    'MailboxFault: El servidor de correo no abre la carpeta «Otra»',
  )
  server.password = 'otra'
  expect(await fault()).toBe('MailboxFault: El servidor de correo no acepta el usuario o la clave')
  const { url } = server
  await server.stop()
  expect(await fault(START, url)).toBe('MailboxFault: El servidor de correo no responde')
})

test('gives its password over a network only to a server that encrypts', async () => {
  // Another name of this machine, which is not known as such.
  const url = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect(await fault(START, url)).toBe('MailboxFault: El servidor de correo no responde')
  expect(server.logins).toBe(0)
  await read()
  expect(server.logins).toBe(1)
})
