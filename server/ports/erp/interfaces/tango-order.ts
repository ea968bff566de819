/** An order in the form of Tango Tiendas (github.com/TangoSoftware/ApiTiendas), and what its states mean (R418). Pure. */
import { deliveryInWords, partsOfNote } from '../../../../contract/order-text.ts'
import { NO_ADDRESS, PICKUP } from '../../../../contract/orders.ts'
import { argentineClock } from '../../../lib/argentine-clock.ts'
import { cutText } from '../../../lib/cut-text.ts'
import type { OutgoingOrder, Verdict } from '../port.ts'
import type { TangoBuyer } from './tango.queries.ts'

/** What an order says of the shop's own Tango. */
export interface TangoTerms {
  /** Tango's number of the price list, which tells whether prices hold the VAT. */
  readonly priceList: number
  /** Tango's code; undefined: cash, whose payment is agreed with the seller. */
  readonly saleCondition: number | undefined
}

const CUIT = '80'
const MOST = { name: 200, email: 255, postalCode: 8, description: 400, comment: 280 } as const
const MORE = '… (sigue en la tienda)'

const vatCodes = ['RI', 'RS', 'EX', 'CF', 'RSS', 'PCE', 'PCS', 'INR', 'SNC', 'EXE'] as const
type VatCode = (typeof vatCodes)[number]
/** Usual names of the conditions, in capitals and without accents, without 'IVA' before them. */
const vatNames: Readonly<Record<string, VatCode>> = {
  ...{ 'RESPONSABLE INSCRIPTO': 'RI', INSCRIPTO: 'RI' },
  ...{ MONOTRIBUTO: 'RS', MONOTRIBUTISTA: 'RS', 'RESPONSABLE MONOTRIBUTO': 'RS', 'RESPONSABLE MONOTRIBUTISTA': 'RS' },
  ...{ 'MONOTRIBUTO SOCIAL': 'RSS', 'MONOTRIBUTISTA SOCIAL': 'RSS', 'RESPONSABLE MONOTRIBUTISTA SOCIAL': 'RSS' },
  ...{ EXENTO: 'EX', 'SUJETO EXENTO': 'EX', 'CONSUMIDOR FINAL': 'CF' },
  ...{ 'NO RESPONSABLE': 'INR', 'NO CATEGORIZADO': 'SNC', 'SUJETO NO CATEGORIZADO': 'SNC' },
}

/** Tango's code of a VAT condition that is named by its code or in words; undefined for another one. */
export function tangoVatCode(name: string): VatCode | undefined {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]/)
    .filter((word) => word !== '')
  const text = (words[0] === 'IVA' ? words.slice(1) : words).join(' ')
  return vatCodes.find((code) => code === text) ?? vatNames[text]
}

/** 2026-11-30T09:05:00, by the clock of Buenos Aires, without a zone. */
export const tangoTime = (instant: string): string => argentineClock(new Date(instant)).replace(' ', 'T')

const pesos = (cents: number): number => cents / 100

/**
 * The observation, and what Tango has no place for: before it a pickup, or an address of which the shop has the text alone; after it
 * the notes of the lines, by their codes.
 */
function commentOf({ note, lines, addressId, address }: OutgoingOrder): string {
  const delivery = addressId === PICKUP || addressId === NO_ADDRESS ? [deliveryInWords({ addressId, address })] : []
  const ofLines = lines.filter((line) => line.note.trim() !== '').map((line) => `${line.code}: ${line.note.trim()}`)
  const text = [...delivery, ...partsOfNote(note), ...ofLines].join(' · ')
  return text.length <= MOST.comment ? text : cutText(text, MOST.comment - MORE.length) + MORE
}

/** The body of POST order; a text says in Spanish why it cannot be made. */
export function tangoOrder(order: OutgoingOrder, buyer: TangoBuyer, terms: TangoTerms): object | string {
  const customerId = order.clientId ?? order.shopClientId
  if (customerId === null) return 'El pedido todavía no tiene cliente, y Tango lo pide.'
  const code = order.clientId === null ? '' : order.clientCode
  // Without a code Tango looks for the document, then for the mail; an empty document may be anybody's.
  if (code === '' && order.cuit === '')
    return 'El cliente no tiene código de Tango ni CUIT: Tango podría cargar el pedido a otro.'
  if (buyer.vatCondition === null) return 'Falta la condición de IVA del cliente, y Tango la pide.'
  const vatCode = tangoVatCode(buyer.vatCondition)
  if (vatCode === undefined)
    return `La condición de IVA del cliente, «${buyer.vatCondition}», no es de Tango: ${vatCodes.join(', ')}.`
  if (buyer.provinceId === null) return 'Falta una dirección con provincia, y Tango la pide.'
  const place = {
    City: cutText(buyer.locality ?? '', MOST.name),
    ProvinceCode: String(buyer.provinceId),
    PostalCode: cutText(buyer.postalCode ?? '', MOST.postalCode),
  }
  const isDelivered = order.addressId !== PICKUP && order.addressId !== NO_ADDRESS
  return {
    OrderID: String(order.id),
    OrderNumber: String(order.id),
    Date: tangoTime(order.createdAt),
    Total: pesos(order.total),
    PaidTotal: 0,
    ValidateTotalWithPaidTotal: false,
    PriceListNumber: terms.priceList,
    IvaIncluded: order.pricesWithVat,
    InternalTaxIncluded: false,
    ...(terms.saleCondition === undefined
      ? { AgreedWithSeller: true }
      : { SaleConditionCode: terms.saleCondition, AgreedWithSeller: false }),
    Comment: commentOf(order),
    CancelOrder: false,
    Customer: {
      CustomerID: customerId,
      // A client of the shop's own has a code that Tango does not know: it is found by its CUIT.
      ...(code !== '' && { Code: code }),
      DocumentType: CUIT,
      DocumentNumber: order.cuit,
      IVACategoryCode: vatCode,
      User: cutText(order.email, MOST.name),
      Email: cutText(order.email, MOST.email),
      BusinessName: cutText(order.businessName, MOST.name),
      Street: cutText(buyer.street ?? '', MOST.name),
      ...place,
    },
    // The agreed price, and no discount: one in percent would round otherwise than the shop did.
    OrderItems: order.lines.map(({ code, description, quantity, unitPrice }) => ({
      ProductCode: code,
      SKUCode: code,
      Description: cutText(description, MOST.description),
      Quantity: quantity,
      UnitPrice: pesos(unitPrice),
      DiscountPercentage: 0,
    })),
    ...(isDelivered && {
      Shipping: { ShippingID: order.id, Street: cutText(order.address, MOST.name), ...place, ShippingCost: 0 },
    }),
  }
}

/** Sent again, it would be found there in the same state. */
const closed = (what: string): { state: Verdict; reason: string } => ({
  state: 'rejected',
  reason: `${what}. No se puede volver a enviar: si corresponde, cárguelo allí.`,
})
const states: Readonly<Record<string, { state: Verdict; reason: string }>> = {
  PENDIENTE: { state: 'exported', reason: '' },
  INGRESADA: { state: 'exported', reason: '' },
  RECIBIDA: { state: 'exported', reason: '' },
  'EN PROCESO': { state: 'accepted', reason: '' },
  FINALIZADA: { state: 'accepted', reason: '' },
  RECHAZADA: closed('Rechazado en Tango, en la revisión de pedidos de Tango Tiendas'),
  CANCELADA: closed('Cancelado en Tango'),
  'CANCELADA APROB': closed('Cancelado en Tango'),
  ANULADA: closed('Anulado en Tango'),
}

/** What a state of GET order means; undefined for one that is not described. */
export const tangoVerdict = (state: string): { state: Verdict; reason: string } | undefined =>
  Object.hasOwn(states, state) ? states[state] : undefined
