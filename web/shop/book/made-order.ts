/** What an order changes on the screens once it is made. */
import { lastDelivery, myOrders } from '../../../contract/orders.ts'
import { takenArticles, usualOrder } from '../../../contract/usual-order.ts'
import { forgetUnseen, outdate } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { detailOf, refreshCart, simpleOf } from '../cart-queries.ts'
import type { KeptOrder } from './device-store.ts'

/**
 * Takes the order's lines out of the cart, and fetches again every answer that counts orders. No list is shown without the
 * order, not even for a moment.
 */
export async function showMade({ owner, lines }: Pick<KeptOrder, 'owner' | 'lines'>): Promise<void> {
  const ordered = new Set(lines.map(({ articleId }) => articleId))
  queryClient.setQueryData(simpleOf(owner).queryKey, (cart) => cart?.filter(({ articleId }) => !ordered.has(articleId)))
  queryClient.setQueryData(detailOf(owner).queryKey, (cart) => cart?.filter(({ articleId }) => !ordered.has(articleId)))
  forgetUnseen(myOrders)
  forgetUnseen(lastDelivery)
  void refreshCart()
  for (const endpoint of [myOrders, lastDelivery, takenArticles, usualOrder]) void outdate(endpoint)
}
