/** Words on the wire. Apart from wire.ts: no screen needs one before the first cards. */
import * as z from 'zod/mini'

/** A codec of words: clean names in the code, the Spanish ones of `words` on the wire. */
export const wireWords = <const W extends Record<string, string>>(words: W) => {
  const read = Object.fromEntries(Object.entries(words).map(([clean, wire]) => [wire, clean]))
  return z.codec(z.enum(Object.values(words) as [string, ...string[]]), z.custom<keyof W & string>(), {
    decode: (word) => read[word] as keyof W & string,
    encode: (clean) => words[clean] as string,
  })
}
