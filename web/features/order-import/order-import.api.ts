import {
  IMPORT_MAX_BYTES,
  type ImportOutcome,
  type ImportReview,
  importOrders,
  reviewImport,
} from '../../../contract/order-import.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type ImportPlan, type OrderChoice, plannedPlaces, toSend } from './import-plan.ts'

/** Lets the server read a spreadsheet; nothing is stored. @throws ApiError with the sentence to show */
export async function readSpreadsheet(file: File, signal: AbortSignal): Promise<ImportReview> {
  if (file.size > IMPORT_MAX_BYTES)
    throw new ApiError(413, 'TOO_LARGE', `El archivo pasa los ${IMPORT_MAX_BYTES / 2 ** 20} MB`)
  const body = new FormData()
  body.append('file', file)
  return call(reviewImport, { body, signal })
}

/**
 * Makes the planned orders. The same plan may be sent again after a lost answer: no order is made twice.
 * @returns what became of each, by its place in the review
 */
export async function sendOrders(
  { key, review }: ImportPlan,
  choices: readonly OrderChoice[],
): Promise<(readonly [number, ImportOutcome])[]> {
  const places = plannedPlaces(review.orders, choices)
  const body = places.flatMap((place) => {
    const [order, choice] = [review.orders[place], choices[place]]
    return order && choice ? [toSend(order, choice)] : []
  })
  const outcomes = await call(importOrders, { body, headers: { 'idempotency-key': key } })
  return outcomes.flatMap((outcome, at) => {
    const place = places[at]
    return place === undefined ? [] : [[place, outcome] as const]
  })
}
