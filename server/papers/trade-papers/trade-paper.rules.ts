/** What the sheet and the PDF of a paper say of its lines: pure. */
import { formatCount, formatPesos, percentText } from '../../../contract/amounts.ts'
import { countInWords, packsInWords } from '../../../contract/order-text.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { pricesInWords, type VatLine, vatOf } from '../../../contract/vat.ts'
import type { PaperLine, PaperVat, TradePaper } from './trade-paper.types.ts'

/** The amount of a line in cents; null without a price or a quantity. */
export const amountOf = ({ price, quantity }: PaperLine): number | null =>
  price === null || quantity === null ? null : lineAmount(price.unit, quantity)

/** The VAT of a paper's lines; null where nothing is said of it: no line has a rate, or nobody knows what their prices hold (R357). */
export function paperVatOf(lines: readonly VatLine[], pricesWithVat: boolean | null): PaperVat | null {
  if (pricesWithVat === null) return null
  const sums = vatOf(lines, pricesWithVat)
  return sums && { sums, pricesWithVat }
}

/** The sentence about what a paper's prices hold; none where nothing is said of VAT. */
export const vatSentences = (vat: PaperVat | null): string[] => (vat ? [`${pricesInWords(vat.pricesWithVat)}.`] : [])

/** Lines of an observation that a paper keeps; a page or a row has no room for many more. */
const MOST_LINES = 25

/** An observation with its lines; one of very many as running text, so that nothing of it is cut. */
export function noteLines(note: string): string {
  const lines = note.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return lines.join(lines.length > MOST_LINES ? ' / ' : '\n')
}

/** How a unit's price comes about, below it; '' for the plain list price. */
export function priceInWords({ price }: PaperLine): string {
  if (price === null) return ''
  if (price.discount === null) return 'Precio acordado'
  if (price.discount === 0) return ''
  return `${formatPesos(price.list)} ${price.reason || `−${percentText(price.discount)} %`}`
}

/** How an article is sold: 'De a 6 · bulto de 24'. */
export function saleUnitsInWords({ multiple, unitsPerPack }: PaperLine): string {
  const parts = [
    multiple > 1 && `De a ${formatCount(multiple)}`,
    unitsPerPack > 1 && `bulto de ${formatCount(unitsPerPack)}`,
  ].filter(Boolean)
  const text = parts.join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A line's quantity in bultos; '' where it has no full one. */
export const packsOf = ({ quantity, unitsPerPack }: PaperLine): string => packsInWords(quantity ?? 0, unitsPerPack)

/** Whole bultos of a line, and the units beside them. */
export function packsAndLoose({ quantity, unitsPerPack }: PaperLine): { packs: number; loose: number } {
  const units = quantity ?? 0
  if (unitsPerPack <= 1) return { packs: 0, loose: units }
  return { packs: Math.floor(units / unitsPerPack), loose: units % unitsPerPack }
}

/** '12 artículos · 340 unidades · 14 bultos'. */
export function countsInWords({ lines }: TradePaper): string {
  const units = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const packs = lines.reduce((sum, line) => sum + packsAndLoose(line).packs, 0)
  const parts = [countInWords(lines.length, 'artículo', 'artículos')]
  if (units > 0) parts.push(countInWords(units, 'unidad', 'unidades'))
  if (packs > 0) parts.push(countInWords(packs, 'bulto', 'bultos'))
  return parts.join(' · ')
}

/** Cents that the discounts of all lines come to; 0 where a price was agreed, because then no sum explains the total. */
export function discountOf({ lines, total }: TradePaper): number {
  if (lines.some(({ price }) => price !== null && price.discount === null)) return 0
  const atList = lines.reduce(
    (sum, { price, quantity }) => sum + (price && quantity ? lineAmount(price.list, quantity) : 0),
    0,
  )
  return Math.max(0, atList - total)
}
