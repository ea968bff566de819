/** Sending a change of an order (R383), from its page or from the cart. */
import { useRef } from 'react'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { getFulfilment } from '../../../contract/fulfilment.ts'
import { getOrderTerms } from '../../../contract/order-amounts.ts'
import { changeOrder, getOrderVersions } from '../../../contract/order-changes.ts'
import { getOrder, getOrderLines, myOrders } from '../../../contract/orders.ts'
import { call } from '../../lib/api.ts'
import { newKey } from '../../lib/random-key.ts'

/** Time limit of the calls about a change, in milliseconds; after it what was typed stays. */
export const CHANGE_LIMIT = 20_000

/** The calls whose answers a change puts out of date. */
export const CHANGE_OUTDATES = [getOrder, getOrderLines, getOrderVersions, getFulfilment, myOrders, getOrderTerms]

/** Sends changes of an order. The same change keeps its key, so that one whose answer was lost makes no second version. */
export function useSendChange(id: number) {
  const sent = useRef({ body: '', key: '' })
  return (body: BodyOf<typeof changeOrder>) => {
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: newKey() }
    const headers = { 'idempotency-key': sent.current.key }
    return call(changeOrder, { params: { id }, body, headers, signal: AbortSignal.timeout(CHANGE_LIMIT) })
  }
}
