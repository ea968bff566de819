/** What a use case refuses, whoever asked: a code and a text for the user (R4). The one exit makes an answer of it. */
import { type ErrorCode, type FieldError, texts } from '../contract/errors.ts'

/** A refusal with a text for the user. Anything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly unknown[] | undefined
  /** What an answer says beside its body, e.g. when to come back. */
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: ErrorCode,
    message: string,
    details?: readonly unknown[],
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export const malformed = (message: string = texts.malformed, details?: readonly FieldError[]) =>
  new Refusal('MALFORMED', message, details)
export const unauthenticated = (message: string = texts.unauthenticated) =>
  new Refusal('UNAUTHENTICATED', message)
export const forbidden = (message: string = texts.forbidden, headers: Record<string, string> = {}) =>
  new Refusal('FORBIDDEN', message, undefined, headers)
export const notFound = (message: string = texts.notFound) => new Refusal('NOT_FOUND', message)
export const conflict = (message: string, details?: readonly unknown[]) =>
  new Refusal('CONFLICT', message, details)

/** One field is wrong. */
export const wrongField = (field: string, message: string) => malformed(message, [{ field, message }])
/** Refuses with every problem, if there is any; the message is that of the only one, else general. */
export function refuseProblems(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw malformed(problems.length === 1 ? problems[0]?.message : undefined, problems)
}
