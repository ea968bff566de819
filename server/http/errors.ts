/** Errors that are meant for the caller, and the one exit through which every error leaves (R4). */
import type { FastifyError, FastifyInstance } from 'fastify'
import { type ErrorBody, type ErrorCode, type FieldError, statusOf, texts } from '../../contract/errors.ts'
import { NOT_AN_ID } from '../../contract/ids.ts'

/** An error with a text for the user. Anything else that is thrown leaves as a bare 500. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly details: readonly unknown[] | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: ErrorCode,
    message: string,
    details?: readonly unknown[],
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export const malformed = (message: string = texts.malformed, details?: FieldError[]) =>
  new HttpError('MALFORMED', message, details)
export const unauthenticated = (message: string = texts.unauthenticated) =>
  new HttpError('UNAUTHENTICATED', message)
export const forbidden = (message: string = texts.forbidden) => new HttpError('FORBIDDEN', message)
export const notFound = (message: string = texts.notFound) => new HttpError('NOT_FOUND', message)
/** A part of an address that is no id: a word there belongs to another call, which does not exist (R43). */
export const noSuchAddress = (part: unknown, field: string) =>
  typeof part === 'string' && /^[a-z][a-z-]*$/i.test(part)
    ? notFound()
    : malformed(NOT_AN_ID, [{ field, message: NOT_AN_ID }])
export const conflict = (message: string, details?: readonly unknown[]) =>
  new HttpError('CONFLICT', message, details)

/** The body of a refusal. */
export const bodyOf = (code: ErrorCode, message: string, details?: readonly unknown[]): ErrorBody =>
  details && details.length > 0 ? { error: code, message, details: [...details] } : { error: code, message }

/** What PostgreSQL refuses in texts, and no other part does: the character NUL, in text and in JSON. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** What the framework itself refuses, in the shop's codes; and texts that can't be stored. */
function translate(error: FastifyError): HttpError | null {
  if (UNSTORABLE.has(error.code)) return malformed()
  if (error.statusCode === 413) return new HttpError('TOO_LARGE', texts.tooLarge)
  if (error.statusCode === 415) return new HttpError('WRONG_TYPE', texts.wrongType)
  if (error.statusCode === 429) return new HttpError('TOO_MANY', texts.tooMany)
  if (error.statusCode && error.statusCode < 500) return malformed()
  return null
}

/** Installs the error exit: known errors keep their text, unknown ones are logged and hidden. */
export function installErrorExit(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError | HttpError, request, reply) => {
    const error = thrown instanceof HttpError ? thrown : translate(thrown)
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
