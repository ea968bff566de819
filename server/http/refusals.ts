/** Refusals of the framework or of Node itself, before any route or hook runs: in the shop's shape (R4). */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify'
import { type ErrorCode, statusOf, texts } from '../../contract/errors.ts'
import { malformed } from '../refusal.ts'
import { bodyOf } from './errors.ts'
import type { ConstantHeaders } from './headers.ts'

const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['TIMEOUT', texts.timeout],
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', texts.tooLarge],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['TOO_LARGE', texts.tooLarge],
}

/** Options of the framework that let every refusal of its own leave like the others. */
export function protocolRefusals(
  headers: ConstantHeaders,
): Pick<
  FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>,
  'frameworkErrors' | 'clientErrorHandler' | 'http' | 'return503OnClosing' | 'rewriteUrl'
> {
  return {
    rewriteUrl: ({ url = '/' }) => readable(url),
    frameworkErrors: (_error, _request, reply) => {
      void (reply as FastifyReply).code(statusOf.MALFORMED).headers(headers).send(bodyOf('MALFORMED', texts.malformed))
    },
    clientErrorHandler: (error, socket) => refuseBytes(error, socket as Socket, headers),
    // Node would answer a missing Host without a word; installRefusals does it instead.
    http: { requireHostHeader: false },
    // A request that comes while the shop closes is answered like those under way, not refused in English.
    return503OnClosing: false,
  }
}

/**
 * A page's address that cannot be decoded is escaped, so that it leads to a screen that does not exist. A call's
 * address is left as it is, and refused as malformed.
 */
function readable(url: string): string {
  if (!url.includes('%') || url.startsWith('/api/')) return url
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%')) return url
  try {
    decodeURI(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** The two refusals that need the server: no Host, and an Expect that nobody here can meet. */
export function installRefusals(app: FastifyInstance, headers: ConstantHeaders): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.headers.host === undefined && request.raw.httpVersion === '1.1' ? malformed() : undefined)
  })
  app.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(bodyOf('MALFORMED', texts.malformed))
    response.writeHead(statusOf.MALFORMED, { ...headers, ...lastWords(body) }).end(body)
  })
}

const lastWords = (body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  connection: 'close',
})

/** Answers bytes that are no request, if the connection still takes an answer, and closes it. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, headers: ConstantHeaders): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [code, message] = refusals[error.code ?? ''] ?? (['MALFORMED', texts.malformed] as const)
  const status = statusOf[code]
  const body = JSON.stringify(bodyOf(code, message))
  const lines = Object.entries({ ...headers, ...lastWords(body) }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroy(error)
}
