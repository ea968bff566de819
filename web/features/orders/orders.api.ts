import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type ChangedLine, changedLine, lastDelivery, myOrders } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { clientAddresses, userAddresses } from '../../../contract/users.ts'
import { takenArticles, usualOrder } from '../../../contract/usual-order.ts'
import { ApiError } from '../../lib/api.ts'
import { forgetUnseen, outdate, pagesQueryOf, queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'

/**
 * Pages of my orders, or of a client's, that match a text, the last ones first (R104). While another text
 * is asked for, the rows of the one before stay.
 */
export const useMyOrders = (query: { clientId: number | undefined; text: string }) =>
  useInfiniteQuery({ ...pagesQueryOf(myOrders, { query }), placeholderData: keepPreviousData })

/** The last of my orders, null when there is none. */
export const useLastOrder = () =>
  useQuery({ ...queryOf(myOrders, { query: { page: 0, text: '' } }), select: ([last]) => last ?? null })

export interface AddressChoice {
  id: number
  label: string
}

const join = (...parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean)

/** Where an order may go: the client's addresses, or the user's own ones without an ERP client (R10). */
export function useAddressChoices(clientId: number): UseQueryResult<AddressChoice[]> {
  const { id: userId } = useUser()
  const isOwn = clientId === NO_CLIENT
  const own = useQuery({
    ...queryOf(userAddresses, isOwn ? { params: { userId } } : null),
    select: (known) => known.map(({ id, street, city }) => ({ id, label: join(street, city).join(', ') })),
  })
  const clients = useQuery({
    ...queryOf(clientAddresses, isOwn ? null : { params: { clientId } }),
    select: (known) =>
      known.map(({ id, street, locality, carrier }) => ({
        id,
        label: `${join(street, locality).join(', ')} · ${carrier.trim() || 'Transporte propio'}`,
      })),
  })
  return isOwn ? own : clients
}

/** Where the client's last order went; null without one. */
export const useLastDelivery = (clientId: number) => useQuery(queryOf(lastDelivery, { query: { clientId } }))

/** After an order was made: no list is shown without it, not even for a moment. */
export async function outdateOrders(): Promise<void> {
  forgetUnseen(myOrders)
  forgetUnseen(lastDelivery)
  await Promise.all([myOrders, lastDelivery, takenArticles, usualOrder].map((made) => outdate(made)))
}

/** The lines that stopped an order, from the details of its 409; empty for any other failure. */
export function changedLinesOf(error: unknown): ChangedLine[] {
  if (!(error instanceof ApiError) || error.status !== 409) return []
  return error.details.flatMap((detail) => {
    const line = z.safeDecode(changedLine, detail as never)
    return line.success ? [line.data] : []
  })
}
