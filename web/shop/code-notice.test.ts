import { expect, test } from 'vitest'
import { codeNotice } from './code-notice.ts'

test('a code that nothing has is told in the words of the rule', () => {
  expect(codeNotice({ found: 'near', missingCodes: 'RY10014' }, { text: 'RY10014', alone: true })).toBe(
    'No existe el código RY10014. Parecidos:',
  )
})

test('of several codes only the missing ones are told, and nothing is called near', () => {
  expect(codeNotice({ found: 'code', missingCodes: 'T99' }, { text: 'SI-9 T99', alone: true })).toBe(
    'No existe el código T99.',
  )
  expect(codeNotice({ found: 'code', missingCodes: 'T99, T98' }, { text: 'SI-9 T99 T98', alone: true })).toBe(
    'No existen los códigos T99, T98.',
  )
})

test('words and codes that exist need no word about them', () => {
  expect(codeNotice({}, { text: 'tren', alone: true })).toBeUndefined()
  expect(codeNotice({ found: 'code' }, { text: 'SI-9', alone: true })).toBeUndefined()
})

test('an empty list names a missing code only where no other filter may have hidden it', () => {
  expect(codeNotice(undefined, { text: 'ZZ-99', alone: true })).toBe('No existe el código ZZ-99.')
  expect(codeNotice(undefined, { text: 'ZZ-99', alone: false })).toBeUndefined()
  expect(codeNotice(undefined, { text: 'camion rojo', alone: true })).toBeUndefined()
})
