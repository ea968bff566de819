import { describe, expect, test } from 'vitest'
import { maskDay, readDay } from './read-day.ts'

describe('a typed day', () => {
  test.each(['1/7/2026', '01/07/2026', '1-7-2026', '1.7.2026', '01072026', ' 1/07/2026 ', '2026-07-01'])(
    '%s is the first of July',
    (text) => expect(readDay(text)).toBe('2026-07-01'),
  )

  test.each(['', '1/7', '1/7/2', '1/7/202', '31/2/2026', '7/31/2026', '0/1/2026', 'julio', '1/7/0026'])(
    '%s is none',
    (text) => expect(readDay(text)).toBeNull(),
  )

  test('two digits are a year when nothing more will be typed', () => {
    expect([readDay('1/7/26'), readDay('1/7/26', { finished: true })]).toEqual([null, '2026-07-01'])
  })
})

describe('the box of a day', () => {
  /** What stands in the box after each key. */
  const type = (keys: string) => [...keys].reduce((text, key) => maskDay(text + key, text), '')

  test('digits alone get their strokes', () => expect(type('01072026')).toBe('01/07/2026'))
  test('strokes may be typed as well', () => {
    expect([type('1/7/2026'), type('01/07/2026'), type('1-7-2026')]).toEqual([
      '1/7/2026',
      '01/07/2026',
      '1-7-2026',
    ])
  })
  test('letters and blanks are left out, and nothing follows the year', () => {
    expect([type('1a/7/2026'), type('01/07/20267')]).toEqual(['1/7/2026', '01/07/2026'])
  })
  test('a stroke can be deleted', () => expect(maskDay('01', '01/')).toBe('01'))
  test('a pasted day may have words around it', () =>
    expect(readDay(maskDay('Vence el 1/7/2026', ''))).toBe('2026-07-01'))
})
