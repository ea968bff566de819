import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readsAnything } from '../testkit/typed-text.ts'
import { codeKey, codesAsked, fold } from './codes.ts'

const key = (text: string) => codeKey(fold(text))
const code = fc.stringMatching(/^[A-Z0-9]{1,6}[A-Z0-9/_]{0,8}$/)
const between = fc.constantFrom('', ' ', '-', '–', '\u2011', '.', ' - ', '\u00a0')

test('case, dashes, dots and blanks make no other code; leading zeros and all else do (R32)', () => {
  fc.assert(
    fc.property(code, between, fc.nat(14), (written, sign, at) => {
      const other = `${written.slice(0, at)}${sign}${written.slice(at)}`
      expect([key(other), key(other.toLowerCase()), key(` ${other} `)]).toEqual(Array(3).fill(key(written)))
      expect(key(`0${written}`)).not.toBe(key(written))
    }),
  )
})

test('a list of codes keeps each of them, once, in its order', () => {
  const coded = code.filter((text) => /\d/.test(text) && !text.includes('/'))
  fc.assert(
    fc.property(
      fc.uniqueArray(coded, { maxLength: 30 }),
      fc.constantFrom(' ', ', ', ';', '\n', '\t'),
      (codes, sign) => {
        expect(codesAsked(codes.join(sign))).toEqual(codes)
        expect(codesAsked([...codes, ...codes].join(sign))).toEqual(codes)
      },
    ),
  )
})

test('any text has a key, which is its own key', () =>
  readsAnything((text) => {
    expect(key(key(text))).toBe(key(text))
    for (const asked of codesAsked(text)) expect(text).toContain(asked)
  }))
