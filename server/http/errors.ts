/** The one exit through which every error leaves (R4). */
import type { FastifyError, FastifyInstance } from 'fastify'
import { type ErrorBody, type ErrorCode, statusOf, texts } from '../../contract/errors.ts'
import { NOT_AN_ID } from '../../contract/ids.ts'
import { malformed, notFound, Refusal } from '../refusal.ts'

/** A part of an address that is no id: a word there belongs to another call, which does not exist (R43). */
export const noSuchAddress = (part: unknown, field: string) =>
  typeof part === 'string' && /^[a-z][a-z-]*$/i.test(part)
    ? notFound()
    : malformed(NOT_AN_ID, [{ field, message: NOT_AN_ID }])
/** The body of a refusal. */
export const bodyOf = (code: ErrorCode, message: string, details?: readonly unknown[]): ErrorBody =>
  details && details.length > 0 ? { error: code, message, details: [...details] } : { error: code, message }

/** What PostgreSQL refuses in texts, and no other part does: the character NUL, in text and in JSON. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** What the framework itself refuses, in the shop's codes; and texts that can't be stored. */
function translate(error: FastifyError): Refusal | null {
  if (UNSTORABLE.has(error.code)) return malformed()
  if (error.statusCode === 413) return new Refusal('TOO_LARGE', texts.tooLarge)
  if (error.statusCode === 415) return new Refusal('WRONG_TYPE', texts.wrongType)
  if (error.statusCode === 429) return new Refusal('TOO_MANY', texts.tooMany)
  if (error.statusCode && error.statusCode < 500) return malformed()
  return null
}

/** Installs the error exit: known errors keep their text, unknown ones are logged and hidden. */
export function installErrorExit(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError | Refusal, request, reply) => {
    const error = thrown instanceof Refusal ? thrown : translate(thrown)
    if (!error) {
      request.log.error({ err: thrown }, 'unexpected error')
      return reply.code(500).send(bodyOf('INTERNAL', texts.internal))
    }
    return reply
      .code(statusOf[error.code])
      .headers(error.headers)
      .send(bodyOf(error.code, error.message, error.details))
  })
}

export const notFoundBody = bodyOf('NOT_FOUND', texts.notFound)
