/** The undo of a bulk change, from any screen. */

import { type BulkDone, listBatches, type Undone, undoBatch } from '../../../../contract/bulk-edit.ts'
import { getCart, getSimpleCart } from '../../../../contract/cart.ts'
import { categoryTree, findExact, searchProducts } from '../../../../contract/catalogue.ts'
import { listNodes } from '../../../../contract/category-manager.ts'
import { listCarts } from '../../../../contract/order-admin.ts'
import { filterListings, getManagedProduct, listUnassigned } from '../../../../contract/product-manager.ts'
import { roles } from '../../../../contract/roles.ts'
import { screens } from '../../../../contract/screens.ts'
import { usualOrder } from '../../../../contract/usual-order.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { forgetUnseen, outdate } from '../../../lib/query.ts'
import { storedUser } from '../../../lib/stored-user.ts'
import { showToast } from '../../../lib/toast.ts'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'

/** The queries that a bulk change makes stale. */
const OUTDATED = [
  filterListings,
  listUnassigned,
  getManagedProduct,
  searchProducts,
  findExact,
  categoryTree,
  listNodes,
  getSimpleCart,
  getCart,
  listCarts,
  usualOrder,
  listBatches,
] as const

/**
 * Waits until the screen shows what a bulk change or its undo stored, and forgets what other screens showed before: 'changed'
 * never stands beside an old value (R34).
 */
export async function showStored(): Promise<void> {
  for (const endpoint of OUTDATED) forgetUnseen(endpoint)
  await Promise.all(OUTDATED.map((endpoint) => outdate(endpoint)))
}

/** Undoes a bulk change; resolves once the screen shows it. */
export async function undoAndShow(
  batchId: number,
  confirmed?: { articleId: number; version: number }[],
): Promise<Undone> {
  const undone = await call(undoBatch, { params: { id: batchId }, body: confirmed ? { confirmed } : {} })
  await showStored()
  return undone
}

/** The path of the screen of bulk changes that the signed-in user may open. */
export const changesScreen = (): string => {
  const user = storedUser()
  return user && roles[user.type].administers ? screens.adminBulkChanges.path : screens.bulkChanges.path
}

/** A toast about an undo. A second toast leads to the articles that it left, if any. */
export function tellUndone(batchId: number, { restored, keptCount }: Undone): void {
  showToast('success', restored === 1 ? '1 artículo como estaba' : `${formatCount(restored)} artículos como estaban`)
  if (keptCount === 0) return
  const text = `${articlesText(keptCount)} ${keptCount === 1 ? 'quedó como está: cambió' : 'quedaron como están: cambiaron'} después`
  showToast('failure', text, {
    label: 'Ver',
    run: () => navigate(changesScreen(), { search: { lote: batchId } }),
  })
}

/** A toast about a bulk change, with 'Deshacer' for ten seconds (R34). */
export function tellDone({ batchId, changed }: BulkDone): void {
  const undo = async () => {
    try {
      tellUndone(batchId, await undoAndShow(batchId))
    } catch (error) {
      showToast('failure', messageOf(error))
    }
  }
  showToast('success', `${articlesText(changed)} ${changed === 1 ? 'cambiado' : 'cambiados'}`, {
    label: 'Deshacer',
    run: () => void undo(),
  })
}
