import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentText } from '../../contract/amounts.ts'
import { readsAnything } from '../../testkit/typed-text.ts'
import { formatPercent } from './format.ts'
import { readPercent } from './percent.ts'

test('a percentage reads back as it is shown, with a comma or a point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
      expect(readPercent(percentText(hundredths))).toBe(hundredths)
      expect(readPercent(` ${formatPercent(hundredths).slice(0, -1).replace(',', '.')} `)).toBe(hundredths)
    }),
  )
})

test.each(['', '-5', '100,01', '101', '5,555', '1.000', '5 5', '5%', '.5', '1e1', '٣'])(
  '%j is no other percentage',
  (text) => expect(readPercent(text)).toBeNull(),
)

test('whatever is typed is from 0 to 100, or none', () =>
  readsAnything((text) => {
    const read = readPercent(text)
    if (read !== null) expect(read >= 0 && read <= 10_000 && Number.isInteger(read)).toBe(true)
  }))
