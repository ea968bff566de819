/** How many rows a page of a list has when its reader chooses (R325). */
import * as z from 'zod/mini'
import { int } from './wire.ts'

/** Most rows of one page. */
export const MOST_ROWS = 100

/** Rows of a page, 1 to MOST_ROWS; absent or empty: the list's own number. */
export const pageSize = z.codec(
  z.optional(z.string().check(z.regex(/^([1-9]\d?|100|)$/, `Debe ser un número de 1 a ${MOST_ROWS}`))),
  z.optional(int),
  {
    decode: (text) => (text ? Number(text) : undefined),
    encode: (size) => (size === undefined ? undefined : String(size)),
  },
)
