import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readsAnything } from '../../testkit/typed-text.ts'
import { formatDay } from './day.ts'
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
    expect([type('1/7/2026'), type('01/07/2026'), type('1-7-2026')]).toEqual(['1/7/2026', '01/07/2026', '1-7-2026'])
  })
  test('letters and blanks are left out, and nothing follows the year', () => {
    expect([type('1a/7/2026'), type('01/07/20267')]).toEqual(['1/7/2026', '01/07/2026'])
  })
  test('a stroke can be deleted', () => expect(maskDay('01', '01/')).toBe('01'))
  test('a pasted day may have words around it', () =>
    expect(readDay(maskDay('Vence el 1/7/2026', ''))).toBe('2026-07-01'))
})

describe('every day of two centuries', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const type = (keys: string) => [...keys].reduce((text, key) => maskDay(text + key, text), '')

  test('reads back as it is shown, pasted or typed key by key, with or without zeros', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.'), fc.boolean(), (day, sign, bare) => {
        const parts = formatDay(day).split('/')
        const text = (bare ? parts.map((part) => part.replace(/^0/, '')) : parts).join(sign)
        for (const written of [text, ` ${text} `, type(text), parts.join(''), type(parts.join('')), day])
          expect([written, readDay(written)]).toEqual([written, day])
      }),
    )
  })

  test('any text is a day of the calendar with its own numbers, or none', () =>
    readsAnything((text) => {
      for (const written of [text, maskDay(text, '')]) {
        const day = readDay(written, { finished: true })
        if (day === null) continue
        expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
        expect(written).toMatch(new RegExp(`${Number(day.slice(8))}`))
      }
    }))
})
