import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bareApp } from '../test/bare-app.ts'
import { installCompression } from './compression.ts'

const LONG = JSON.stringify({ texto: 'Muñeco articulado. '.repeat(100) })
const LONGEST = JSON.stringify({ texto: 'Muñeco articulado. '.repeat(10_000) })

function appWith(body: string | Buffer, headers: Record<string, string> = {}) {
  const { fastify } = bareApp()
  installCompression(fastify)
  fastify.get('/', (_request, reply) => reply.type('application/json').headers(headers).send(body))
  return (accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
    fastify.inject({
      url: '/',
      method,
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
}

describe('text over 1 KB', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['BR; q=0.000, GZIP; q=0.5', 'gzip'],
    ['x-br, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['br;q=0, *;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('to a caller that takes %j leaves as %j', async (accepted, encoding) => {
    const answer = await appWith(LONG)(accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect((unpack ? unpack(answer.rawPayload) : answer.rawPayload).toString()).toBe(LONG)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(LONG.length / 4)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('so long that it is compressed beside the event loop leaves whole as %s', async (encoding, unpack) => {
    const answer = await appWith(LONGEST)(encoding)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(unpack(answer.rawPayload).toString()).toBe(LONGEST)
  })

  test('has no body for HEAD, with the headers of GET', async () => {
    const send = appWith(LONG)
    const [get, head] = [await send('br'), await send('br', 'HEAD')]
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

test.each<[string, string | Buffer, Record<string, string>]>([
  ['short', '{"texto":"Muñeco"}', {}],
  ['compressed by its handler', Buffer.from(LONG), { 'content-encoding': 'zstd' }],
  ['no text', Buffer.from(LONG), { 'content-type': 'application/pdf' }],
  [
    'a spreadsheet',
    Buffer.from(LONG),
    { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ],
])('what is %s leaves as it is', async (_, body, headers) => {
  const answer = await appWith(body, headers)('br, gzip')
  expect(answer.headers['content-encoding']).toBe(headers['content-encoding'])
  expect(answer.body).toBe(body.toString())
})
