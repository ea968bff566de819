import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../../contract/errors.ts'
import { installErrorExit } from './errors.ts'
import { constantHeaders, installHeaders } from './headers.ts'
import { installRefusals, protocolRefusals } from './refusals.ts'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  const headers = constantHeaders({ https: false })
  app = Fastify({ ...protocolRefusals(headers) })
  installHeaders(app, headers)
  installErrorExit(app)
  installRefusals(app, headers)
  app.post('/', () => 'bien')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** The whole answer to these bytes on a connection, until the server closes it. */
const sayRaw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

function expectRefusal(answer: string, status: number, error: string, message: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of [
    /^cache-control: no-store$/im,
    /^content-security-policy: default-src 'self';/im,
    /^x-content-type-options: nosniff$/im,
    /^content-type: application\/json/im,
  ])
    expect(head).toMatch(header)
  expect(JSON.parse(body)).toEqual({ error, message })
}

test.each([
  ['no request at all', 'HOLA\r\n\r\n', 400, 'MALFORMED', texts.malformed],
  ['a method nobody knows', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'MALFORMED', texts.malformed],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'MALFORMED',
    texts.malformed,
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
    texts.tooLarge,
  ],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED', texts.malformed],
  [
    'an Expect that nobody meets',
    'POST / HTTP/1.1\r\nHost: x\r\nExpect: magia\r\nContent-Length: 0\r\n\r\n',
    400,
    'MALFORMED',
    texts.malformed,
  ],
  [
    'an address that is none',
    'GET /api/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400,
    'MALFORMED',
    texts.malformed,
  ],
  [
    'broken JSON',
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
    400,
    'MALFORMED',
    texts.malformed,
  ],
])('%s is refused in Spanish, in the one shape, with every header', async (_, bytes, status, error, message) => {
  expectRefusal(await sayRaw(bytes), status, error, message)
})

test('a request that never ends is refused the same way', async () => {
  // As Node does when its own time is up, which no test waits for.
  app.server.once('connection', (socket) => {
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    socket.once('data', () => app.server.emit('clientError', late, socket))
  })
  expectRefusal(await sayRaw('POST / HTTP/1.1\r\nHost: x\r\nConte'), 408, 'TIMEOUT', texts.timeout)
})
