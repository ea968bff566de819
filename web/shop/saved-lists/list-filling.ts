import { listSavedLists, loadSavedList, type SavedList } from '../../../contract/saved-lists.ts'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import type { Filling } from '../orders/use-fill-cart.ts'

/** A cart filled with a saved list, or with a cart that was put aside. */
export const listFilling = ({ id, kind }: Pick<SavedList, 'id' | 'kind'>, clientId: number): Filling => ({
  by: kind,
  clientId,
  fill: (clearCart) => call(loadSavedList, { params: { id }, body: { clientId, clearCart } }),
  onFilled: () => void outdate(listSavedLists),
})
