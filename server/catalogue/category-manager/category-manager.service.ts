/** Creating and renaming brands, categories and subcategories. */
import type { Transaction } from 'kysely'
import { categoryTexts, type createCategory as createCall, type Node } from '../../../contract/category-manager.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { foldText } from '../../lib/search-text.ts'
import { conflict, wrongField } from '../../refusal.ts'
import { listNodes } from './order.service.ts'
import { insertBrand, insertCategory, lockTree, readNodes, type StoredNode } from './tree.queries.ts'

type Tx = Transaction<Tables>
type Where = Pick<StoredNode, 'brandId' | 'parentId'>

/** The nodes of one branch: all brands, a brand's categories, or a category's subcategories. */
export const siblingsOf = (nodes: readonly StoredNode[], { brandId, parentId }: Where): StoredNode[] =>
  nodes.filter((node) => node.brandId === brandId && node.parentId === parentId)

/**
 * Refuses a name that another node of the branch has; `own` is the node that is renamed. Accents and case do not count, as
 * in the import.
 * @throws Refusal 409
 */
export function refuseTaken(nodes: readonly StoredNode[], where: Where, name: string, own?: number): void {
  const folded = foldText(name)
  if (!siblingsOf(nodes, where).some((node) => node.id !== own && foldText(node.name) === folded)) return
  const { brandTaken, categoryTaken, subcategoryTaken } = categoryTexts
  const message = where.brandId === null ? brandTaken : where.parentId === null ? categoryTaken : subcategoryTaken
  throw conflict(message, [{ field: 'name', message }])
}

const lastOf = (siblings: readonly StoredNode[]): number =>
  siblings.reduce((top, { position }) => Math.max(top, position), 0)

async function nodeOf(t: Tx, id: number, isBrand: boolean): Promise<Node> {
  const node = (await listNodes(t)).find((stored) => stored.id === id && (stored.brandId === null) === isBrand)
  if (!node) throw new Error(`Node ${id} is gone within its own transaction`)
  return node
}

/** Creates a brand, the last in order. @throws Refusal 409 when there is a brand of that name */
export function createBrand(db: Db, caller: Caller, name: string): Promise<Node> {
  return db.tx(async (t, publish) => {
    await lockTree(t)
    const nodes = await readNodes(t)
    const where = { brandId: null, parentId: null }
    refuseTaken(nodes, where, name)
    const after = await insertBrand(t, { name, position: lastOf(siblingsOf(nodes, where)) + 1 })
    await audit(t, { userId: caller.userId, action: 'create', entity: 'brand', entityId: after.id, after })
    await raiseCatalogueVersion(t, publish)
    return nodeOf(t, after.id, true)
  })
}

/**
 * Creates a category, or a subcategory when a parent is given, the last of its branch.
 * @throws Refusal 400 for a brand or parent that is missing or does not fit, 409 when the branch has that name
 */
export function createCategory(db: Db, caller: Caller, { name, ...given }: BodyOf<typeof createCall>): Promise<Node> {
  const parentId = given.parentId || null
  return db.tx(async (t, publish) => {
    await lockTree(t)
    const nodes = await readNodes(t)
    const parent = nodes.find(
      ({ id, brandId, parentId: grandparentId }) => id === parentId && brandId !== null && grandparentId === null,
    )
    const brandId = given.brandId || parent?.brandId || null
    if (parentId !== null && (!parent || parent.brandId !== brandId))
      throw wrongField('parentId', categoryTexts.noSuchCategory)
    if (brandId === null) throw wrongField('brandId', categoryTexts.brandMissing)
    if (!nodes.some((node) => node.id === brandId && node.brandId === null))
      throw wrongField('brandId', categoryTexts.noSuchBrand)
    const where = { brandId, parentId }
    refuseTaken(nodes, where, name)
    const position = lastOf(siblingsOf(nodes, where)) + 1
    const after = await insertCategory(t, { brand_id: brandId, parent_id: parentId, name, position })
    await audit(t, { userId: caller.userId, action: 'create', entity: 'category', entityId: after.id, after })
    await raiseCatalogueVersion(t, publish)
    return nodeOf(t, after.id, false)
  })
}

export interface Renaming {
  id: number
  name: string
  /** Whether a brand is sold by whole bultos (R364); undefined leaves it as it is. */
  wholePacks?: boolean | undefined
  version?: number | undefined
}

/** Changes a node. @throws Refusal 404, 409 when somebody else changed it (R41) or another node of the branch has the name */
export function rename(
  db: Db,
  caller: Caller,
  entity: 'brand' | 'category',
  { id, name, wholePacks, version }: Renaming,
): Promise<Node> {
  return db.tx(async (t, publish) => {
    await lockTree(t)
    const before = await lockRecord(t, entity, id, version)
    const nodes = await readNodes(t)
    const isBrand = entity === 'brand'
    const renamed = nodes.find((node) => node.id === id && (node.brandId === null) === isBrand)
    if (renamed) refuseTaken(nodes, renamed, name, id)
    const changes = { name, ...(isBrand && wholePacks !== undefined && { whole_packs: wholePacks }) }
    await auditedUpdate(t, { userId: caller.userId, entity, entityId: id, before, changes })
    await raiseCatalogueVersion(t, publish)
    return nodeOf(t, id, isBrand)
  })
}
