import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { message, type Refusals, startSmtpServer, type TestSmtpServer } from '../../test/mail.ts'
import { MailRefused } from './mail.ts'
import { smtpMailer, transportOptions } from './smtp.ts'

const from = 'Bulto <pedidos@tienda.example>'
const servers: TestSmtpServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function serve(...args: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...args)
  servers.push(server)
  return server
}

/** The outcome of sending one message to a server with these refusals. */
async function outcome(refusals: Refusals): Promise<unknown> {
  const server = await serve(refusals)
  return smtpMailer({ url: server.url, from })
    .send(message())
    .catch((error: unknown) => error)
}

test('hands a mail over to the server', async () => {
  const server = await serve()
  const sent = await smtpMailer({ url: server.url, from }).send(message())
  expect(sent).toEqual({ accepted: ['compras@example.com'] })
  expect(server.mails).toMatchObject([
    {
      from: { name: 'Bulto', address: 'pedidos@tienda.example' },
      to: [{ address: 'compras@example.com' }],
      messageId: '<newOrderMail-12-mabc@tienda.example>',
      html: expect.stringContaining('<p>Muñeca: $ 1.559.818,50</p>'),
      text: expect.stringContaining('Muñeca: $ 1.559.818,50'),
    },
  ])
})

test('delivers the same mail under the same id', async () => {
  const server = await serve()
  const mailer = smtpMailer({ url: server.url, from })
  await mailer.send(message())
  await mailer.send(message())
  const [first, second] = server.mails.map(({ messageId, date }) => ({ messageId, date }))
  expect(second).toEqual(first)
})

describe('no for good', () => {
  test.each([
    ['an unknown mailbox', { recipient: () => '550 5.1.1 no such user' }],
    ['a refused content', { data: () => '554 5.7.1 looks like spam' }],
  ])('%s', async (_, refusals) => {
    const error = await outcome(refusals)
    expect(error).toBeInstanceOf(MailRefused)
    expect((error as Error).message).toMatch(/no such user|spam/)
  })
})

describe('not now', () => {
  test.each([
    ['a greylisted recipient', { recipient: () => '450 4.2.1 try again later' }],
    ['a full disk', { data: () => '452 4.3.1 insufficient storage' }],
    ['a server that wants a password first', { recipient: () => '530 5.7.0 authentication required' }],
    ['a server that takes the password no more', { recipient: () => '535 5.7.8 credentials invalid' }],
  ])('%s', async (_, refusals) => {
    const error = await outcome(refusals)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
  })

  test('a server that is down', async () => {
    const server = await startSmtpServer()
    await server.stop()
    const error = await smtpMailer({ url: server.url, from })
      .send(message())
      .catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'ESOCKET' })
    expect(error).not.toBeInstanceOf(MailRefused)
  })

  test('a server that does not like our sender', async () => {
    const no = Object.assign(new Error('5.7.1 sender not allowed'), { responseCode: 550 })
    const { url } = await serve({}, { onMailFrom: (_address, _session, answer) => answer(no) })
    const error = await smtpMailer({ url, from })
      .send(message())
      .catch((e: unknown) => e)
    expect(error).toMatchObject({ responseCode: 550, command: 'MAIL FROM' })
    expect(error).not.toBeInstanceOf(MailRefused)
  })

  test('a wrong password', async () => {
    const { port } = await serve(
      {},
      {
        allowInsecureAuth: true,
        onAuth: (_auth, _session, answer) => answer(new Error('wrong password')),
      },
    )
    const mailer = smtpMailer({ url: `smtp://bulto:nope@127.0.0.1:${port}`, from })
    const error = await mailer.send(message()).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'EAUTH' })
    expect(error).not.toBeInstanceOf(MailRefused)
  })

  test('a server that says nothing', async () => {
    const silent = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const error = await smtpMailer({ url, from, timeoutMs: 20 })
      .send(message())
      .catch((e: unknown) => e)
    silent.close()
    expect(error).toMatchObject({ code: 'ETIMEDOUT' })
  })
})

test.each([
  ['smtp://mail.example', undefined],
  ['smtp://user:pass@mail.example', true],
  ['smtp://user:pass@localhost:2525', undefined],
  ['smtp://user:pass@mail.example?requireTLS=false', undefined],
])('a password goes over a network encrypted only: %s', (url, requireTLS) => {
  expect(transportOptions(url, 1).requireTLS).toBe(requireTLS)
})

test('sends no password to a server that offers no encryption', async () => {
  let asked = false
  const { port } = await serve({}, { disabledCommands: ['STARTTLS'], onAuth: () => (asked = true) })
  const url = `smtp://user:pass@127.0.0.1:${port}?requireTLS=true`
  await expect(smtpMailer({ url, from }).send(message())).rejects.toMatchObject({ code: 'ETLS' })
  expect(asked).toBe(false)
})
