/** Changes of the tree, and what they put out of date. */
import { categoryTree, listBrands } from '../../../../contract/catalogue.ts'
import {
  createBrand,
  createCategory,
  type Deletion,
  deleteBrand,
  deleteCategory,
  listNodes,
  type Node,
  renameBrand,
  renameCategory,
  restoreDeleted,
} from '../../../../contract/category-manager.ts'
import { filterListings, listUnassigned } from '../../../../contract/product-manager.ts'
import { call } from '../../../lib/api.ts'
import { outdate } from '../../../lib/query.ts'
import { type Refusal, refusalOf } from '../../../lib/refusal.ts'
import { showToast } from '../../../lib/toast.ts'
import { type Branch, levelOf, levelWords } from './tree.ts'

/** Other answers that show names, places or counts of the tree. */
const elsewhere = [categoryTree, listBrands, filterListings, listUnassigned]

/** Makes a change; null when it is done and the tree on the screen is as it is stored then. */
async function change(make: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await make()
    for (const endpoint of elsewhere) void outdate(endpoint)
    await outdate(listNodes)
    return null
  } catch (error) {
    const refused = refusalOf(error)
    // With what the other person stored, another try goes over that.
    if (refused.changed) await outdate(listNodes)
    return refused
  }
}

export const create = ({ brandId, parentId }: Branch, name: string) =>
  change(() =>
    brandId === null
      ? call(createBrand, { query: { name } })
      : call(createCategory, {
          body: { name, brandId, parentId, active: true, featured: false, weight: 0 },
        }),
  )

export const rename = ({ id, brandId, version }: Node, name: string) =>
  change(() => call(brandId === null ? renameBrand : renameCategory, { query: { id, name, version } }))

/** Deletes a node and offers the way back for ten seconds (R34). */
export async function remove(node: Node): Promise<Refusal | null> {
  const { id, brandId, version, name } = node
  const made: Deletion[] = []
  const refused = await change(async () => {
    made.push(await call(brandId === null ? deleteBrand : deleteCategory, { query: { id, version } }))
  })
  const [deletion] = made
  if (deletion)
    showToast('success', `Se borró ${levelWords[levelOf(node)].of} ${name}`, {
      label: 'Deshacer',
      run: () => void takeBack(deletion, name),
    })
  return refused
}

async function takeBack({ id }: Deletion, name: string): Promise<void> {
  const refused = await change(async () => {
    const { leftOut } = await call(restoreDeleted, { params: { id } })
    const stayed = leftOut === 1 ? '1 artículo ya estaba' : `${leftOut} artículos ya estaban`
    const all = `Volvió ${name} con sus artículos`
    showToast('success', leftOut > 0 ? `Volvió ${name}; ${stayed} en otro lugar` : all)
  })
  if (refused) showToast('failure', refused.message)
}
