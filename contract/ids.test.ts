import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientId, clientIdText, id, idText, isId, optionalClientIdText, optionalIdText, readId } from './ids.ts'
import { NO_CLIENT } from './rules.ts'

/** Ids of up to nine digits, one that the shop made, beyond nine digits, and the largest possible. */
const ids = ['1', '999999999', '1000000001', '2147483647']
const none = ['0', '-1', '-5', '2147483648', '99999999999', '1.5', '1e3', '0x10', ' 7', '7 ', '+7', 'null', '٣', '']

describe('what text is an id', () => {
  test.each(ids)('%s is one, everywhere', (text) => {
    expect(readId(text)).toBe(Number(text))
    expect(z.decode(idText, text)).toBe(Number(text))
    expect(z.decode(clientIdText, text)).toBe(Number(text))
    expect(z.decode(optionalIdText, text)).toBe(Number(text))
    expect(z.decode(id, Number(text))).toBe(Number(text))
  })

  test.each(none)('%j is none, and nothing is made of it', (text) => {
    expect(readId(text)).toBeUndefined()
    expect(z.safeDecode(idText, text).success).toBe(false)
    if (text !== '') expect(z.safeDecode(optionalIdText, text).success).toBe(false)
  })

  test('−1 is an id only where the field says so, and 0 likewise', () => {
    expect(readId('-1', NO_CLIENT)).toBe(NO_CLIENT)
    expect(readId('0', NO_CLIENT)).toBeUndefined()
    expect(z.decode(clientIdText, '-1')).toBe(NO_CLIENT)
    expect(z.decode(clientId, -1)).toBe(NO_CLIENT)
    expect(z.safeDecode(clientId, 0).success).toBe(false)
    expect(z.decode(optionalClientIdText, '')).toBeUndefined()
    expect(z.encode(optionalClientIdText, NO_CLIENT)).toBe('-1')
  })

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', true, null, [5], { valueOf: 5 }])(
    '%j in JSON is none',
    (value) => {
      expect(isId(value, NO_CLIENT)).toBe(false)
      expect(z.safeDecode(clientId, value as never).success).toBe(false)
    },
  )
})
