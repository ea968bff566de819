import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, rateBetween, signOf, withoutVat } from './amounts.rules.ts'
import { textOfHtml, withoutEntities } from './html-text.rules.ts'

test('a file tells its decimal sign by amounts that can mean one thing only (R412)', () => {
  expect(signOf(['1.500', '15490,50'])).toBe(',')
  expect(signOf(['10,000.00', '1,500'])).toBe('.')
  expect(signOf(['1.234.567'])).toBe(',')
  expect(signOf(['130.000000'])).toBe('.')
  expect(signOf(['1.500', '2,000', '7', ''])).toBeUndefined()
})

test.each([
  ['$ 1.234,50', ',', 123450],
  ['1.500', ',', 150000],
  ['10,000.00', '.', 1000000],
  ['0.5', '.', 50],
  ['826.446281', '.', 82645],
  ['1.005', '.', 101],
  ['-3,50', ',', -350],
  ['1500', undefined, 150000],
  ['1.500', undefined, null],
  ['1.50.00', '.', null],
  ['1,5', '.', null],
  ['gratis', ',', null],
  ['1e3', '.', null],
  ['9'.repeat(13), '.', null],
] as const)('%s with %s is %s', (text, sign, cents) => {
  expect(centsOf(text, sign)?.cents ?? null).toBe(cents)
})

test('cents written in either way come back as they were (R412)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.boolean(), (cents, isGrouped) => {
      for (const [locale, sign] of [
        ['es-AR', ','],
        ['en-US', '.'],
      ] as const) {
        const text = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, useGrouping: isGrouped })
        expect(centsOf(text, sign)).toEqual({ cents, isRounded: false })
      }
    }),
  )
})

test('VAT that is taken out and put on again gives the amount, to the cent', () => {
  expect(withoutVat(121_00, 2100)).toBe(100_00)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), fc.constantFrom(1050, 2100, 2700), (cents, rate) => {
      const net = withoutVat(cents, rate)
      expect(Math.abs(Math.round((net * (10_000 + rate)) / 10_000) - cents)).toBeLessThanOrEqual(1)
    }),
  )
  expect([rateBetween(100_00, 121_00), rateBetween(82_645, 100_000), rateBetween(100_00, 133_00)]).toEqual([
    2100,
    2100,
    null,
  ])
  // One cent more is several rates, of which none is known.
  expect(rateBetween(10, 11)).toBeNull()
})

test('HTML becomes lines of text, and what is no tag stays', () => {
  const html =
    '<style>p{color:red}</style><p class="a>b">Uno&nbsp;&amp; dos</p><script>alert("<p>")</script><ul><li>A</li><li>B &lt; C</li></ul>5 < 6<!-- no -->'
  expect(textOfHtml(html.replace(' class="a>b"', ''))).toBe('Uno & dos\nA\nB < C\n5 < 6')
  expect(withoutEntities('Mu&ntilde;eca &#241;&#xF1; &nada; &#0;')).toBe('Muñeca ññ &nada;  ')
})

test('hostile HTML takes time in proportion to its length', () => {
  for (const piece of ['<a ', '<script>', '<!--', '<', '&#', '</p ', '<b x="'])
    expect(textOfHtml(piece.repeat(200_000)).length).toBeLessThanOrEqual(piece.length * 200_000)
})
