/** Deleting a part of the tree, and taking that back (R34, R213). */
import type { Transaction } from 'kysely'
import { categoryTexts, type Deletion, type Restored } from '../../../contract/category-manager.ts'
import { movedTo } from '../../../contract/order.ts'
import { auditAll, beginBatch, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict, notFound } from '../../refusal.ts'
import { refuseTaken } from './category-manager.service.ts'
import { branchOf, putInOrder, shifted } from './order.service.ts'
import * as queries from './tree.queries.ts'

type Tx = Transaction<Tables>
type Entity = 'brand' | 'category'

/** The kinds of batch: a deletion in the tree, and its undo. */
const DELETED = 'tree-delete'
const RESTORED = 'tree-restore'

/**
 * Deletes a brand, category or subcategory with all categories below it. Articles of a subcategory stay in its category,
 * those of a category in its brand; those of a brand become unassigned. Siblings close up.
 * @throws Refusal 404, 409 when somebody else changed it (R41)
 */
export function deleteNode(
  db: Db,
  caller: Caller,
  entity: Entity,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Deletion> {
  return db.tx(async (t, publish) => {
    await queries.lockTree(t)
    const row = await lockRecord(t, entity, id, version)
    const nodes = await queries.readNodes(t)
    const below = nodes.filter((node) =>
      entity === 'brand' ? node.brandId === id : node.parentId === id && node.brandId !== null,
    )
    const isSubcategory = 'parent_id' in row && row.parent_id !== null
    const column = entity === 'brand' ? 'brand_id' : isSubcategory ? 'subcategory_id' : 'category_id'
    const listings = await queries.lockListings(t, column, id)
    const emptied = {
      ...(column === 'brand_id' && { brand_id: null }),
      ...(column !== 'subcategory_id' && { category_id: null }),
      subcategory_id: null,
    }
    await queries.clearListings(
      t,
      listings.map((listing) => listing.id),
      emptied,
    )
    await queries.deleteNodes(
      t,
      'category',
      below.map((node) => node.id),
    )
    await queries.deleteNodes(t, entity, [id])

    const branch = branchOf(await queries.readNodes(t), whereOf(row))
    const order = branch.members.map((member) => member.id)
    const rows = 1 + below.length + listings.length + shifted(branch, order).length
    const batchId = await beginBatch(t, caller.userId, DELETED, rows)
    const entry = { userId: caller.userId, batchId }
    await auditAll(t, [
      { ...entry, action: 'delete', entity, entityId: id, before: row },
      ...below.map((node) => ({
        ...entry,
        action: 'delete',
        entity: 'category' as const,
        entityId: node.id,
        before: {
          id: node.id,
          brand_id: node.brandId,
          parent_id: node.parentId,
          name: node.name,
          position: node.position,
          version: node.version,
        },
      })),
      ...listings.map(({ id: _, article_id, ...before }) => ({
        ...entry,
        action: 'update',
        entity: 'product' as const,
        entityId: article_id,
        before,
        after: { ...before, ...emptied },
      })),
    ])
    await putInOrder(t, caller, branch, order, batchId)
    await raiseCatalogueVersion(t, publish)
    return { id: batchId, articles: listings.length, below: below.length }
  })
}

/** The branch that a stored brand or category belongs to. */
const whereOf = (row: object) => {
  const { brand_id = null, parent_id = null } = row as { brand_id?: number | null; parent_id?: number | null }
  return { brandId: brand_id, parentId: parent_id }
}

interface StoredRow {
  id: number
  name: string
  position: number
}

/**
 * Takes a deletion back: restores the nodes with their ids, names and positions, and assigns their articles to them again.
 * Articles that were assigned elsewhere meanwhile stay there.
 * @throws Refusal 404, 409 when it was taken back already, its name is taken, or what contained it is gone
 */
export function restoreDeleted(db: Db, caller: Caller, id: number): Promise<Restored> {
  return db.tx(async (t, publish) => {
    await queries.lockTree(t)
    const batch = await queries.lockBatch(t, id, DELETED)
    if (!batch) throw notFound()
    if (batch.undone_at !== null) throw conflict(categoryTexts.undone)
    const entries = await queries.readBatch(t, id)
    const deleted = entries.filter(({ action }) => action === 'delete')
    const rowsOf = (entity: Entity) =>
      deleted.filter((entry) => entry.entity === entity).map(({ before }) => before as StoredRow)
    const [top] = deleted
    if (!top) throw new Error(`Deletion ${id} tells nothing`)
    const nodes = await queries.readNodes(t)
    const row = top.before as StoredRow
    const where = whereOf(row)
    const isStored = (nodeId: number | null, isBrand: boolean) =>
      nodeId === null || nodes.some((node) => node.id === nodeId && (node.brandId === null) === isBrand)
    if (!isStored(where.brandId, true) || !isStored(where.parentId, false)) throw conflict(categoryTexts.containerGone)
    refuseTaken(nodes, where, row.name)
    await queries.reinsertBrands(t, rowsOf('brand'))
    await queries.reinsertCategories(t, rowsOf('category'))

    const moves = entries
      .filter(({ entity }) => entity === 'product')
      .map(({ entity_id, before, after }) => ({
        article_id: Number(entity_id),
        left: after as queries.ArticleBranch,
        back: before as queries.ArticleBranch,
      }))
    const restoredIds = await queries.reassign(t, moves)
    const branch = branchOf(await queries.readNodes(t), where)
    const others = branch.members.map((member) => member.id).filter((memberId) => memberId !== row.id)
    const order = movedTo([...others, row.id], others.length, row.position)
    const rows = deleted.length + restoredIds.size + shifted(branch, order).length
    const batchId = await beginBatch(t, caller.userId, RESTORED, rows)
    await logRestored(t, {
      userId: caller.userId,
      batchId,
      deleted,
      moves: moves.filter(({ article_id }) => restoredIds.has(article_id)),
    })
    await putInOrder(t, caller, branch, order, batchId)
    await queries.markUndone(t, id, caller.userId)
    await raiseCatalogueVersion(t, publish)
    return { articles: restoredIds.size, leftOut: moves.length - restoredIds.size }
  })
}

interface RestoredLog {
  userId: number
  batchId: number
  deleted: Awaited<ReturnType<typeof queries.readBatch>>
  moves: readonly { article_id: number; left: queries.ArticleBranch; back: queries.ArticleBranch }[]
}

const logRestored = (t: Tx, { userId, batchId, deleted, moves }: RestoredLog) =>
  auditAll(t, [
    ...deleted.map(({ entity, entity_id, before }) => ({
      userId,
      batchId,
      action: 'undo',
      entity,
      entityId: entity_id,
      after: before as Record<string, unknown>,
    })),
    ...moves.map(({ article_id, left, back }) => ({
      userId,
      batchId,
      action: 'undo',
      entity: 'product' as const,
      entityId: article_id,
      before: { ...left },
      after: { ...back },
    })),
  ])
