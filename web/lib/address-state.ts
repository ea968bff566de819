/**
 * State that stands in the address: filters, page, order, the open record. A reload, Back and a shared link bring it
 * back. A value that cannot be read is told on the screen, never replaced by a default.
 */
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { readId } from '../../contract/ids.ts'
import { isDay } from '../../contract/wire.ts'
import { AddressError } from './address-error.ts'
import { currentLocation, type NavigateOptions, navigate, type SearchValues } from './navigation.ts'
import { useLocation } from './router.tsx'

/** The clean state and its names in the address, as a wire object of the values below. */
type AddressSchema<State> = z.ZodMiniType<State>

/** Text; absent is ''. */
export const textInAddress = z.codec(z.optional(z.string().check(z.maxLength(500))), z.string(), {
  decode: (text) => text ?? '',
  encode: (text) => text,
})

const oneOf = (words: readonly string[]) => z.optional(z.string().check(z.refine((text) => words.includes(text))))

/** One of some words; absent is ''. */
export const choiceInAddress = <const Word extends string>(words: readonly Word[]) =>
  z.codec(oneOf(['', ...words]), z.custom<Word | ''>(), {
    decode: (word) => (word ?? '') as Word | '',
    encode: (word) => word,
  })

/** A page, counted from 0 in the code and from 1 in the address; absent is the first one. */
export const pageInAddress = z.codec(z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))), z.int(), {
  decode: (text) => Number(text ?? 1) - 1,
  encode: (page) => (page > 0 ? String(page + 1) : undefined),
})

/** A record's id; absent is null. */
export const idInAddress = z.codec(
  z.optional(z.string().check(z.refine((text) => readId(text) !== undefined))),
  z.nullable(z.int()),
  {
    decode: (text) => (text === undefined ? null : Number(text)),
    encode: (id) => (id === null ? undefined : String(id)),
  },
)

/** Yes, written as 1; absent is no. */
export const yesInAddress = z.codec(z.optional(z.enum(['1'])), z.boolean(), {
  decode: (text) => text === '1',
  encode: (yes) => (yes ? ('1' as const) : undefined),
})

/** A number as a form's field holds it, digits only; absent is ''. */
export const digitsInAddress = z.codec(z.optional(z.string().check(z.regex(/^\d{0,9}$/))), z.string(), {
  decode: (text) => text ?? '',
  encode: (text) => text,
})

/** A day yyyy-mm-dd as a form's field holds it; absent is ''. */
export const dayInAddress = z.codec(
  z.optional(z.string().check(z.refine((text) => text === '' || isDay(text)))),
  z.string(),
  { decode: (text) => text ?? '', encode: (day) => day },
)

/** Reads the state from an address's values. @throws AddressError */
export function readAddress<State>(schema: AddressSchema<State>, search: SearchValues): State {
  const read = z.safeDecode(schema, search as never)
  if (read.success) return read.data
  const name = String(read.error.issues[0]?.path[0] ?? '')
  throw new AddressError(`${name}=${search[name]}`)
}

/** The address's values for a state; defaults are left out. */
export const writeAddress = <State>(schema: AddressSchema<State>, state: State): SearchValues =>
  z.encode(schema, state) as SearchValues

export interface AddressState<State> {
  readonly value: State
  /** Changes some of it; the entry before stays behind Back, except with `replace`. */
  readonly go: (change: Partial<State>, options?: Pick<NavigateOptions, 'replace'>) => void
  /** As `go`, for a form or detail over the list: `close` then leads Back, as Back itself closes it. */
  readonly open: (change: Partial<State>) => void
  /** Closes what was opened; from a shared link, which has nothing behind it, by changing the address in place. */
  readonly close: (change: Partial<State>) => void
}

/** The state that the address of the screen stands for. `schema`: declared once, outside of the component. */
export function useAddressState<State>(schema: AddressSchema<State>): AddressState<State> {
  const { search, pathname } = useLocation()
  return useMemo(() => {
    const value = readAddress(schema, search)
    const to = (change: Partial<State>, options: Omit<NavigateOptions, 'search'>) =>
      navigate(pathname, { ...options, search: writeAddress(schema, { ...value, ...change }) })
    return {
      value,
      go: (change, options = {}) => to(change, options),
      open: (change) => to(change, { state: { detailFromList: true } }),
      close: (change) =>
        currentLocation().state.detailFromList ? window.history.back() : to(change, { replace: true }),
    }
  }, [schema, search, pathname])
}
