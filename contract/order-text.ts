/** An order's observation, delivery and sale terms, in the words of every screen, sheet and mail (R235). Pure. */
import { formatCount } from './amounts.ts'
import { NO_ADDRESS, PICKUP } from './orders.ts'
import { totalWithVatLabel } from './vat.ts'

/**
 * The parts of an observation that are shown, in their order. A bar parts the observation from the text before it: nothing
 * that was written is cut, and no bar is shown (R202, R235).
 */
export const partsOfNote = (note: string): string[] =>
  note
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)

/** The parts of an observation as one text. */
export const noteInWords = (note: string): string => partsOfNote(note).join(' · ')

/** How an order is delivered, and where to. 'A coordinar' is the order of a client without an address. */
export function deliveryInWords({ addressId, address }: { addressId: number; address: string }): string {
  if (addressId === PICKUP) return 'Retiro en el local'
  if (address.trim() !== '') return `Envío a domicilio: ${address.trim()}`
  return addressId === NO_ADDRESS ? 'A coordinar' : 'Envío a domicilio'
}

/** Sale line and condition as staff chooses them (R104); '' when neither is given, as to readers who may not see them. */
export function saleTermsInWords({
  saleLine,
  saleCondition,
}: {
  saleLine?: string | undefined
  saleCondition?: number | undefined
}): string {
  const line = saleLine ? `Línea ${saleLine.toUpperCase()}` : ''
  const condition = saleCondition === undefined ? '' : `condición ${saleCondition}`
  return [line, condition].filter(Boolean).join(', ')
}

/** A sentence with its stop: one that ends with a name such as 'Cariló S.H.' has it. */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** '1 unidad', '1.200 unidades'. */
export const countInWords = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/**
 * A quantity in bultos of `unitsPerPack` units: '2 bultos + 6 u.'. It stands beside the units, so it is '' where not one
 * bulto is full.
 */
export function packsInWords(quantity: number, unitsPerPack: number): string {
  if (unitsPerPack <= 1 || quantity < unitsPerPack) return ''
  const packs = Math.floor(quantity / unitsPerPack)
  const loose = quantity % unitsPerPack
  const full = `${formatCount(packs)} ${packs === 1 ? 'bulto' : 'bultos'}`
  return loose > 0 ? `${full} + ${formatCount(loose)} u.` : full
}

/** An order's totals in cents; what a device kept of older answers lacks the last two. */
interface Totals {
  readonly total: number
  readonly comingTotal?: number | undefined
  readonly billedTotal?: number | null | undefined
  /** Whether the prices hold the VAT, where that is said (R357). */
  readonly pricesWithVat?: boolean | undefined
}

/** The totals beside what was ordered, where they differ from it (R319): what comes, and what the ERP billed. */
export function otherTotalsOf({
  total,
  comingTotal = total,
  billedTotal = null,
  pricesWithVat = true,
}: Totals): (readonly [label: string, cents: number])[] {
  return [
    ...(comingTotal === total ? [] : [[totalWithVatLabel('Viene', pricesWithVat), comingTotal] as const]),
    ...(billedTotal === null || billedTotal === total ? [] : [['Facturado', billedTotal] as const]),
  ]
}

/** The name of what was ordered: 'Pedido' where another total stands beside it, 'sin IVA' where that is said (R357). */
export const totalLabelOf = (others: readonly unknown[], pricesWithVat = true): string =>
  totalWithVatLabel(others.length > 0 ? 'Pedido' : 'Total', pricesWithVat)

/** 'No viene', 'No vienen 6', or '' where all of a line comes. Units. */
export const missingInWords = ({ missing, ordered }: { missing: number; ordered: number }): string =>
  missing === 0 ? '' : missing === ordered ? 'No viene' : `No vienen ${formatCount(missing)}`
