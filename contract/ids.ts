/**
 * What an id is, for the browser, the server and the command line alike: digits, from 1 to the largest 32-bit
 * number. −1 (NO_CLIENT, NO_ADDRESS) and 0 (PICKUP) are ids only where a field says so. A value that is no id is an
 * error to be shown; it is never replaced by another id.
 */
import * as z from 'zod/mini'
import { NO_CLIENT } from './rules.ts'

/** The largest id: the database keeps them in 32 bits. Clients made by the shop begin at 1,000,000,000. */
export const MAX_ID = 2_147_483_647

export const NOT_AN_ID = 'El identificador no es válido'
const DIGITS = /^(-1|\d{1,10})$/
const DIGITS_OR_NOTHING = /^(-1|\d{1,10}|)$/

/** Whether a value is an id, or one of the numbers in `also` that the field takes as well. */
export const isId = (value: unknown, ...also: readonly number[]): value is number =>
  typeof value === 'number' && ((Number.isInteger(value) && value >= 1 && value <= MAX_ID) || also.includes(value))

/** Reads a text as an id; undefined when it is none, which the caller has to show as an error. */
export function readId(text: unknown, ...also: readonly number[]): number | undefined {
  if (typeof text !== 'string' || !DIGITS.test(text)) return undefined
  const value = Number(text)
  return isId(value, ...also) ? value : undefined
}

/** An id in JSON. */
export const id = z.int(NOT_AN_ID).check(z.minimum(1, NOT_AN_ID), z.maximum(MAX_ID, NOT_AN_ID))
/** An id in JSON where some other numbers stand for something, too. */
export const idOr = (...also: [number, ...number[]]) => z.union([id, z.literal(also)], NOT_AN_ID)
/** A client in JSON; NO_CLIENT is the caller's own. */
export const clientId = idOr(NO_CLIENT)

/** Where an order goes, in JSON: an address, PICKUP (0) or NO_ADDRESS (−1). */
export const addressId = idOr(0, -1)

const inText = <S extends z.ZodMiniType<number, number>>(schema: S) =>
  z.codec(z.string().check(z.regex(DIGITS, NOT_AN_ID)), schema, {
    decode: (text) => Number(text) as z.input<S>,
    encode: (value) => String(value),
  })
const inOptionalText = <S extends z.ZodMiniType<number, number>>(schema: S) =>
  z.optional(
    z.codec(z.string().check(z.regex(DIGITS_OR_NOTHING, NOT_AN_ID)), z.optional(schema), {
      decode: (text) => (text ? (Number(text) as z.input<S>) : undefined),
      encode: (value) => String(value ?? ''),
    }),
  )

/** An id in an address. */
export const idText = inText(id)
/** A client in an address; NO_CLIENT is the caller's own. */
export const clientIdText = inText(clientId)
/** An id in a query; absent or empty: not given. */
export const optionalIdText = inOptionalText(id)
/** A client in a query; absent or empty: not given, like NO_CLIENT. */
export const optionalClientIdText = inOptionalText(clientId)
/** Where an order goes, in a query: an address, PICKUP (0) or NO_ADDRESS (−1). */
export const optionalAddressIdText = inOptionalText(addressId)
