/**
 * How slowly a body may arrive, and what happens to the rest of a refused one. Without these limits a sender of one
 * byte every few seconds would keep a connection for ever, and a refused upload would be read to its end.
 */
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { texts } from '../../contract/errors.ts'
import { Refusal } from '../refusal.ts'
import { type ArrivingBodies, createArrivingBodies } from './arriving-bodies.ts'
import { visitorKey } from './rate-limit.ts'

export interface BodyPace {
  /** Milliseconds that every body that is no upload has to arrive whole; what arrived gives it more, up to `longestMs`. */
  readonly wholeWithinMs: number
  /** The bytes that give a body one more second. */
  readonly bytesPerSecond: number
  readonly longestMs: number
  /** An upload ends when fewer than `uploadBytes` arrived in the last `uploadWindowMs` milliseconds. */
  readonly uploadWindowMs: number
  readonly uploadBytes: number
  /** The rest of a refused request is thrown away, up to so many milliseconds or bytes; then the connection closes. */
  readonly discardMs: number
  readonly discardBytes: number
}

/** 10 KB/s is slower than any line on which somebody would wait for an upload; a cart of 40 lines has 3 KB. */
export const BODY_PACE: BodyPace = {
  wholeWithinMs: 10_000,
  bytesPerSecond: 20 * 1024,
  longestMs: 60_000,
  uploadWindowMs: 30_000,
  uploadBytes: 30 * 10 * 1024,
  discardMs: 5_000,
  discardBytes: 25 * 2 ** 20,
}
/** The window of an upload slides in this many steps. */
const STEPS = 6

const tooSlow = () => new Refusal('TIMEOUT', texts.timeout)

/** Whether a request has a body, of which nothing may have arrived yet. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
const isUpload = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

export interface BodyPaceParts {
  readonly pace?: BodyPace | undefined
  readonly arriving?: ArrivingBodies
  /** For whom a body counts: a user's id, or the `visitorKey` of an address. */
  readonly countsFor?: (request: FastifyRequest) => number | string
}

/**
 * Ends requests whose body arrives too slowly or that are too many, and lets a refusal arrive while its request is still being
 * sent. To be called after what decides on access: a body that is refused anyway is not waited for.
 */
export function installBodyPace(fastify: FastifyInstance, parts: BodyPaceParts = {}): void {
  const { pace = BODY_PACE, arriving = createArrivingBodies(), countsFor = ({ ip }) => visitorKey(ip) } = parts
  fastify.decorate('bodyPace', pace)

  // Uploads are watched where they are read (`atBearablePace`): the form's parser takes the request itself, not this stream.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw } = request
    if (!hasBody(raw) || isUpload(raw)) return done(null, payload)
    // A body that is refused by its length is never read, and then nobody else listens for its errors.
    const body = new PassThrough().on('error', () => {})
    const end = () => body.destroy(tooSlow())
    const counted = arriving.begin(countsFor(request), end)
    const begun = performance.now()
    let bytes = 0
    const endIfLate = () => {
      const patience = pace.wholeWithinMs + (bytes / pace.bytesPerSecond) * 1_000
      const left = begun + Math.min(patience, pace.longestMs) - performance.now()
      if (left > 0) timer = setTimeout(endIfLate, left)
      else end()
    }
    let timer = setTimeout(endIfLate, pace.wholeWithinMs)
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      counted.grow(chunk.length)
    })
    payload.once('error', (error) => body.destroy(error))
    body.once('close', () => {
      clearTimeout(timer)
      counted.leave()
    })
    done(null, payload.pipe(body))
  })

  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete !== false || !hasBody(raw)) return done(null, payload)
    // A small body has arrived whole by the next turn of the event loop, and its connection can stay.
    setImmediate(() => {
      if (raw.complete) return done(null, payload)
      reply.header('connection', 'close')
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
      reply.header('content-length', Buffer.byteLength(payload))
      done(null, Readable.from(withRest(payload, raw, pace), { objectMode: false }))
    })
  })
}

/**
 * Sends the answer at once, but ends it only after the rest of the request. The end closes the connection, and a sender
 * whose connection closes never reads the answer.
 */
async function* withRest(payload: string | Buffer, raw: IncomingMessage, pace: BodyPace) {
  yield payload
  await discard(raw, pace)
}

/** Reads the rest of a request and keeps nothing of it, until its end or the limits. */
function discard(raw: IncomingMessage, { discardMs, discardBytes }: BodyPace): Promise<void> {
  if (raw.complete || raw.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > discardBytes) stop()
    }
    const stop = () => {
      clearTimeout(timer)
      raw.off('data', count).pause()
      resolve()
    }
    const timer = setTimeout(stop, discardMs)
    raw.unpipe()
    for (const event of ['end', 'close', 'error']) raw.once(event, stop)
    raw.on('data', count).resume()
  })
}

/**
 * Waits for `reading`, which reads an upload, as long as the upload arrives fast enough.
 *
 * @throws Refusal TIMEOUT when it arrives too slowly
 */
export async function atBearablePace<T>(
  raw: IncomingMessage,
  { uploadWindowMs, uploadBytes }: BodyPace,
  reading: Promise<T>,
): Promise<T> {
  const { socket } = raw
  let countedBytes = socket.bytesRead
  const steps: number[] = []
  let timer: NodeJS.Timeout | undefined
  const slow = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      steps.push(socket.bytesRead - countedBytes)
      countedBytes = socket.bytesRead
      if (steps.length < STEPS) return
      if (steps.reduce((sum, bytes) => sum + bytes, 0) < uploadBytes) reject(tooSlow())
      steps.shift()
    }, uploadWindowMs / STEPS)
  })
  // When the upload is too slow, `reading` fails later, with the connection, and nobody awaits it any more.
  reading.catch(() => {})
  try {
    return await Promise.race([reading, slow])
  } finally {
    clearInterval(timer)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    bodyPace: BodyPace
  }
}
