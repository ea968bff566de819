import { type ImportOutcome, importOrders } from '../../../../contract/order-import.ts'
import { call } from '../../../lib/api.ts'
import { type ImportPlan, type OrderChoice, plannedPlaces, toSend } from './import-plan.ts'

/**
 * Makes the planned orders. The same plan may be sent again after a lost answer: its idempotency key keeps an order from
 * being made twice.
 * @returns each order's outcome with the order's index in the review
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
