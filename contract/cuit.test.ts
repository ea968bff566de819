import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readsAnything } from '../testkit/typed-text.ts'
import { formatCuit, parseCuit } from './cuit.ts'

/** Ten digits with each possible eleventh; at most one of the ten texts is a CUIT. */
const completions = (ten: string) => Array.from({ length: 10 }, (_, digit) => `${ten}${digit}`)
const tenDigits = fc
  .tuple(fc.constantFrom('20', '23', '27', '30', '33', '34', '50'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([kind, number]) => kind + String(number).padStart(8, '0'))
const validCuit = tenDigits
  .map((ten) => completions(ten).find((digits) => parseCuit(digits) !== null))
  .filter((digits) => digits !== undefined)

describe('parseCuit', () => {
  it.each([
    ['20-11111111-2', '20111111112'],
    ['30712345671', '30712345671'],
    [' 30.70000001-6 ', '30700000016'],
    ['33-69345023-9', '33693450239'],
    // As a program that writes texts makes its dashes.
    ['33–69345023–9', '33693450239'],
    ['33\u201169345023\u20119', '33693450239'],
  ])('reads %s', (text, digits) => {
    expect(parseCuit(text)).toBe(digits)
  })

  it.each(['', '00-00000000-0', '20-11111111-3', '2011111111', '201111111122', '20-1111111A-2', '10111111115'])(
    'refuses %j',
    (text) => {
      expect(parseCuit(text)).toBeNull()
    },
  )

  it('reads any text as its own eleven digits, or as none', () =>
    readsAnything((text) => {
      const digits = parseCuit(text)
      if (digits !== null) expect(digits).toBe(text.replace(/\D/g, ''))
      formatCuit(text)
    }))

  it('accepts at most one check digit for ten given digits', () => {
    fc.assert(fc.property(tenDigits, (ten) => completions(ten).filter((digits) => parseCuit(digits)).length <= 1))
  })

  it('notices any single wrong digit', () => {
    fc.assert(
      fc.property(validCuit, fc.nat(10), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
        const wrong = (Number(digits[place]) + shift) % 10
        expect(parseCuit(digits.slice(0, place) + wrong + digits.slice(place + 1))).toBeNull()
      }),
    )
  })

  it('notices two neighbouring digits that changed places', () => {
    fc.assert(
      fc.property(validCuit, fc.nat(8), (digits, place) => {
        const [first, second] = [digits[place], digits[place + 1]]
        fc.pre(first !== second)
        expect(parseCuit(digits.slice(0, place) + second + first + digits.slice(place + 2))).toBeNull()
      }),
    )
  })
})

describe('formatCuit', () => {
  it('writes dashes that parseCuit reads back', () => {
    fc.assert(fc.property(validCuit, (digits) => parseCuit(formatCuit(digits)) === digits))
  })

  it('writes them also for a wrong one, and leaves those that are there', () => {
    expect(formatCuit('30712345670')).toBe('30-71234567-0')
    expect(formatCuit('30-71234567-1')).toBe('30-71234567-1')
    expect(formatCuit(' 30.71234567.1')).toBe('30-71234567-1')
  })

  it('leaves what is not eleven digits as it is', () => {
    expect(formatCuit('')).toBe('')
    expect(formatCuit('123')).toBe('123')
    expect(formatCuit('sin cuit')).toBe('sin cuit')
  })
})
