/** How a use case refuses: with a code and a text for the user (R4). The error exit (http/errors.ts) answers with both. */
import { type ErrorCode, type FieldError, texts } from '../contract/errors.ts'

/** A refusal with a text for the user. Any other error that is thrown is a fault of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly unknown[] | undefined
  /** Headers of the answer, e.g. Retry-After. */
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ErrorCode, message: string, details?: readonly unknown[], headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export const malformed = (message: string = texts.malformed, details?: readonly FieldError[]) =>
  new Refusal('MALFORMED', message, details)
export const unauthenticated = (message: string = texts.unauthenticated) => new Refusal('UNAUTHENTICATED', message)
export const forbidden = (message: string = texts.forbidden, headers: Record<string, string> = {}) =>
  new Refusal('FORBIDDEN', message, undefined, headers)
export const notFound = (message: string = texts.notFound) => new Refusal('NOT_FOUND', message)
export const conflict = (message: string, details?: readonly unknown[]) => new Refusal('CONFLICT', message, details)

/** The refusal of one wrong field. */
export const wrongField = (field: string, message: string) => malformed(message, [{ field, message }])
/** Refuses with all problems, if there are any. The message is that of a single problem; for several it is the general one. */
export function refuseProblems(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw malformed(problems.length === 1 ? problems[0]?.message : undefined, problems)
}
