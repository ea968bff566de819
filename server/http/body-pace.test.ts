import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, raw } from '../../contract/endpoint.ts'
import { bareApp } from '../test/bare-app.ts'
import { type BodyPace, installBodyPace } from './body-pace.ts'
import { route } from './route.ts'
import { installUploads, readUpload } from './upload.ts'

const json = endpoint({
  method: 'POST',
  path: '/api/texto',
  access: { who: 'everyone' },
  summary: 'Prueba.',
  body: z.array(z.string()),
  response: z.boolean(),
})
const upload = endpoint({
  method: 'POST',
  path: '/api/archivo',
  access: { who: 'everyone' },
  summary: 'Prueba.',
  body: raw('multipart/form-data'),
  response: z.int(),
})
const closedUpload = endpoint({ ...upload, path: '/api/cerrado', access: { who: 'signedIn' } })

/** Limits so wide that each test meets only the one that it is about. */
const patient: BodyPace = {
  wholeWithinMs: 600_000,
  bytesPerSecond: 1,
  longestMs: 600_000,
  uploadWindowMs: 600_000,
  uploadBytes: 1,
  discardMs: 600_000,
  discardBytes: 2 ** 30,
}
const MAX_BYTES = 100_000
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

/** A listening server, and sockets that speak to it by hand. */
async function listening(pace: Partial<BodyPace>) {
  const app = bareApp()
  installBodyPace(app.fastify, { pace: { ...patient, ...pace } })
  await installUploads(app.fastify)
  route(app, json, () => true)
  const length = async ({ request }: { request: Parameters<typeof readUpload>[0] }) =>
    (await readUpload(request, { maxBytes: MAX_BYTES })).bytes.length
  route(app, upload, length)
  route(app, closedUpload, length)
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  open.push({ close: () => app.fastify.close() })
  return () => {
    const socket = connect(port, '127.0.0.1')
    open.push({ close: async () => socket.destroy() })
    // Writing on into a closed connection is what these tests do.
    socket.setMaxListeners(0).on('error', () => {})
    return socket
  }
}

type Framing = 'with its length' | 'chunked'
const framings: Framing[] = ['with its length', 'chunked']
const head = (path: string, type: string, framing: Framing, length = 1_000_000_000) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: tienda.test',
    `Content-Type: ${type}`,
    framing === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')
const FORM = 'multipart/form-data; boundary=x'
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
const piece = (text: string, framing: Framing) =>
  framing === 'chunked' ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n` : text

const heard = (socket: Socket, event: 'drain' | 'close') =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))

/** Goes on writing a piece for as long as the server takes it. */
async function pour(socket: Socket, text: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (!socket.write(text)) await Promise.race([heard(socket, 'drain'), heard(socket, 'close')])
  }
}

/** The answer, read until the server closes. */
async function answerOf(socket: Socket) {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await heard(socket, 'close')
  const [top = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), top, body: body === '' ? undefined : JSON.parse(body) }
}
const TOO_SLOW = { error: 'TIMEOUT', message: 'El envío tardó demasiado en llegar. Intente nuevamente' }

describe.each(framings)('a body that arrives %s', (framing) => {
  test('and never ends is answered when its time is over, and the connection closes', async () => {
    const dial = await listening({ wholeWithinMs: 150, discardMs: 50 })
    const socket = dial()
    socket.write(head('/api/texto', 'application/json', framing, 1_000) + piece('["a"', framing))
    expect(await answerOf(socket)).toMatchObject({ status: 408, body: TOO_SLOW })
  })

  test('as an upload too slow for too long ends', async () => {
    const dial = await listening({ uploadWindowMs: 120, uploadBytes: 1_000, discardMs: 50 })
    const socket = dial()
    socket.write(head('/api/archivo', FORM, framing) + piece(`${PART}poco`, framing))
    expect(await answerOf(socket)).toMatchObject({ status: 408, body: TOO_SLOW })
  })

  test.each([
    ['without a session', '/api/cerrado', FORM, 401],
    ['of another type', '/api/archivo', 'application/zip', 415],
    ['above its limit', '/api/archivo', FORM, 413],
    ['of no call at all', '/api/nada', FORM, 404],
  ])('and is refused, %s, is thrown away up to a limit, and the text arrives', async (_, path, type, status) => {
    const limit = 4 * 2 ** 20
    const dial = await listening({ discardBytes: limit })
    const socket = dial()
    const answered = answerOf(socket)
    socket.write(head(path, type, framing) + piece(PART, framing))
    await pour(socket, piece('x'.repeat(64 * 1024), framing))
    const { status: given, top, body } = await answered
    expect([given, body.message]).toEqual([status, expect.stringMatching(/\p{L}{4}/u)])
    expect(top.toLowerCase()).toContain('connection: close')
    // What the system keeps on the way comes on top of what was read.
    expect(socket.bytesWritten).toBeGreaterThan(limit)
    expect(socket.bytesWritten).toBeLessThan(limit + 16 * 2 ** 20)
  })
})

test('a body that is long on its way but comes fast enough is read whole', async () => {
  const dial = await listening({ wholeWithinMs: 100, bytesPerSecond: 100, discardMs: 50 })
  const socket = dial()
  const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())))
  const text = 'x'.repeat(1_000)
  const type = 'Content-Type: application/json'
  socket.write(`POST /api/texto HTTP/1.1\r\nHost: t\r\n${type}\r\nContent-Length: ${text.length + 4}\r\n\r\n["${text}`)
  // Longer than a body may take of which nothing came.
  const nothing = dial()
  nothing.write(head('/api/texto', 'application/json', 'with its length', 10))
  expect((await answerOf(nothing)).status).toBe(408)
  socket.write('"]')
  expect(await answered).toMatch(/^HTTP\/1.1 200/)
})

test('a refused upload that stalls is closed when its time is over', async () => {
  const dial = await listening({ discardMs: 100 })
  const socket = dial()
  socket.write(head('/api/cerrado', FORM, 'with its length') + PART)
  expect((await answerOf(socket)).status).toBe(401)
})

test('what arrives in pieces, but in time, is read whole, and the connection stays', async () => {
  const dial = await listening({})
  const socket = dial()
  const answers: string[] = []
  socket.on('data', (chunk) => answers.push(chunk.toString()))
  const length = PART.length + 4 + '\r\n--x--\r\n'.length
  socket.write(`POST /api/archivo HTTP/1.1\r\nHost: t\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}\r\n\r\n`)
  for (const text of [PART, 'ho', 'la', '\r\n--x--\r\n']) {
    await new Promise((written) => socket.write(text, written))
  }
  await expect.poll(() => answers.join('')).toMatch(/200 OK[\s\S]*\r\n\r\n4$/)
  expect(answers.join('').toLowerCase()).not.toContain('connection: close')
  answers.length = 0
  const body = '["a"]'
  const type = 'Content-Type: application/json'
  socket.write(`POST /api/texto HTTP/1.1\r\nHost: t\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await expect.poll(() => answers.join('')).toMatch(/200 OK[\s\S]*true$/)
})
