/** The calls that change the tree, and the queries that they make stale. */
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

/** Other queries that show names, places or counts of the tree. */
const otherQueries = [categoryTree, listBrands, filterListings, listUnassigned]

/** Makes a change. Answers a refusal, or null once the change is stored and the tree on the screen is up to date. */
async function change(make: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await make()
    for (const endpoint of otherQueries) void outdate(endpoint)
    await outdate(listNodes)
    return null
  } catch (error) {
    const refused = refusalOf(error)
    // With the version that the other person stored, another try overwrites it.
    if (refused.changed) await outdate(listNodes)
    return refused
  }
}

/** Creates a node in a branch. Answers a refusal, or null. */
export const create = ({ brandId, parentId }: Branch, name: string) =>
  change(() =>
    brandId === null
      ? call(createBrand, { query: { name } })
      : call(createCategory, {
          body: { name, brandId, parentId, active: true, featured: false, weight: 0 },
        }),
  )

/** Changes a node's name, and whether a brand is sold by whole bultos (R364). Answers a refusal, or null. */
export const save = ({ id, brandId, version }: Node, name: string, wholePacks: boolean) =>
  change(() =>
    brandId === null
      ? call(renameBrand, { query: { id, name, wholePacks, version } })
      : call(renameCategory, { query: { id, name, version } }),
  )

/** Deletes a node, and offers 'Deshacer' for ten seconds (R34). Answers a refusal, or null. */
export async function remove(node: Node): Promise<Refusal | null> {
  const { id, brandId, version, name } = node
  const deletions: Deletion[] = []
  const refused = await change(async () => {
    deletions.push(await call(brandId === null ? deleteBrand : deleteCategory, { query: { id, version } }))
  })
  const [deletion] = deletions
  if (deletion)
    showToast('success', `Se borró ${levelWords[levelOf(node)].of} ${name}`, {
      label: 'Deshacer',
      run: () => void restore(deletion, name),
    })
  return refused
}

async function restore({ id }: Deletion, name: string): Promise<void> {
  const refused = await change(async () => {
    const { leftOut } = await call(restoreDeleted, { params: { id } })
    const stayed = leftOut === 1 ? '1 artículo ya estaba' : `${leftOut} artículos ya estaban`
    const all = `Volvió ${name} con sus artículos`
    showToast('success', leftOut > 0 ? `Volvió ${name}; ${stayed} en otro lugar` : all)
  })
  if (refused) showToast('failure', refused.message)
}
