/** The undo of a bulk change, from any screen. */

import { type BulkDone, listBatches, type Undone, undoBatch } from '../../../../contract/bulk-edit.ts'
import { categoryTree, searchProducts } from '../../../../contract/catalogue.ts'
import { filterListings, getManagedProduct, listUnassigned } from '../../../../contract/product-manager.ts'
import { roles } from '../../../../contract/roles.ts'
import { screens } from '../../../../contract/screens.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { outdate } from '../../../lib/query.ts'
import { storedUser } from '../../../lib/stored-user.ts'
import { showToast } from '../../../lib/toast.ts'

/** The queries that a bulk change makes stale. */
export const OUTDATED = [
  filterListings,
  listUnassigned,
  getManagedProduct,
  searchProducts,
  categoryTree,
  listBatches,
] as const

export const articlesText = (count: number): string =>
  count === 1 ? '1 artículo' : `${formatCount(count)} artículos`

/** The path of the screen of bulk changes that the signed-in user may open. */
export const changesScreen = (): string => {
  const user = storedUser()
  return user && roles[user.type].administers ? screens.adminBulkChanges.path : screens.bulkChanges.path
}

/** A toast about an undo. A second toast leads to the articles that it left, if any. */
export function tellUndone(batchId: number, { restored, keptCount }: Undone): void {
  showToast(
    'success',
    restored === 1 ? '1 artículo como estaba' : `${formatCount(restored)} artículos como estaban`,
  )
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
      const undone = await call(undoBatch, { params: { id: batchId }, body: {} })
      for (const endpoint of OUTDATED) void outdate(endpoint)
      tellUndone(batchId, undone)
    } catch (error) {
      showToast('failure', messageOf(error))
    }
  }
  showToast('success', `${articlesText(changed)} ${changed === 1 ? 'cambiado' : 'cambiados'}`, {
    label: 'Deshacer',
    run: () => void undo(),
  })
}
