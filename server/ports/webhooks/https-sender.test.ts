/** What an admin's address may reach, and what the other side can do to the shop. */
import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { deadUrl, type HttpStub, httpStub, type Respond } from '../../test/stubs/http-stub.ts'
import { httpsSender } from './https-sender.ts'
import { isInside } from './inside.ts'
import { publicOnly } from './webhooks.ts'

const open: HttpStub[] = []
afterEach(async () => {
  for (const stub of open.splice(0)) await stub.close()
})
async function receiver(respond: Respond): Promise<HttpStub> {
  const stub = await httpStub(respond)
  open.push(stub)
  return stub
}
const post = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"a":"ñ"}' })
const sender = (timeoutMs = 10_000) => httpsSender({ allowed: ['127.0.0.1'], timeoutMs })

describe('an address', () => {
  const judge = (url: string, allowed: string[] = []) => httpsSender({ allowed }).problemOf(url)

  test.each([
    ...['ftp://a.example/', 'avisos.example', '', 'http://avisos.example/', 'https://u:p@avisos.example/'],
    // Internal addresses in other notations.
    ...['https://localhost/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/'],
    ...['https://[::ffff:10.0.0.1]/', 'https://10.1.2.3/', 'https://192.168.0.9/', 'https://172.31.0.1/'],
    ...['https://169.254.169.254/latest/', 'https://[fd00::1]/', 'https://[fe80::1]/', 'https://0.0.0.0/'],
    // Names of a network of one's own; none is looked up.
    ...['https://localhost./', 'https://intranet/', 'https://shop.local/', 'https://metadata.google.internal/'],
    ...['https://nas.home.arpa/', 'https://erp.lan./', 'https://x.localhost/'],
    ...['https://0251.0376.0251.0376/', 'https://[64:ff9b:1::a9fe:a9fe]/', 'https://[::7f00:1]/'],
  ])('%s is refused', (url) => {
    expect(judge(url)).toEqual(expect.any(String))
  })
  test.each([
    'https://avisos.example./x?y=1',
    'https://local.example/',
    'https://avisos.example/x?y=1',
    'https://8.8.8.8:8443/',
    'https://[2606:4700::1]/',
  ])('%s is taken', (url) => {
    expect(judge(url)).toBeUndefined()
  })
  test('inside is taken when it was named, with its port if that was named', () => {
    expect(judge('https://10.1.2.3/', ['10.1.2.3'])).toBeUndefined()
    expect(judge('https://erp.lan/', ['erp.lan'])).toBeUndefined()
    expect(judge('https://10.1.2.3:8443/', ['10.1.2.3:8443'])).toBeUndefined()
    expect(judge('https://10.1.2.3:9000/', ['10.1.2.3:8443'])).toBeDefined()
  })
  test('http is for this machine alone', () => {
    expect(judge('http://127.0.0.1:8080/', ['127.0.0.1:8080'])).toBeUndefined()
    expect(judge('http://10.1.2.3/', ['10.1.2.3'])).toBeDefined()
  })
})

/** IANA's registries of special-purpose addresses: the first and the last address of each network. */
test.each([
  ...[['0.0.0.0', '0.255.255.255'] as const, ['10.0.0.0', '10.255.255.255'] as const],
  ...[['100.64.0.0', '100.127.255.255'] as const, ['127.0.0.0', '127.255.255.255'] as const],
  ...[['169.254.0.0', '169.254.255.255'] as const, ['172.16.0.0', '172.31.255.255'] as const],
  ...[['192.0.0.0', '192.0.0.255'] as const, ['192.0.2.0', '192.0.2.255'] as const],
  ...[['192.88.99.0', '192.88.99.255'] as const, ['192.168.0.0', '192.168.255.255'] as const],
  ...[['198.18.0.0', '198.19.255.255'] as const, ['198.51.100.0', '198.51.100.255'] as const],
  ...[['203.0.113.0', '203.0.113.255'] as const, ['224.0.0.0', '255.255.255.255'] as const],
  ...[['::', '::1'] as const, ['::8.8.8.8', '::ffff:8.8.8.8'] as const],
  ...[['::ffff:0:8.8.8.8', '64:ff9b::8.8.8.8'] as const, ['64:ff9b:1::', '64:ff9b:1:ffff::1'] as const],
  ...[['100::', '100::ffff'] as const, ['2001::', '2001:1ff:ffff::1'] as const],
  ...[['2001:db8::', '2001:db8:ffff::1'] as const, ['2002::', '2002:ffff::1'] as const],
  ...[['3fff::', '3fff:fff::1'] as const, ['5f00::', '5f00:ffff::1'] as const],
  ...[['fc00::', 'fdff::1'] as const, ['fe80::1', 'fe80::1%eth0'] as const, ['fec0::', 'feff::1'] as const],
  ...[['ff00::', 'ff02::1'] as const, ['', 'avisos.example'] as const],
])('%s to %s are inside', (first, last) => {
  expect([first, last].filter((address) => !isInside(address))).toEqual([])
})
test('their public neighbours are not', () => {
  const outside = [
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.88.98.255', '192.167.255.255'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '203.0.112.255', '223.255.255.255'],
    ...['2001:200::1', '2001:db7::1', '2003::1', '2606:4700::1111', '2a00:1450::1', '3ffe::1'],
  ]
  expect(outside.filter((address) => isInside(address))).toEqual([])
})

describe('sending', () => {
  test('posts the body as it is and answers status and the beginning of the text', async () => {
    const { url, requests } = await receiver(() => ({ status: 202, body: 'á'.repeat(5_000) }))
    const answer = await sender().send(post(`${url}/avisos?clave=1`))
    expect(answer).toEqual({ status: 202, text: 'á'.repeat(2_000) })
    expect(requests).toMatchObject([{ method: 'POST', url: '/avisos?clave=1', body: '{"a":"ñ"}' }])
  })

  test('a name that leads inside is not connected to', async () => {
    const { port } = new URL((await receiver(() => ({ body: '' }))).url)
    const find = ((_: string, __: object, found: (e: null, all: object[]) => void) =>
      found(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])) as unknown as typeof lookup
    const outside = httpsSender({ allowed: [], find })
    await expect(outside.send(post(`https://avisos.example:${port}/`))).rejects.toThrow('WEBHOOK_HOSTS')
    expect(open[0]?.requests).toEqual([])
  })

  test('a connection gets the very addresses that were judged: a name is asked for once', async () => {
    // A server of names that answers something else each time (rebinding).
    let asked = 0
    const find = ((_: string, __: object, found: (e: null, all: object[]) => void) => {
      asked++
      found(null, [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }])
    }) as unknown as typeof lookup
    const dialled = () =>
      new Promise((resolve, reject) =>
        publicOnly(find)('avisos.example', { all: true }, (error, addresses) =>
          error ? reject(error) : resolve(addresses),
        ),
      )
    expect(await dialled()).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(asked).toBe(1)
    await expect(dialled()).rejects.toThrow('WEBHOOK_HOSTS')
  })

  test('a redirection is an answer like another', async () => {
    const secret = await receiver(() => ({ body: 'adentro' }))
    const server = createServer((_, answer) => answer.writeHead(302, { location: secret.url }).end())
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    try {
      expect(await sender().send(post(`http://127.0.0.1:${port}/`))).toEqual({ status: 302, text: '' })
      expect(secret.requests).toEqual([])
    } finally {
      await new Promise((closed) => server.close(closed))
    }
  })

  test('who is silent, away or endless is told by the host alone', async () => {
    const { url } = await receiver(() => 'silence')
    const failing = sender(50).send(post(`${url}/secreto`))
    await expect(failing).rejects.toThrow('127.0.0.1: tardó demasiado')
    await expect(sender().send(post(`${await deadUrl()}/secreto`))).rejects.toThrow('127.0.0.1: rechazó la conexión')
    const endless = createServer((_, answer) => {
      answer.on('error', () => {})
      const fill = () => {
        while (answer.writable && answer.write('x'.repeat(65_536)));
      }
      answer.on('drain', fill)
      fill()
    })
    await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening))
    const { port } = endless.address() as AddressInfo
    try {
      expect(await sender().send(post(`http://127.0.0.1:${port}/`))).toEqual({
        status: 200,
        text: 'x'.repeat(2_000),
      })
    } finally {
      endless.closeAllConnections()
      await new Promise((closed) => endless.close(closed))
    }
  })
})
