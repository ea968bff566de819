import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type ChangedLine,
  changedLine,
  getOrderLines,
  lastDelivery,
  myOrders,
} from '../../../contract/orders.ts'
import { NO_CLIENT, PAGE_SIZE } from '../../../contract/rules.ts'
import { clientAddresses, userAddresses } from '../../../contract/users.ts'
import { ApiError, call } from '../../lib/api.ts'
import { ADDRESSES, ORDERS } from '../../lib/query-keys.ts'
import { useUser } from '../../lib/session.ts'

/**
 * Pages of my orders, or of a client's, that match a text, the last ones first; another page exists only behind a
 * full one (R104). While another text is asked for, the rows of the one before stay.
 */
export const useMyOrders = (query: { clientId: number | undefined; text: string }) =>
  useInfiniteQuery({
    queryKey: [ORDERS, 'mine', query],
    queryFn: ({ pageParam, signal }) => call(myOrders, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === PAGE_SIZE ? pages.length : undefined),
    placeholderData: keepPreviousData,
  })

/** The last of my orders, null when there is none. */
export const useLastOrder = () =>
  useQuery({
    queryKey: [ORDERS, 'last'],
    queryFn: async ({ signal }) =>
      (await call(myOrders, { query: { page: 0, text: '' }, signal }))[0] ?? null,
  })

/** Lines of an order, by code. */
export const useOrderLines = (id: number) =>
  useQuery({
    queryKey: [ORDERS, 'lines', id],
    queryFn: ({ signal }) => call(getOrderLines, { params: { id }, signal }),
    staleTime: 300_000,
  })

export interface AddressChoice {
  id: number
  label: string
}

const join = (...parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean)

/** Where an order may go: the client's addresses, or the user's own ones without an ERP client (R10). */
export function useAddressChoices(clientId: number) {
  const user = useUser()
  return useQuery({
    queryKey: [ADDRESSES, user.id, clientId],
    queryFn: async ({ signal }): Promise<AddressChoice[]> => {
      if (clientId === NO_CLIENT) {
        const own = await call(userAddresses, { params: { userId: user.id }, signal })
        return own.map(({ id, street, city }) => ({ id, label: join(street, city).join(', ') }))
      }
      const known = await call(clientAddresses, { params: { clientId }, signal })
      return known.map(({ id, street, locality, carrier }) => ({
        id,
        label: `${join(street, locality).join(', ')} · ${carrier.trim() || 'Transporte propio'}`,
      }))
    },
  })
}

/** Where the client's last order went; null without one. */
export const useLastDelivery = (clientId: number) => {
  const { id } = useUser()
  return useQuery({
    queryKey: [ORDERS, 'last-delivery', id, clientId],
    queryFn: ({ signal }) => call(lastDelivery, { query: { clientId }, signal }),
  })
}

/** The lines that stopped an order, from the details of its 409; empty for any other failure. */
export function changedLinesOf(error: unknown): ChangedLine[] {
  if (!(error instanceof ApiError) || error.status !== 409) return []
  return error.details.flatMap((detail) => {
    const line = z.safeDecode(changedLine, detail as never)
    return line.success ? [line.data] : []
  })
}
