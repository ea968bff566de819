/** Which answers are compressed, and how: texts, when they are sent. Built assets are compressed at the build. */
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** Below this many bytes an answer fits one packet anyway. */
const WORTHWHILE = 1024
/** Above this many bytes compressing would hold the event loop for longer than a search takes. */
const ON_LOOP = 32 * 1024
const COMPRESSIBLE = /^(?:text\/|application\/json\b|image\/svg\+xml)/

// Low levels: on rows that repeat their field names they give nearly all of the saving. Brotli's usual
// window would cost more to set up than such an answer takes to compress.
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
const GZIP = { level: 2 }

/**
 * The best encoding a caller takes: brotli before gzip, whatever their weights, unless a weight is 0.
 * Undefined for a caller that takes neither.
 */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined
  const taken = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const weight = parameters.find((part) => part.startsWith('q='))
        return [name, weight === undefined || Number(weight.slice(2)) > 0]
      }),
  )
  const takes = (encoding: Encoding) => taken.get(encoding) ?? taken.get('*') ?? false
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

/** Compresses on this thread, at once: for short answers and for those that are kept. */
export const compress = (bytes: Buffer, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(bytes, BROTLI) : gzipSync(bytes, GZIP)

/**
 * Compresses every text over 1 KB that is not yet compressed. A page with a user's data may be, because
 * nobody else can make a browser ask for it (decision 0040).
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isWorthwhile(reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return done(null, payload)
    const bytes = Buffer.from(payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (bytes.length <= ON_LOOP) return done(null, compress(bytes, encoding))
    if (encoding === 'br') brotliCompress(bytes, BROTLI, done)
    else gzip(bytes, GZIP, done)
  })
}

function isWorthwhile(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (payload.length < WORTHWHILE || reply.hasHeader('content-encoding')) return false
  return COMPRESSIBLE.test(String(reply.getHeader('content-type')))
}
