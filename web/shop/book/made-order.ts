/** What an order changes on the screens once it is made. */
import { lastDelivery, myOrders } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { takenArticles, usualOrder } from '../../../contract/usual-order.ts'
import { forgetUnseen, outdate, pagesQueryOf } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { storedUser } from '../../lib/stored-user.ts'
import { detailOf, refreshCart, simpleOf } from '../cart-queries.ts'
import type { KeptOrder } from './device-store.ts'

interface Named {
  readonly lines: readonly { readonly articleId: number }[]
}

/**
 * Takes the order's lines out of the cart, and fetches again every answer that counts orders. No list is shown without the
 * order, not even for a moment.
 */
export async function showMade({ owner, lines }: Pick<KeptOrder, 'owner'> & Named): Promise<void> {
  const ordered = new Set(lines.map(({ articleId }) => articleId))
  queryClient.setQueryData(simpleOf(owner).queryKey, (cart) => cart?.filter(({ articleId }) => !ordered.has(articleId)))
  queryClient.setQueryData(detailOf(owner).queryKey, (cart) => cart?.filter(({ articleId }) => !ordered.has(articleId)))
  forgetUnseen(myOrders)
  forgetUnseen(lastDelivery)
  void refreshCart()
  // Also where no screen shows it: the kept rows would come back without signal, and be ordered again.
  void queryClient.prefetchQuery({ ...detailOf(owner), staleTime: 0 })
  const user = storedUser()
  const clientId = user && roles[user.type].isStaff ? owner.clientId : undefined
  // Also where no screen shows it: what this device sent is in the list that it keeps for a time without signal.
  void queryClient.prefetchInfiniteQuery(pagesQueryOf(myOrders, { query: { clientId, text: '' } }))
  for (const endpoint of [myOrders, lastDelivery, takenArticles, usualOrder]) void outdate(endpoint)
}
