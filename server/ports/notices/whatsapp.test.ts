/** What is asked of WhatsApp's cloud interface, field by field, and what each of its answers means for a message. */

import dns from 'node:dns'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deadUrl, type HttpStub, httpStub, type Respond } from '../../test/stubs/http-stub.ts'
import { NoticeRefused, NoticeUnknown, NoticeUnsent } from './port.ts'
import { whatsappNotices } from './whatsapp.ts'

const TOKEN = 'EAAJ-un-token-que-nadie-repite'
const open: HttpStub[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stub of open.splice(0)) await stub.close()
})
async function graph(respond: Respond): Promise<HttpStub> {
  const stub = await httpStub(respond)
  open.push(stub)
  return stub
}
const sender = (url: string, timeoutMs = 10_000) =>
  whatsappNotices({
    url,
    version: 'v23.0',
    numberId: '106540352242922',
    token: TOKEN,
    language: 'es_AR',
    templates: { received: 'pedido_recibido', dispatched: 'pedido_despachado' },
    timeoutMs,
  })
const notice = { to: '5493874000000', kind: 'received', values: ['web 77', '3 artículos'] } as const
const json = (status: number, value: unknown) => ({
  status,
  contentType: 'application/json; charset=UTF-8',
  body: JSON.stringify(value),
})
/** The interface's answer to a message that it has taken. */
const taken = json(200, {
  messaging_product: 'whatsapp',
  contacts: [{ input: '5493874000000', wa_id: '5493874000000' }],
  messages: [{ id: 'wamid.HBgLMTY1MDU1NTEyMzQ', message_status: 'accepted' }],
})
/** An error as the interface writes it. */
const failure = (status: number, code: number, details = 'Message failed to send') =>
  json(status, {
    error: {
      message: `(#${code}) Something`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    },
  })
/** What became of the notice: its error's class, and that neither number nor token is in it. */
async function outcome(url: string, timeoutMs?: number): Promise<unknown> {
  const error = await sender(url, timeoutMs)
    .send(notice)
    .then(
      () => undefined,
      (reason: Error) => reason,
    )
  expect(`${error?.message} ${error?.stack}`).not.toMatch(/EAAJ|5493874000000/)
  return error
}

describe('a message', () => {
  test('is a template with its values, to the number’s messages', async () => {
    const stub = await graph(() => taken)
    expect(await sender(stub.url).send(notice)).toBe('wamid.HBgLMTY1MDU1NTEyMzQ')
    const [{ method, url, headers, body } = {} as never] = stub.requests
    expect([method, url, headers['content-type'], headers.authorization]).toEqual([
      'POST',
      '/v23.0/106540352242922/messages',
      'application/json',
      `Bearer ${TOKEN}`,
    ])
    expect(JSON.parse(body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '5493874000000',
      type: 'template',
      template: {
        name: 'pedido_recibido',
        language: { code: 'es_AR' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'web 77' },
              { type: 'text', text: '3 artículos' },
            ],
          },
        ],
      },
    })
  })

  test('of a dispatch has its own template; values are one line each, and none is empty', async () => {
    const stub = await graph(() => taken)
    await sender(stub.url).send({
      to: '5491100000000',
      kind: 'dispatched',
      values: ['a\n\tb     c', ' ', 'x'.repeat(2_000)],
    })
    const { template } = JSON.parse(stub.requests[0]?.body ?? '')
    expect(template.name).toBe('pedido_despachado')
    const texts = template.components[0].parameters.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['a b c', '-', 'x'.repeat(300)])
  })
})

describe('refused for good is', () => {
  test.each([
    [400, 100, 'Invalid parameter'],
    [400, 131_026, 'Message undeliverable'],
    [400, 131_047, 'Re-engagement message'],
    [401, 190, 'Access token has expired'],
    [403, 10, 'Permission denied'],
    [404, 132_001, 'Template name does not exist in the translation'],
    [400, 132_000, 'Number of parameters does not match'],
    [400, 368, 'Temporarily blocked for policies violations'],
  ])('%i with code %i', async (status, code, details) => {
    const { url } = await graph(() => failure(status, code, details))
    const error = await outcome(url)
    expect(error).toBeInstanceOf(NoticeRefused)
    expect((error as Error).message).toBe(`WhatsApp: ${details} (código ${code})`)
  })
  test('an answer of another page, a redirection among them', async () => {
    for (const answer of [
      { status: 404, body: '<html>' },
      { status: 302, body: '' },
    ]) {
      const { url, requests } = await graph(() => answer)
      expect(await outcome(url)).toBeInstanceOf(NoticeRefused)
      expect(requests).toHaveLength(1)
    }
  })
})

describe('surely unsent, and tried again, is', () => {
  test.each([
    [429, 130_429],
    // Rates that were told with another status.
    [400, 130_429],
    [400, 80_007],
    [400, 131_056],
    [429, 4],
    [500, 131_000],
    [503, 2],
    [500, 131_016],
    [500, 133_004],
    [500, 3],
  ])('%i with code %i', async (status, code) => {
    const { url } = await graph(() => failure(status, code))
    expect(await outcome(url)).toBeInstanceOf(NoticeUnsent)
  })
  test.each([429, 503])('%i without a word', async (status) => {
    const { url } = await graph(() => ({ status, body: '' }))
    expect(await outcome(url)).toBeInstanceOf(NoticeUnsent)
  })
  test('what met nobody', async () => {
    expect(await outcome(await deadUrl())).toBeInstanceOf(NoticeUnsent)
  })
  test('a host that has no address', async () => {
    // In the resolver's place: a test asks nobody beyond this machine.
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
      ;(given.at(-1) as (error: Error) => void)(unknown)
    }) as never)
    const { message } = (await outcome('http://no-such-host.invalid')) as Error
    expect(lookup).toHaveBeenCalledOnce()
    expect(message).toBe('WhatsApp no se pudo alcanzar (ENOTFOUND)')
  })
})

describe('nobody knows whether it left', () => {
  test('after silence', async () => {
    const { url, requests } = await graph(() => 'silence')
    expect(await outcome(url, 200)).toBeInstanceOf(NoticeUnknown)
    expect(requests).toHaveLength(1)
  })
  test('after a connection that was cut once the message was on it', async () => {
    const server = createServer((socket: Socket) => socket.once('data', () => socket.destroy()))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    expect(await outcome(`http://127.0.0.1:${port}`)).toBeInstanceOf(NoticeUnknown)
    server.close()
  })
  test.each([
    ['a gateway’s own page', { status: 502, body: '<html>Bad gateway' }],
    ['a gateway that waited too long', { status: 504, body: '' }],
    ['an answer without an id', json(200, { messaging_product: 'whatsapp', messages: [] })],
    ['an answer that is none', { status: 200, body: 'OK' }],
    ['an answer without an end in sight', { status: 200, body: `{"messages":[{"id":"${'x'.repeat(200_000)}"}]}` }],
  ])('after %s', async (_, answer) => {
    const { url } = await graph(() => answer)
    expect(await outcome(url)).toBeInstanceOf(NoticeUnknown)
  })
  test('when the shop ends meanwhile', async () => {
    const stop = new AbortController()
    const { url } = await graph(() => {
      stop.abort()
      return 'silence'
    })
    await expect(sender(url).send(notice, stop.signal)).rejects.toBeInstanceOf(NoticeUnknown)
  })
})
