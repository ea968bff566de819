import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { addressInWords } from '../../../../contract/address-text.ts'
import type { FulfilmentState } from '../../../../contract/fulfilment-state.ts'
import { myOrders } from '../../../../contract/orders.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { userAddresses } from '../../../../contract/users.ts'
import { pagesQueryOf, queryOf } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { addressesQuery, lastDeliveryQuery } from '../../../shop/clients.ts'

/**
 * Pages of my orders, or of a client's, that match a text and have a state, the latest first (R104). While the orders of a new text load, the
 * rows of the previous text stay.
 */
export const useMyOrders = (query: {
  clientId: number | undefined
  text: string
  fulfilmentState?: FulfilmentState
  held?: boolean
  ofClients: boolean | undefined
}) => useInfiniteQuery({ ...pagesQueryOf(myOrders, { query }), placeholderData: keepPreviousData })

/** My last order, null when there is none. */
export const useLastOrder = () =>
  useQuery({ ...queryOf(myOrders, { query: { page: 0, text: '' } }), select: ([last]) => last ?? null })

export interface AddressChoice {
  id: number
  label: string
}

/** Where an order may go: the client's addresses, or the user's own ones without an ERP client (R10). */
export function useAddressChoices(clientId: number): UseQueryResult<AddressChoice[]> {
  const { id: userId } = useUser()
  const isOwn = clientId === NO_CLIENT
  const ownAddresses = useQuery({
    ...queryOf(userAddresses, isOwn ? { params: { userId } } : null),
    select: (addresses) =>
      addresses.map(({ city, ...own }) => ({
        id: own.id,
        label: addressInWords({ ...own, locality: city }),
      })),
  })
  const clientAddresses = useQuery({
    ...addressesQuery(clientId),
    select: (addresses) =>
      addresses.map(({ carrier, ...address }) => ({
        id: address.id,
        label: [addressInWords(address), carrier.trim()].filter(Boolean).join(' · '),
      })),
  })
  return isOwn ? ownAddresses : clientAddresses
}

/** Where the client's last order went; null without one. */
export const useLastDelivery = (clientId: number) => useQuery(lastDeliveryQuery(clientId))
