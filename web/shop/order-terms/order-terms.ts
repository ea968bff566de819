/** What the rules of orders come to for the client that a cart is for (R361), also without signal (R226). */
import { useQuery } from '@tanstack/react-query'
import { listClientsForOrders } from '../../../contract/clients.ts'
import { getOrderTerms } from '../../../contract/order-amounts.ts'
import type { OrderTerms } from '../../../contract/order-terms.ts'
import { partQueryOf } from '../../lib/query.ts'
import { useCartOwner } from '../cart.ts'

export const orderTermsQuery = (clientId: number) =>
  partQueryOf(
    getOrderTerms,
    { query: { clientId } },
    {
      whole: listClientsForOrders,
      pick: (clients) => clients.find(({ id }) => id === clientId)?.orderTerms,
    },
  )

/** The terms of the cart's client; undefined until they are known. */
export const useOrderTerms = (): OrderTerms | undefined => useQuery(orderTermsQuery(useCartOwner().clientId)).data
