import { expect, test } from 'vitest'
import { notUtf8At } from './utf8.ts'

test.each([
  ['a whole text', Buffer.from('Muñeca 🐻 ″'), undefined],
  ['the replacement sign itself', Buffer.from('a\ufffdb'), undefined],
  ['Windows-1252', Buffer.from('Muñeca', 'latin1'), 3],
  [
    'Windows-1252 behind letters of two bytes and the sign itself',
    Buffer.from([...Buffer.from('ñ\ufffd'), 0xf1, 0x65]),
    6,
  ],
  ['a letter cut at the end', Buffer.from('Oso 🐻').subarray(0, 7), 5],
  ['half a character of UTF-16', Buffer.from([0x41, 0xed, 0xa0, 0x80]), 2],
  ['UTF-16 with its mark', Buffer.from('\ufeff{}', 'utf16le'), 1],
])('the first byte that is no letter of %s', (_name, bytes, place) => {
  expect(notUtf8At(bytes)).toBe(place)
})
