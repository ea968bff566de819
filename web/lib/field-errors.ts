import * as z from 'zod/mini'
import { fieldError } from '../../contract/errors.ts'
import { ApiError } from './api.ts'

/** Clean name and wire name of each field, as a wire object declares them. */
export type WireNames = {
  readonly fields: Readonly<Record<string, readonly [wireName: string, ...rest: unknown[]]>>
}

/**
 * The messages of a refusal by the clean names of their fields (R4).
 * Fields of another object, e.g. a nested one, keep their wire name.
 */
export function fieldErrorsOf(error: unknown, { fields }: WireNames): Record<string, string> {
  if (!(error instanceof ApiError) || error.status !== 400) return {}
  const cleanNames = new Map(Object.entries(fields).map(([name, [wire]]) => [wire, name]))
  const messages = error.details.flatMap((detail) => {
    const read = z.safeParse(fieldError, detail)
    return read.success ? [[cleanNames.get(read.data.field) ?? read.data.field, read.data.message]] : []
  })
  return Object.fromEntries(messages)
}
