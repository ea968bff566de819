import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalOf, type VatLine, vatOf, vatRows } from './vat.ts'

const line = (amount: number, vatRate: number | null): VatLine => ({ amount, vatRate })

test('net prices: VAT is computed once for each rate on the sum of its lines, halves up (R357)', () => {
  // 21 % of 0,05 is 0,0105; of two such lines together 0,021, which is two cents and not one and one.
  const lines = [line(5, 2100), line(5, 2100), line(100_00, 1050), line(200_00, 2700), line(300_00, 0)]
  expect(vatOf(lines, false)).toEqual({
    net: 600_10,
    rates: [
      { rate: 2700, vat: 54_00 },
      { rate: 2100, vat: 2 },
      { rate: 1050, vat: 10_50 },
      { rate: 0, vat: 0 },
    ],
    unrated: 0,
    total: 600_10,
    final: 664_62,
  })
  // 10,5 % of 1,00 is 0,105.
  expect(vatOf([line(1_00, 1050)], false)).toMatchObject({ rates: [{ rate: 1050, vat: 11 }], final: 1_11 })
})

test('prices with VAT: the total stays, and the VAT in it is told (R357)', () => {
  const lines = [line(121_00, 2100), line(110_50, 1050), line(127_00, 2700), line(50_00, 0)]
  expect(vatOf(lines, true)).toEqual({
    net: 350_00,
    rates: [
      { rate: 2700, vat: 27_00 },
      { rate: 2100, vat: 21_00 },
      { rate: 1050, vat: 10_50 },
      { rate: 0, vat: 0 },
    ],
    unrated: 0,
    total: 408_50,
    final: 408_50,
  })
})

test('articles without a rate stand apart, and where none has one nothing is said (R357)', () => {
  const mixed = [line(100_00, 2100), line(40_00, null)]
  expect(vatOf(mixed, false)).toEqual({
    net: 100_00,
    rates: [{ rate: 2100, vat: 21_00 }],
    unrated: 40_00,
    total: 140_00,
    final: 161_00,
  })
  expect(vatOf([line(121_00, 2100), line(40_00, null)], true)).toMatchObject({
    net: 100_00,
    unrated: 40_00,
    total: 161_00,
    final: 161_00,
  })
  for (const pricesWithVat of [true, false]) {
    expect(vatOf([line(100_00, null), line(1, null)], pricesWithVat)).toBeNull()
    expect(vatOf([], pricesWithVat)).toBeNull()
    expect(finalOf([line(100_00, null), line(1, null)], pricesWithVat)).toBe(100_01)
  }
})

test('sums of eight figures and more are exact to the cent (R357)', () => {
  expect(vatOf([line(12_345_678_90, 2100), line(87_654_321_05, 2100)], false)).toMatchObject({
    rates: [{ rate: 2100, vat: 20_999_999_99 }],
    final: 120_999_999_94,
  })
  const amount = fc.integer({ min: 0, max: 4_000_000_000_000_000 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 10_000 }), fc.boolean(), (sum, rate, pricesWithVat) => {
      const whole = BigInt(pricesWithVat ? 10_000 + rate : 10_000)
      const exact = Number((2n * BigInt(sum) * BigInt(rate) + whole) / (2n * whole))
      const vat = vatOf([line(sum, rate)], pricesWithVat)
      expect(vat?.rates).toEqual([{ rate, vat: exact }])
      expect(vat?.final).toBe(pricesWithVat ? sum : sum + exact)
    }),
  )
})

test('net, VAT and what has no rate add up to the final amount, by either setting (R357)', () => {
  const anyLine = fc.record({
    amount: fc.nat(99_999_999_99),
    vatRate: fc.constantFrom(null, 0, 1050, 2100, 2700),
  })
  fc.assert(
    fc.property(fc.array(anyLine), fc.boolean(), (lines, pricesWithVat) => {
      const vat = vatOf(lines, pricesWithVat)
      if (vat === null) return
      const ofRates = vat.rates.reduce((sum, { vat: cents }) => sum + cents, 0)
      expect(vat.net + ofRates + vat.unrated).toBe(vat.final)
      expect(vat.total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
    }),
  )
})

test('what stands below a total (R357)', () => {
  const rowsOf = (lines: readonly VatLine[], pricesWithVat: boolean) => {
    const vat = vatOf(lines, pricesWithVat)
    return vat && vatRows(vat, pricesWithVat).map(({ label, cents }) => [label, cents])
  }
  expect(rowsOf([line(100_00, 2100), line(100_00, 1050)], false)).toEqual([
    ['IVA 21 %', 21_00],
    ['IVA 10,5 %', 10_50],
    ['Total con IVA', 231_50],
  ])
  expect(rowsOf([line(100_00, 2100), line(40_00, null)], false)).toEqual([
    ['Neto', 100_00],
    ['Sin alícuota', 40_00],
    ['IVA 21 %', 21_00],
    ['Total con IVA', 161_00],
  ])
  expect(rowsOf([line(121_00, 2100), line(40_00, null)], true)).toEqual([
    ['Incluye IVA 21 %', 21_00],
    ['Sin alícuota', 40_00],
  ])
})
