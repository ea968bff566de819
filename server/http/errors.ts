/** The one exit through which every error leaves (R4). */
import type { FastifyError, FastifyInstance } from 'fastify'
import { type ErrorBody, type ErrorCode, statusOf, texts } from '../../contract/errors.ts'
import { NOT_AN_ID } from '../../contract/ids.ts'
import type { Log } from '../db/log.ts'
import { type Outage, outageLog, outageOf, outageRefusal, RETRY_AFTER } from '../db/outage.ts'
import { malformed, notFound, Refusal } from '../refusal.ts'

/** A part of an address that is no id: a word there belongs to another call, which does not exist (R43). */
export const noSuchAddress = (part: unknown, field: string) =>
  typeof part === 'string' && /^[a-z][a-z-]*$/i.test(part)
    ? notFound()
    : malformed(NOT_AN_ID, [{ field, message: NOT_AN_ID }])
/** The body of a refusal. */
export const bodyOf = (code: ErrorCode, message: string, details?: readonly unknown[]): ErrorBody =>
  details && details.length > 0 ? { error: code, message, details: [...details] } : { error: code, message }

/** PostgreSQL's codes for a text or JSON with the character NUL, which no other part of the shop refuses. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** The shop's refusal for an error of the framework, or for a text that can't be stored; null for a fault of ours. */
function translate(error: FastifyError): Refusal | null {
  if (UNSTORABLE.has(error.code)) return malformed()
  if (error.statusCode === 413) return new Refusal('TOO_LARGE', texts.tooLarge)
  if (error.statusCode === 415) return new Refusal('WRONG_TYPE', texts.wrongType)
  if (error.statusCode === 429) return new Refusal('TOO_MANY', texts.tooMany)
  if (error.statusCode && error.statusCode < 500) return malformed()
  return null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The outage that the request met; null for none. The log tells of it once a minute, not for each request. */
    outage: Outage | null
  }
}

/** Installs the error exit: known errors keep their text, outages are told once a minute, unknown ones are logged and hidden. */
export function installErrorExit(app: FastifyInstance, log: Log = app.log): void {
  const tellOutage = outageLog(log)
  app.decorateRequest('outage', null)
  app.setErrorHandler((thrown: FastifyError | Refusal, request, reply) => {
    // An error with a status of its own is about the caller's connection, not about the database's.
    const outage = 'statusCode' in thrown && thrown.statusCode ? undefined : outageOf(thrown)
    const error = thrown instanceof Refusal ? thrown : outage ? outageRefusal(outage) : translate(thrown)
    if (outage) {
      request.outage = outage
      tellOutage(outage, thrown)
    }
    if (!error) {
      request.log.error({ reqId: request.id, err: thrown }, 'unexpected error')
      return reply.code(500).send(bodyOf('INTERNAL', texts.internal))
    }
    reply.code(statusOf[error.code]).headers(error.headers)
    // A person who opens a page needs one to read, not JSON.
    if (outage && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html'))
      return reply.type('text/html; charset=utf-8').send(outagePage(error.message))
    return reply.send(bodyOf(error.code, error.message, error.details))
  })
}

/** A page that needs nothing of the shop and asks again by itself; `message` is one of our own texts. */
const outagePage = (message: string): string =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER}"><title>Fuera de servicio</title><p>${message}.</p></html>
`

export const notFoundBody = bodyOf('NOT_FOUND', texts.notFound)
