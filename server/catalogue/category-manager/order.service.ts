/** Putting one branch in another order: brands, a brand's categories, a category's subcategories, a place's articles. */
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { mediaColumns } from '../../../contract/catalogue.ts'
import {
  branchChanged,
  categoryTexts,
  type Node,
  type OrderedArticle,
  type WantedPosition,
} from '../../../contract/category-manager.ts'
import { inOrder, movedTo } from '../../../contract/order.ts'
import { PAGE_SIZE, UNASSIGNED_BRAND, WITHOUT_CATEGORY } from '../../../contract/rules.ts'
import { auditAll, beginBatch, lastChangeAmong } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict, malformed, notFound } from '../../refusal.ts'
import { articlesOf, type BranchFilter, findPlace, lockPlace, readArticles, writePositions } from './order.queries.ts'
import { countPlaces, lockTree, readNodes, type StoredNode } from './tree.queries.ts'

type Tx = Transaction<Tables>

/** A brand, category or listing of a branch. `recordId` is its id in the log: for a listing, the article's. */
interface Member {
  id: number
  recordId: number
  name: string
  position: number
}
/** A locked branch in its order. */
export interface Branch {
  table: 'brand' | 'category' | 'listing'
  members: readonly Member[]
}
const entityOf = { brand: 'brand', category: 'category', listing: 'product' } as const

/** Columns that decide where a row stands: whoever changed one of them changed the order. */
const ORDERING = ['position', 'brand_id', 'category_id', 'subcategory_id', 'parent_id']

/** The branch of brands (`brandId` null), of a brand's categories, or of a category's subcategories. */
export function branchOf(
  nodes: readonly StoredNode[],
  { brandId, parentId }: Pick<StoredNode, 'brandId' | 'parentId'>,
): Branch {
  const members = nodes.filter((node) => node.brandId === brandId && node.parentId === parentId)
  return {
    table: brandId === null ? 'brand' : 'category',
    members: members.map(({ id, name, position }) => ({ id, recordId: id, name, position })),
  }
}

/** The members that get another position when the whole branch is put in the order of `ids`. */
export function shifted({ members }: Branch, ids: readonly number[]): (Member & { to: number })[] {
  const memberById = new Map(members.map((member) => [member.id, member]))
  return ids.flatMap((id, at) => {
    const member = memberById.get(id)
    return member && member.position !== at + 1 ? [{ ...member, to: at + 1 }] : []
  })
}

/**
 * Gives the members of a branch the positions 1 to n in the order of `ids`, which must name them all. Each member that moves
 * is told in the log, since its version rises (R41). Answers how many moved.
 */
export async function putInOrder(
  t: Tx,
  caller: Caller,
  branch: Branch,
  ids: readonly number[],
  ofBatch?: number,
): Promise<number> {
  const changed = shifted(branch, ids)
  if (changed.length === 0) return 0
  await writePositions(t, branch.table, ids)
  const batchId = ofBatch ?? (await beginBatch(t, caller.userId, 'order', changed.length))
  await auditAll(
    t,
    changed.map(({ recordId, position, to }) => ({
      userId: caller.userId,
      batchId,
      action: 'reorder',
      entity: entityOf[branch.table],
      entityId: recordId,
      before: { position },
      after: { position: to },
    })),
  )
  return changed.length
}

/**
 * Puts a branch in the order of `places`, if they are the whole branch as it is stored. Answers how many members moved.
 * @throws Refusal 400 for an id that is listed twice, 409 with the branch as it is and who changed it (R40, R41)
 */
async function reorder(t: Tx, caller: Caller, branch: Branch, places: readonly WantedPosition[]): Promise<number> {
  const asked = new Map(places.map((place) => [place.id, place]))
  if (asked.size < places.length) throw malformed(categoryTexts.repeated)
  const stored = new Map(branch.members.map((member) => [member.id, member]))
  const missing = branch.members.filter(({ id }) => !asked.has(id))
  const unknownIds = places.filter(({ id }) => !stored.has(id)).map(({ id }) => id)
  const moved = places.flatMap(({ id, seen }) => {
    const member = stored.get(id)
    return member && seen !== undefined && seen !== member.position ? [member] : []
  })
  if (missing.length + unknownIds.length + moved.length > 0) {
    const unknownRecordIds = branch.table === 'listing' ? await articlesOf(t, unknownIds) : unknownIds
    const entityIds = [...[...missing, ...moved].map(({ recordId }) => recordId), ...unknownRecordIds]
    throw await changedMeanwhile(t, branch, entityIds, missing.length + unknownIds.length > 0)
  }
  return putInOrder(t, caller, branch, inOrder(places))
}

async function changedMeanwhile(t: Tx, { table, members }: Branch, entityIds: readonly number[], incomplete: boolean) {
  const last = await lastChangeAmong(t, { entity: entityOf[table], entityIds, columns: ORDERING })
  const branch = members.map(({ id, position, name }) => ({ id, position, name }))
  return conflict(incomplete ? categoryTexts.orderIncomplete : categoryTexts.orderChanged, [
    z.encode(branchChanged, { by: last?.by ?? '', at: last?.at ?? null, branch }),
  ])
}

/** The tree with how many articles stand in each place. */
export async function listNodes(db: Queryable): Promise<Node[]> {
  const [nodes, places] = [await readNodes(db), await countPlaces(db)]
  const keyOf = (...ids: (number | null)[]) => ids.join('/')
  const counts = new Map(
    places.map(({ brand_id, category_id, subcategory_id, count }) => [
      keyOf(brand_id, category_id, subcategory_id),
      count,
    ]),
  )
  return nodes.map((node) => {
    const { id, brandId, parentId } = node
    const key =
      brandId === null
        ? keyOf(id, null, null)
        : parentId === null
          ? keyOf(brandId, id, null)
          : keyOf(brandId, parentId, id)
    return { ...node, count: counts.get(key) ?? 0 }
  })
}

const nodesOf = async (t: Tx, { brandId, parentId }: Pick<StoredNode, 'brandId' | 'parentId'>) =>
  (await listNodes(t)).filter((node) => node.brandId === brandId && node.parentId === parentId)

/** The kinds of branch: all brands, the categories of one brand, the subcategories of one category. */
export type Level = 'brands' | 'categories' | 'subcategories'
const isAtLevel: Record<Level, (node: StoredNode) => boolean> = {
  brands: ({ brandId }) => brandId === null,
  categories: ({ brandId, parentId }) => brandId !== null && parentId === null,
  subcategories: ({ parentId }) => parentId !== null,
}

/**
 * Orders a whole branch of the tree; the ids say which. Answers the branch in the new order.
 * @throws Refusal 404 when no id is of this level, 400 and 409 as `reorder`
 */
export function orderNodes(db: Db, caller: Caller, level: Level, places: readonly WantedPosition[]): Promise<Node[]> {
  return db.tx(async (t, publish) => {
    await lockTree(t)
    const nodes = await readNodes(t)
    const first = places.map(({ id }) => nodes.find((node) => node.id === id && isAtLevel[level](node))).find(Boolean)
    if (!first) throw notFound()
    if ((await reorder(t, caller, branchOf(nodes, first), places)) > 0) await raiseCatalogueVersion(t, publish)
    return nodesOf(t, first)
  })
}

/** Takes one category or subcategory to a position; its siblings make room (R204). @throws Refusal 404 */
export function moveCategory(db: Db, caller: Caller, id: number, position: number): Promise<Node[]> {
  return db.tx(async (t, publish) => {
    await lockTree(t)
    const nodes = await readNodes(t)
    const moved = nodes.find((node) => node.id === id && node.brandId !== null)
    if (!moved) throw notFound()
    const branch = branchOf(nodes, moved)
    const ids = branch.members.map((member) => member.id)
    if ((await putInOrder(t, caller, branch, movedTo(ids, ids.indexOf(id), position))) > 0)
      await raiseCatalogueVersion(t, publish)
    return nodesOf(t, moved)
  })
}

type Row = Awaited<ReturnType<typeof readArticles>>[number]
const articleOf = ({ file, total: _, ...row }: Row): OrderedArticle => {
  const { media1, image } = mediaColumns(row.articleId, [file])
  return { ...row, media1, image }
}

interface Levels {
  brandId?: number | undefined
  categoryId?: number | undefined
  subcategoryId?: number | undefined
}
/** An id, or null for what the wire writes as `none`. */
const levelOf = (id: number | undefined, none: number): number | null | undefined => (id === none ? null : id)

/** Articles below a brand, category or subcategory, in the catalogue's order; without `page` all of them. */
export async function listBranch(
  db: Queryable,
  { page, ...levels }: Levels & { page?: number | undefined },
): Promise<OrderedArticle[]> {
  const filter: BranchFilter = {
    brand: levelOf(levels.brandId, UNASSIGNED_BRAND),
    category: levelOf(levels.categoryId, WITHOUT_CATEGORY),
    subcategory: levels.subcategoryId,
  }
  const rows = await readArticles(
    db,
    filter,
    page === undefined ? undefined : { offset: page * PAGE_SIZE, limit: PAGE_SIZE },
  )
  return rows.map((row, at) => ({ ...articleOf(row), ...(at === 0 && { total: row.total }) }))
}

/** Articles of exactly one place in the tree: those that have no level which is not given. */
export async function listPlace(db: Queryable, levels: Levels): Promise<OrderedArticle[]> {
  const rows = await readArticles(db, {
    brand: levelOf(levels.brandId, UNASSIGNED_BRAND) ?? null,
    category: levelOf(levels.categoryId, WITHOUT_CATEGORY) ?? null,
    subcategory: levels.subcategoryId || null,
  })
  return rows.map(articleOf)
}

/**
 * Orders all articles of one place; the ids of their listings say which. Answers the articles in the new order.
 * @throws Refusal 404 when there is no such listing, 400 and 409 as `reorder`
 */
export function orderArticles(db: Db, caller: Caller, places: readonly WantedPosition[]): Promise<OrderedArticle[]> {
  return db.tx(async (t, publish) => {
    const ids = places.map(({ id }) => id)
    const stored = await findPlace(t, ids)
    if (!stored) throw notFound()
    await lockPlace(t, stored)
    const place = { brand: stored.brand_id, category: stored.category_id, subcategory: stored.subcategory_id }
    const members = (await readArticles(t, place)).map((row) => ({
      id: row.id,
      recordId: row.articleId,
      name: `${row.code} ${row.description}`,
      position: row.position,
    }))
    if ((await reorder(t, caller, { table: 'listing', members }, places)) > 0) await raiseCatalogueVersion(t, publish)
    return (await readArticles(t, place)).map(articleOf)
  })
}
