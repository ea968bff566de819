/** What becomes of a reviewed spreadsheet: the choices for each order, and the orders to send. Pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { clientNotFound } from '../../../contract/clients.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type ImportOutcome,
  type ImportReview,
  importedBefore,
  type importOrders,
  type ReviewedOrder,
} from '../../../contract/order-import.ts'
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'

export const nothingLeft = 'Ninguna fila del pedido se puede importar'

/** What is chosen for one order. */
export interface OrderChoice {
  /** The address's id as text, '0' pickup, '-1' for a client without addresses; '' while nothing is chosen. */
  readonly address: string
  readonly condition: number
  readonly note: string
  /** Imported again on purpose, though the number was imported before. */
  readonly again: boolean
}

/** A spreadsheet under review, and its orders' choices in their order. */
export interface ImportPlan {
  readonly fileName: string
  /** Of the one sending: as long as it is the same, no order is made twice. */
  readonly key: string
  readonly review: ImportReview
}

export interface AddressOption {
  readonly value: string
  readonly label: string
}

/** Where an order may go: the client's addresses, or that there is none, and pickup. */
export const addressOptions = ({ addresses }: ReviewedOrder): AddressOption[] => [
  ...(addresses.length > 0
    ? addresses.map(({ id, label }) => ({ value: String(id), label }))
    : [{ value: String(NO_ADDRESS), label: 'Sin direcciones cargadas' }]),
  { value: String(PICKUP), label: 'Retiro en el local' },
]

/** The only address there is needs no choice; among several nobody chooses but the user. */
export const firstChoice = (order: ReviewedOrder): OrderChoice => ({
  address: order.addresses.length > 1 ? '' : (addressOptions(order)[0]?.value ?? ''),
  condition: order.condition,
  note: '',
  again: false,
})

/** Whether an order can be made at all: it has a client and something left to order. */
export const isPossible = ({ clientId, items }: ReviewedOrder): boolean =>
  clientId !== null && items.length > 0

/** Whether 'Aceptar' makes the order. */
export const isPlanned = (order: ReviewedOrder, choice: OrderChoice): boolean =>
  isPossible(order) && (order.earlierOrder === null || choice.again)

export const lacksAddress = (order: ReviewedOrder, choice: OrderChoice): boolean =>
  isPlanned(order, choice) && !addressOptions(order).some(({ value }) => value === choice.address)

/** The places, in the review, of the orders that 'Aceptar' makes. */
export const plannedPlaces = (orders: readonly ReviewedOrder[], choices: readonly OrderChoice[]): number[] =>
  orders.flatMap((order, place) => {
    const choice = choices[place]
    return choice && isPlanned(order, choice) ? [place] : []
  })

type Sent = BodyOf<typeof importOrders>[number]

/** An order as it is sent: the quantities that were shown, agreed prices in pesos, 0 for today's. */
export const toSend = (order: ReviewedOrder, choice: OrderChoice): Sent => ({
  cuit: order.cuit,
  addressId: Number(choice.address),
  condition: choice.condition,
  note: choice.note.trim(),
  number: order.number,
  confirm: choice.again,
  items: order.items.map(({ code, quantity, price, note, row }) => ({
    code,
    quantity,
    price: price / 100,
    note,
    row,
  })),
})

export interface ClientGroup {
  readonly cuit: string
  readonly businessName: string
  readonly known: boolean
  /** Places of the client's orders in the review. */
  readonly places: readonly number[]
}

/** The orders by CUIT, as they stand in the file. */
export function byClient(orders: readonly ReviewedOrder[]): ClientGroup[] {
  const groups = new Map<string, ClientGroup & { places: number[] }>()
  for (const [place, { cuit, businessName, clientId }] of orders.entries()) {
    const group = groups.get(cuit) ?? { cuit, businessName, known: clientId !== null, places: [] }
    group.places.push(place)
    groups.set(cuit, group)
  }
  return [...groups.values()]
}

/** Every notice of a review, by row. */
export const allNotices = ({ orders, notices }: ImportReview): ImportNotice[] =>
  [...notices, ...orders.flatMap((order) => order.notices)].sort((one, other) => one.row - other.row)

/** What became of each order of the file: made, refused, or not sent and why. */
export interface OrderResult {
  readonly order: ReviewedOrder
  readonly outcome: ImportOutcome | null
  /** Why there is no order; '' when there is one. */
  readonly reason: string
}

/** @param outcomes What the server answered, by the order's place in the review. */
export const resultsOf = (
  orders: readonly ReviewedOrder[],
  choices: readonly OrderChoice[],
  outcomes: ReadonlyMap<number, ImportOutcome>,
): OrderResult[] =>
  orders.map((order, place) => {
    const outcome = outcomes.get(place) ?? null
    const choice = choices[place]
    if (outcome) return { order, outcome, reason: outcome.reason }
    if (order.clientId === null) return { order, outcome, reason: clientNotFound }
    if (order.items.length === 0) return { order, outcome, reason: nothingLeft }
    const number = order.earlierOrder
    if (number !== null && !choice?.again)
      return { order, outcome, reason: importedBefore(order.number, number) }
    return { order, outcome, reason: 'No se envió' }
  })

/** Rows that are in no order that was made, in the file's order, with their reasons. */
export function leftOut(review: ImportReview, results: readonly OrderResult[]): ImportNotice[] {
  const notices = [...review.notices]
  for (const { order, outcome, reason } of results) {
    notices.push(...order.notices)
    if (outcome?.orderId != null) {
      const known = new Set(order.notices.map(({ row }) => row))
      notices.push(...outcome.notices.filter(({ row, dropped }) => dropped && !known.has(row)))
    } else {
      notices.push(...order.items.map(({ row, code }) => ({ row, code, dropped: true, reason })))
    }
  }
  return notices.sort((one, other) => one.row - other.row)
}
