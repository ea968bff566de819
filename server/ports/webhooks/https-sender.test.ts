/** What an admin's address may reach, and what the other side can do to the shop. */
import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { deadUrl, type HttpStub, httpStub, type Respond } from '../../test/stubs/http-stub.ts'
import { httpsSender } from './https-sender.ts'

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
    ...[
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
    ],
    ...['https://[::ffff:10.0.0.1]/', 'https://10.1.2.3/', 'https://192.168.0.9/', 'https://172.31.0.1/'],
    ...['https://169.254.169.254/latest/', 'https://[fd00::1]/', 'https://[fe80::1]/', 'https://0.0.0.0/'],
  ])('%s is refused', (url) => {
    expect(judge(url)).toEqual(expect.any(String))
  })
  test.each(['https://avisos.example/x?y=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1]/'])(
    '%s is taken',
    (url) => {
      expect(judge(url)).toBeUndefined()
    },
  )
  test('inside is taken when it was named, with its port if that was named', () => {
    expect(judge('https://10.1.2.3/', ['10.1.2.3'])).toBeUndefined()
    expect(judge('https://10.1.2.3:8443/', ['10.1.2.3:8443'])).toBeUndefined()
    expect(judge('https://10.1.2.3:9000/', ['10.1.2.3:8443'])).toBeDefined()
  })
  test('http is for this machine alone', () => {
    expect(judge('http://127.0.0.1:8080/', ['127.0.0.1:8080'])).toBeUndefined()
    expect(judge('http://10.1.2.3/', ['10.1.2.3'])).toBeDefined()
  })
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
    await expect(sender().send(post(`${await deadUrl()}/secreto`))).rejects.toThrow(
      '127.0.0.1: rechazó la conexión',
    )
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
