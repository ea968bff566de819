/** VAT in view (R357): what the lines of a cart, an order or a quotation come to with VAT. Pure, whole cents. */
import * as z from 'zod/mini'
import { percentText } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { flag, money, percent, wireObject } from './wire.ts'

/** A line as its VAT follows from it. */
export interface VatLine {
  /** Cents of all its units, as the prices are: with VAT or without. */
  readonly amount: number
  /** Hundredths of a percent; null: nobody told a rate. */
  readonly vatRate: number | null
}

const rateSum = wireObject({ rate: ['IVA_ART', percent], vat: ['IVA', money] })
/** Sums in cents: `net`, the VAT of each rate and `unrated` add up to `final`, whatever the prices hold. */
export const vatSums = wireObject({
  /** What the lines with a rate come to without VAT. */
  net: ['NETO', money],
  /** By rate, the highest first; hundredths of a percent. */
  rates: ['ALICUOTAS', z.array(rateSum)],
  /** What the lines without a rate come to. */
  unrated: ['SIN_ALICUOTA', money],
  /** The sum of the lines, as everywhere. */
  total: ['TOTAL', money],
  /** What is to be paid, with VAT. */
  final: ['FINAL', money],
})
export type VatSums = z.output<typeof vatSums>

/** `amount * part / whole` in whole cents, halves up, exact for every safe amount: the product itself may pass what a number holds. */
function shareOf(amount: number, part: number, whole: number): number {
  const rest = (amount % whole) * part
  return Math.floor(amount / whole) * part + Math.floor((2 * rest + whole) / (2 * whole))
}

/**
 * What lines come to with VAT (R357): it is computed once for each rate, on the sum of its lines, halves up.
 * @returns null where no line has a rate: then nothing is said of VAT
 */
export function vatOf(lines: readonly VatLine[], pricesWithVat: boolean): VatSums | null {
  const amounts = new Map<number, number>()
  let [unrated, total, vatOfAll] = [0, 0, 0]
  for (const { amount, vatRate } of lines) {
    total += amount
    if (vatRate === null) unrated += amount
    else amounts.set(vatRate, (amounts.get(vatRate) ?? 0) + amount)
  }
  if (amounts.size === 0) return null
  const rates = [...amounts]
    .sort(([a], [b]) => b - a)
    .map(([rate, amount]) => {
      const vat = shareOf(amount, rate, pricesWithVat ? 10_000 + rate : 10_000)
      vatOfAll += vat
      return { rate, vat }
    })
  const final = pricesWithVat ? total : total + vatOfAll
  return { net: final - vatOfAll - unrated, rates, unrated, total, final }
}

/** What lines come to with VAT, in cents: their sum where nothing is known of VAT. The credit limit compares it (R306). */
export const finalOf = (lines: readonly VatLine[], pricesWithVat: boolean): number =>
  vatOf(lines, pricesWithVat)?.final ?? lines.reduce((sum, { amount }) => sum + amount, 0)

/** What prices hold, in the words of screens and papers. */
export const pricesInWords = (pricesWithVat: boolean): string => (pricesWithVat ? 'Precios con IVA' : 'Precios sin IVA')

/** The name of a total beside its VAT: the sum of net prices is not what is paid. */
export const totalWithVatLabel = (label: string, pricesWithVat: boolean): string =>
  pricesWithVat ? label : `${label} sin IVA`

export interface VatRow {
  readonly label: string
  readonly cents: number
  /** Whether it is what is to be paid. */
  readonly isFinal?: true
}

/**
 * What stands below a total of net prices: net and 'sin alícuota' where there are both, the VAT by rate, and the final
 * amount. Below a total that holds the VAT: how much of it, by rate, and what has none.
 */
export function vatRows({ net, rates, unrated, final }: VatSums, pricesWithVat: boolean): VatRow[] {
  const withoutRate = { label: 'Sin alícuota', cents: unrated }
  const byRate = rates.map(({ rate, vat }) => ({
    label: `${pricesWithVat ? 'Incluye IVA' : 'IVA'} ${percentText(rate)} %`,
    cents: vat,
  }))
  if (pricesWithVat) return [...byRate, ...(unrated > 0 ? [withoutRate] : [])]
  return [
    ...(unrated > 0 ? [{ label: 'Neto', cents: net }, withoutRate] : []),
    ...byRate,
    { label: 'Total con IVA', cents: final, isFinal: true },
  ]
}

/** Whether the shop's prices hold the VAT; null where no article on sale has a rate: then nothing is said of VAT. */
export const getPricesWithVat = endpoint({
  method: 'GET',
  path: '/api/config/precios-con-iva',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Si los precios tienen el IVA incluido: 1 o 0; null si ningún artículo tiene alícuota.',
  response: z.nullable(flag),
})
