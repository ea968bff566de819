/**
 * The dictionary between the legacy wire and the clean names used everywhere else.
 *
 * A field is declared once, as `cleanName: ['LEGACY_NAME', schema]`. Reading (`decode`) turns legacy
 * JSON into clean values; writing (`encode`) does the reverse and drops whatever was not declared.
 */
import * as z from 'zod/mini'

/** The fields of a wire object, by their clean names. */
export type Fields = Record<string, readonly [wireName: string, schema: z.ZodMiniType, alsoWrittenAs?: string]>
type Flat<T> = { [K in keyof T]: T[K] } & {}
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type UndefinedIsOptional<T> = Flat<Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>>

/** The clean shape of a set of fields. */
export type CleanOf<F extends Fields> = UndefinedIsOptional<{ -readonly [K in keyof F]: z.output<F[K][1]> }>
/** The legacy shape of a set of fields. */
export type WireOf<F extends Fields> = UndefinedIsOptional<{
  -readonly [K in keyof F as F[K][0]]: z.input<F[K][1]>
}>

/** A wire object keeps its fields, so that another one can be built from it by spreading. */
export type WireObject<F extends Fields> = z.ZodMiniType<CleanOf<F>, WireOf<F>> & { readonly fields: F }

/** Whether a field may be absent. */
export const isOptional = (schema: z.ZodMiniType): schema is z.ZodMiniOptional<z.ZodMiniType> =>
  (schema as Partial<z.ZodMiniOptional>).def?.type === 'optional'

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * One legacy object. `fields` maps each clean name to its legacy name and schema; nested wire objects
 * and codecs are allowed. Undeclared properties are dropped in both directions. A third entry names a
 * second legacy name that the same value is also written under, because some screens read that one. It is read when the
 * first one is absent or empty.
 */
// The browser's code leaves out the objects of calls that it does not make:
// @__NO_SIDE_EFFECTS__
export function wireObject<const F extends Fields>(fields: F): WireObject<F> {
  const entries = Object.entries(fields)
  const shape: Record<string, z.ZodMiniType> = {}
  for (const [, [wire, schema, also]] of entries) {
    shape[wire] = schema
    if (also) shape[also] = z.optional(schema)
  }
  const decode = (value: Record<string, unknown>) => {
    const clean: Record<string, unknown> = {}
    for (const [name, [wire, , also]] of entries) {
      const given = also === undefined || !isEmpty(value[wire]) ? value[wire] : (value[also] ?? value[wire])
      if (given !== undefined) clean[name] = given
    }
    return clean
  }
  const encode = (value: Record<string, unknown>) => {
    const legacy: Record<string, unknown> = {}
    for (const [name, [wire, , also]] of entries) {
      if (value[name] === undefined) continue
      legacy[wire] = value[name]
      if (also) legacy[also] = value[name]
    }
    return legacy
  }
  // The output side is z.custom on purpose: with a second z.object zod would run nested codecs twice.
  const codec = z.codec(z.object(shape), z.custom<Record<string, unknown>>(), {
    decode,
    encode: encode as never,
  })
  return Object.assign(codec as unknown as z.ZodMiniType<CleanOf<F>, WireOf<F>>, { fields })
}

const NOT_WHOLE = 'Debe ser un número entero'
// Ids and counts are 32-bit integers in the database: a larger number is refused before it gets there.
const smallest = -2_147_483_648
const largest = 2_147_483_647

/** A whole number on the wire. */
export const int = z.int(NOT_WHOLE).check(z.minimum(smallest, NOT_WHOLE), z.maximum(largest, NOT_WHOLE))

/** An amount: integer cents in the code, a JSON number with at most two decimals on the wire (R3). */
export const money = z.codec(z.number(), z.int(), {
  decode: (amount) => Math.round(amount * 100),
  encode: (cents) => cents / 100,
})

/**
 * A percentage: integer hundredths of a percent in the code (5 % = 500), a number with two decimals on the wire.
 * @param refused the refusal of anything but a number from 0 to 100, where people type it
 */
export const percentWith = (refused?: string) =>
  z.codec(z.number(refused).check(z.minimum(0, refused), z.maximum(100, refused)), z.int(), {
    decode: (value) => Math.round(value * 100),
    encode: (hundredths) => hundredths / 100,
  })
export const percent = percentWith()

/** A flag: boolean in the code, 1/0 on the wire. Older callers also send true/false. */
export const flag = z.codec(z.union([z.literal(1), z.literal(0), z.boolean()]), z.boolean(), {
  decode: (value) => value === 1 || value === true,
  encode: (on) => (on ? 1 : 0),
})

/** An instant: ISO 8601 text on both sides, so that the browser and the server share one form. */
export const instant = z.string()

// ---- values in an address (path and query): always text on the wire ----------------------------

const wholeNumber = z.string().check(z.regex(/^-?\d{1,15}$/, NOT_WHOLE))

/** A required whole number in a path or query. */
export const intText = z.codec(wholeNumber, int, {
  decode: (text) => Number(text),
  encode: (value) => String(value),
})

// A value that stays undefined when it is absent is `z.optional` outside of its codec: a search has twenty of them, and zod
// then runs no codec.

/** A whole number in a query; absent or empty: not given. */
export const optionalIntText = z.optional(
  z.codec(z.string().check(z.regex(/^(-?\d{1,15}|)$/, NOT_WHOLE)), z.optional(int), {
    decode: (text) => (text ? Number(text) : undefined),
    encode: (value) => String(value ?? ''),
  }),
)

/**
 * A brand, category or subcategory to search in: an id, 0 or 99 (R6). Absent, empty, `null` and `undefined` all
 * mean "not given": the spec's own calls send null levels.
 */
export const optionalLevelText = z.optional(
  z.codec(z.string().check(z.regex(/^(\d{1,10}|null|undefined|)$/, NOT_WHOLE)), z.optional(int), {
    decode: (text) => (/\d/.test(text) ? Number(text) : undefined),
    encode: (value) => String(value ?? ''),
  }),
)

/** A page number counted from 0; absent means the first page (R5). */
export const pageIndex = z.codec(z.optional(z.string().check(z.regex(/^\d{0,9}$/, NOT_WHOLE))), z.int(), {
  decode: (text) => Number(text || 0),
  encode: (value) => String(value),
})

/** An amount in a query: cents in the code; a decimal point or comma on the wire. Absent or empty: not given. */
export const optionalMoneyText = z.optional(
  z.codec(z.string().check(z.regex(/^(\d{1,12}([.,]\d{1,2})?|)$/, 'Debe ser un importe')), z.optional(z.int()), {
    decode: (text) => (text ? Math.round(Number(text.replace(',', '.')) * 100) : undefined),
    encode: (cents) => (cents === undefined ? '' : String(cents / 100)),
  }),
)

/** Whether a text is a day of the calendar, written yyyy-mm-dd. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** A day yyyy-mm-dd in a query; absent or empty: not given. */
export const optionalDayText = z.optional(
  z.codec(
    z.string().check(z.refine((text) => text === '' || isDay(text), 'Debe ser una fecha, por ejemplo 2026-03-01')),
    z.optional(z.string()),
    { decode: (text) => text || undefined, encode: (day) => day ?? '' },
  ),
)

/** Optional text in a query; absent reads as ''. */
export const textParam = z.codec(z.optional(z.string().check(z.maxLength(500))), z.string(), {
  decode: (text) => text ?? '',
  encode: (text) => text,
})

/** A text in a query; absent or empty: not given. */
export const optionalText = z.optional(z.string().check(z.maxLength(100)))

/** A flag in a query (1/0), left out of an address when it is off. */
export const flagText = z.optional(
  z.codec(z.optional(z.enum(['1', '0', 'true', 'false', ''])), z.optional(z.boolean()), {
    decode: (text) => (text === '1' || text === 'true' ? true : undefined),
    encode: (on) => (on ? ('1' as const) : undefined),
  }),
)

/** 'si' or 'no' in a query; absent or empty: not asked. */
export const yesNoText = z.optional(
  z.codec(z.enum(['si', 'no', '']), z.optional(z.boolean()), {
    decode: (text) => (text ? text === 'si' : undefined),
    encode: (yes) => (yes === undefined ? ('' as const) : yes ? ('si' as const) : ('no' as const)),
  }),
)

/** The column a list is ordered by. */
export interface Sort<Column extends string = string> {
  readonly by: Column
  readonly down: boolean
}

/** A list's order in an address: a column, with '-' before it when it goes down. Absent: the list's own order. */
export const sortText = <const Column extends string>(columns: readonly Column[]) => {
  const orders: readonly string[] = columns.flatMap((column) => [column, `-${column}`])
  return z.codec(
    z.optional(z.string().check(z.refine((text) => orders.includes(text), 'No es un orden de esta lista'))),
    z.custom<Sort<Column> | undefined>(),
    {
      decode: (text) => {
        const down = text?.startsWith('-') ?? false
        return text ? { by: text.slice(down ? 1 : 0) as Column, down } : undefined
      },
      encode: (sort) => (sort ? `${sort.down ? '-' : ''}${sort.by}` : undefined),
    },
  )
}
