/** What a call that failed tells, in the words of the screen: as a whole, by field, and who changed the record first. */
import * as z from 'zod/mini'
import { type ChangedSince, changedSince } from '../../contract/versions.ts'
import { ApiError, messageOf } from './api.ts'
import { fieldErrorsOf, type WireNames } from './field-errors.ts'

export interface Refusal {
  /** For the user, in Spanish. */
  readonly message: string
  /** What is wrong with single fields, by their clean names. */
  readonly fields: Readonly<Record<string, string>>
  /** Set when somebody else changed the record since it was read (R41). */
  readonly changed: ChangedSince | null
}

/** Reads any failure. `names`: the wire object that the refused fields belong to. */
export function refusalOf(error: unknown, names: WireNames = { fields: {} }): Refusal {
  return { message: messageOf(error), fields: fieldErrorsOf(error, names), changed: changedBy(error) }
}

function changedBy(error: unknown): ChangedSince | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const read = z.safeDecode(changedSince, error.details[0] as never)
  return read.success ? read.data : null
}
