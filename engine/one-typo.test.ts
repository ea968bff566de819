import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../testkit/cases.ts'
import { isOneTypoAway } from './one-typo.ts'
import { distance } from './oracle.ts'

const fewLetters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })

test('is true exactly at Damerau distance 1', () => {
  fc.assert(
    fc.property(fewLetters, fewLetters, fc.nat({ max: 3 }), (word, typed, lead) => {
      const letters = Uint16Array.from([...'c'.repeat(lead), ...word, 'a'], (letter) => letter.charCodeAt(0))
      expect(isOneTypoAway(letters, lead, lead + word.length, typed)).toBe(distance(word, typed) === 1)
    }),
    { numRuns: cases(20_000) },
  )
})
