import { expect, test } from 'vitest'
import { codeNotice } from './code-notice.ts'

test('a code that nothing has is told in the words of the rule', () => {
  expect(codeNotice({ found: 'near', missingCodes: 'RY10014' }, { buscar: 'RY10014' })).toBe(
    'No existe el código RY10014. Parecidos:',
  )
})

test('of several codes only the missing ones are told, and nothing is called near', () => {
  expect(codeNotice({ found: 'code', missingCodes: 'T99' }, { buscar: 'SI-9 T99' })).toBe(
    'No existe el código T99.',
  )
  expect(codeNotice({ found: 'code', missingCodes: 'T99, T98' }, { buscar: 'SI-9 T99 T98' })).toBe(
    'No existen los códigos T99, T98.',
  )
})

test('words and codes that exist need no word about them', () => {
  expect(codeNotice({}, { buscar: 'tren' })).toBeUndefined()
  expect(codeNotice({ found: 'code' }, { buscar: 'SI-9' })).toBeUndefined()
})

test('an empty list names a missing code only where no other filter may have hidden it', () => {
  expect(codeNotice(undefined, { buscar: 'ZZ-99' })).toBe('No existe el código ZZ-99.')
  expect(codeNotice(undefined, { buscar: 'ZZ-99', marca: 3 })).toBeUndefined()
  expect(codeNotice(undefined, { buscar: 'camion rojo' })).toBeUndefined()
})
