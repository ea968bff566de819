/** A reviewed spreadsheet: the choices for each order, the orders to send and their results. Pure. */
import type { ImportNotice } from '../../../../contract/cart-lines.ts'
import { clientNotFound } from '../../../../contract/clients.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { missingTo } from '../../../../contract/order-amounts.ts'
import {
  type ImportOutcome,
  type ImportReview,
  importedBefore,
  type importOrders,
  type ReviewedOrder,
} from '../../../../contract/order-import.ts'
import { NO_ADDRESS, PICKUP } from '../../../../contract/orders.ts'
import { amountOf, type OpenRow, openRow, stateOf, unitsOf } from '../../../shop/review/review-rows.ts'

/** Why an order none of whose rows is ready is not made. */
export const nothingLeft = 'Ninguna fila del pedido se puede importar'

/** What is chosen for one order. */
export interface OrderChoice {
  /** The address's id as text, '0' pickup, '-1' for a client without addresses; '' while nothing is chosen. */
  readonly address: string
  readonly condition: number
  readonly note: string
  /** Why it is imported below its least amount (R363); what a tab kept of the version before has none. */
  readonly ruleReason?: string
  /** The order is imported again on purpose, though its number was imported before. */
  readonly again: boolean
  /** Only what the earlier import left out is imported (R241). */
  readonly complete: boolean
  /** The order's rows with the user's changes. */
  readonly rows: readonly OpenRow[]
}

/** A spreadsheet under review, and the key under which its orders are sent. */
export interface ImportPlan {
  readonly fileName: string
  /** Idempotency key of the sending: under the same key no order is made twice. */
  readonly key: string
  readonly review: ImportReview
}

export interface AddressOption {
  readonly value: string
  readonly label: string
}

/** Where an order may go: the client's addresses, or NO_ADDRESS where there are none; and PICKUP. */
export const addressOptions = ({ addresses }: ReviewedOrder): AddressOption[] => [
  ...(addresses.length > 0
    ? addresses.map(({ id, label }) => ({ value: String(id), label }))
    : [{ value: String(NO_ADDRESS), label: 'Sin direcciones cargadas' }]),
  { value: String(PICKUP), label: 'Retiro en el local' },
]

/** The choices an order begins with. A client's only address is taken; among several the user must choose. */
export const firstChoice = (order: ReviewedOrder): OrderChoice => ({
  address: order.addresses.length > 1 ? '' : (addressOptions(order)[0]?.value ?? ''),
  condition: order.condition,
  note: '',
  ruleReason: '',
  again: false,
  complete: false,
  rows: order.rows.map((row, at) => openRow(at + 1, row)),
})

/** Whether an order can be made at all: it has a client and rows, and the server did not refuse it. */
export const isPossible = ({ clientId, rows, refusal }: ReviewedOrder): boolean =>
  clientId !== null && rows.length > 0 && refusal === ''

/** The rows to import: all of them, or only those that an earlier import left out (R241). */
export const rowsOf = ({ missing }: ReviewedOrder, { rows, complete }: OrderChoice): readonly OpenRow[] =>
  complete ? rows.filter((_, at) => missing.includes(at)) : rows
/** The rows that become lines of the order. */
export const readyRows = (order: ReviewedOrder, choice: OrderChoice): OpenRow[] =>
  rowsOf(order, choice).filter((row) => stateOf(row) === 'ready')
/** Cents of the order as it would be made. */
export const totalOf = (order: ReviewedOrder, choice: OrderChoice): number =>
  readyRows(order, choice).reduce((sum, row) => sum + amountOf(row), 0)

/** Cents that an order lacks for its least amount; 0 for none. */
export const missingOf = (order: ReviewedOrder, choice: OrderChoice): number =>
  missingTo(order.least, totalOf(order, choice))

/** Whether 'Aceptar' makes the order. */
export const isPlanned = (order: ReviewedOrder, choice: OrderChoice): boolean =>
  isPossible(order) &&
  readyRows(order, choice).length > 0 &&
  (order.earlierOrder === null || choice.again || choice.complete)

/** Whether 'Aceptar' would make the order, but no address is chosen for it. */
export const lacksAddress = (order: ReviewedOrder, choice: OrderChoice): boolean =>
  isPlanned(order, choice) && !addressOptions(order).some(({ value }) => value === choice.address)

/** The indexes, in the review, of the orders that 'Aceptar' makes. */
export const plannedPlaces = (orders: readonly ReviewedOrder[], choices: readonly OrderChoice[]): number[] =>
  orders.flatMap((order, place) => {
    const choice = choices[place]
    return choice && isPlanned(order, choice) ? [place] : []
  })

type OrderBody = BodyOf<typeof importOrders>[number]

/** An order as it is sent, with its ready rows. Agreed prices are in pesos; 0 means today's price. */
export const toSend = (order: ReviewedOrder, choice: OrderChoice): OrderBody => ({
  cuit: order.cuit,
  addressId: Number(choice.address),
  condition: choice.condition,
  note: choice.note.trim(),
  ...(choice.ruleReason?.trim() && { ruleReason: choice.ruleReason.trim() }),
  number: order.number,
  confirm: choice.again,
  complete: choice.complete,
  items: readyRows(order, choice).flatMap((row) =>
    row.article
      ? [
          {
            articleId: row.article.articleId,
            quantity: unitsOf(row),
            price: row.agreedPrice / 100,
            note: row.note,
            row: row.lines[0] ?? null,
            // The server asks about unusual quantities (R34), except in rows that the user has confirmed.
            ask: !row.confirmed,
          },
        ]
      : [],
  ),
})

/** The orders of one client in the review. */
export interface ClientGroup {
  readonly cuit: string
  readonly businessName: string
  readonly known: boolean
  /** Indexes of the client's orders in the review. */
  readonly places: readonly number[]
}

/** The orders grouped by CUIT, in the order of the file. */
export function byClient(orders: readonly ReviewedOrder[]): ClientGroup[] {
  const groups = new Map<string, ClientGroup & { places: number[] }>()
  for (const [place, { cuit, businessName, clientId }] of orders.entries()) {
    const group = groups.get(cuit) ?? { cuit, businessName, known: clientId !== null, places: [] }
    group.places.push(place)
    groups.set(cuit, group)
  }
  return [...groups.values()]
}

/** What became of an order of the file: made, refused, or not sent and why. */
export interface OrderResult {
  readonly order: ReviewedOrder
  readonly choice: OrderChoice
  readonly outcome: ImportOutcome | null
  /** Why there is no order; '' when there is one. */
  readonly reason: string
}

/** @param outcomes what the server answered, by the order's index in the review */
export const resultsOf = (
  orders: readonly ReviewedOrder[],
  choices: readonly OrderChoice[],
  outcomes: ReadonlyMap<number, ImportOutcome>,
): OrderResult[] =>
  orders.flatMap((order, place) => {
    const outcome = outcomes.get(place) ?? null
    const choice = choices[place]
    return choice ? [{ order, choice, outcome, reason: outcome ? outcome.reason : reasonNotSent(order, choice) }] : []
  })

function reasonNotSent(order: ReviewedOrder, choice: OrderChoice): string {
  if (order.clientId === null) return clientNotFound
  if (!isPossible(order)) return order.refusal || nothingLeft
  if (order.earlierOrder !== null && !choice.again && !choice.complete)
    return importedBefore(order.number, order.earlierOrder)
  return readyRows(order, choice).length === 0 ? nothingLeft : 'No se envió'
}

/** The rows that no order was made of, in the file's order, each with the reason. */
export function leftOut(review: ImportReview, results: readonly OrderResult[]): ImportNotice[] {
  const notices = [...review.notices]
  for (const { order, choice, outcome, reason } of results) {
    const isMade = outcome?.orderId != null
    for (const row of isMade ? rowsOf(order, choice) : choice.rows) {
      if (isMade && stateOf(row) === 'ready') continue
      const code = row.article?.code ?? ''
      const why = isMade ? row.refused || row.reason || 'Quedó sin resolver' : reason
      notices.push({ row: row.lines[0] ?? 0, code, dropped: true, reason: why })
    }
    if (isMade) notices.push(...(outcome?.notices.filter(({ dropped }) => dropped) ?? []))
  }
  return notices.sort((a, b) => a.row - b.row)
}
