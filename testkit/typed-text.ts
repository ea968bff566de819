/** Texts as people type or paste them, for property tests of whatever reads one. */
import fc from 'fast-check'
import { cases } from './cases.ts'

const PIECES = [
  ...['0', '1', '7', '12', '024', '999', '1234', '.', ',', '..', ',,', '-', '−', '–', '+', '/', '$', '%'],
  ...[' ', '\t', '\u00a0', '\u202f', '\n', '\r\n', ';', ':', 'x', 'X', 'u', 'e3', 'ñ', 'á', 'a\u0301', 'İ'],
  ...['𝟙', '٣', '½', '\u200b', '\u202e', '\0', '\ud800', 'NaN', 'Infinity', '0x10', '()', '[', '"', "'", '@'],
]
/** Odd texts: what is near a number, a date or a code, other alphabets' digits, halves of characters, and long repetitions. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 400 }))
    .map(([pieces, times]) => pieces.join('').repeat(times)),
)

/** Reads two thousand odd texts; `read` may throw nothing but `refusals`. How long patterns take is held by their checker (R273). */
export function readsAnything(
  read: (text: string) => unknown,
  refusals: readonly (new (...a: never[]) => Error)[] = [],
): void {
  fc.assert(
    fc.property(oddText, (text) => {
      try {
        read(text)
      } catch (error) {
        if (!refusals.some((refusal) => error instanceof refusal)) throw error
      }
    }),
    { numRuns: cases(2_000) },
  )
}
