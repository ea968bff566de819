/** What a list of pictures may reach, and what the other side can do to the shop. */
import type { lookup } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { deadUrl } from '../../test/stubs/http-stub.ts'
import { httpsPictures } from './https-pictures.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  open.push({
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const source = (more = {}) => httpsPictures({ allowed: ['127.0.0.1'], pausesMs: [0], timeoutMs: 5_000, ...more })

describe('an address (R412)', () => {
  test.each([
    ...['ftp://a.example/x.jpg', 'file:///etc/passwd', 'x.jpg', '', 'https://u:p@a.example/x.jpg', 'data:image/png,x'],
    ...['http://localhost/x', 'http://127.0.0.1/x', 'http://2130706433/', 'http://[::1]/', 'http://10.0.0.1/x'],
    ...['http://169.254.169.254/latest/', 'http://nas.local/x.jpg', 'http://intranet/x.jpg', 'http://[fd00::1]/'],
  ])('%s is not fetched', async (address) => {
    await expect(source({ allowed: [] }).fetch(address)).rejects.toThrow(/red interna|debe empezar con http/)
  })

  test('a name that leads inside is not connected to, nor a redirection that does', async () => {
    let asked = 0
    const url = await serve((_, answer) => {
      asked++
      answer.writeHead(302, { location: 'http://10.0.0.1/x.jpg' }).end()
    })
    const find = ((_: string, __: object, found: (e: null, all: object[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
    const { port } = new URL(url)
    const outside = source({ allowed: [], find })
    await expect(outside.fetch(`http://fotos.example:${port}/x.jpg`)).rejects.toThrow('red interna')
    expect(asked).toBe(0)
    await expect(source().fetch(`${url}/x.jpg`)).rejects.toThrow('red interna')
    expect(asked).toBe(1)
  })
})

test('bytes come as they are, over a redirection too', async () => {
  const url = await serve(({ url: path }, answer) =>
    path === '/a' ? answer.writeHead(301, { location: '/b' }).end() : answer.end(Buffer.from([1, 0, 255])),
  )
  expect([...(await source().fetch(`${url}/a`))]).toEqual([1, 0, 255])
})

test('a redirection without end, a missing picture and a refusal are told', async () => {
  let asked = 0
  const url = await serve(({ url: path }, answer) => {
    asked++
    if (path === '/round') answer.writeHead(302, { location: '/round' }).end()
    else answer.writeHead(Number(path?.slice(1))).end()
  })
  await expect(source().fetch(`${url}/round`)).rejects.toThrow('sin fin')
  asked = 0
  await expect(source().fetch(`${url}/404`)).rejects.toThrow('Ya no está (404)')
  await expect(source().fetch(`${url}/403`)).rejects.toThrow('El servidor dijo 403')
  // What may come yet is asked for again.
  expect(asked).toBe(2)
  await expect(source().fetch(`${url}/503`)).rejects.toThrow('El servidor dijo 503')
  expect(asked).toBe(4)
})

test('a server that is busy once is asked again', async () => {
  let asked = 0
  const url = await serve((_, answer) => (asked++ === 0 ? answer.writeHead(429).end() : answer.end('x')))
  expect(String(await source().fetch(`${url}/a`))).toBe('x')
})

test('a picture that is too large, cut off or never ends does not come', async () => {
  const url = await serve(({ url: path }, answer) => {
    if (path === '/said') answer.writeHead(200, { 'content-length': '5000000000' }).write('x')
    if (path === '/more') for (let at = 0; at < 20; at++) answer.write(Buffer.alloc(100_000))
    if (path === '/cut') answer.writeHead(200, { 'content-length': '100' }).write('x', () => answer.destroy())
    if (path === '/slow') answer.writeHead(200).write('x')
  })
  const small = source({ maxBytes: 2 ** 20, timeoutMs: 300 })
  await expect(small.fetch(`${url}/said`)).rejects.toThrow('supera')
  await expect(small.fetch(`${url}/more`)).rejects.toThrow('supera los 1 MB')
  await expect(small.fetch(`${url}/cut`)).rejects.toMatchObject({ isServerGone: true })
  await expect(small.fetch(`${url}/slow`)).rejects.toThrow('tardó demasiado')
  await expect(source().fetch(await deadUrl())).rejects.toThrow('rechazó la conexión')
})
