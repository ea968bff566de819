import * as calls from '../../../contract/category-manager.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { malformed } from '../../refusal.ts'
import { createBrand, createCategory, rename } from './category-manager.service.ts'
import { deleteNode, restoreDeleted } from './deletion.service.ts'
import { listBranch, listNodes, listPlace, moveCategory, orderArticles, orderNodes } from './order.service.ts'

/** A list of thousands of ids is larger than other bodies. */
const ORDER_LIMIT = 2 * 1024 * 1024

export function categoryManagerRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.listNodes, () => listNodes(db.kysely))
  route(app, calls.createBrand, ({ query, caller }) => createBrand(db, caller, query.name))
  route(app, calls.createCategory, ({ body, caller }) => createCategory(db, caller, body))
  route(app, calls.renameBrand, ({ query, caller }) => rename(db, caller, 'brand', query))
  route(app, calls.renameCategory, ({ query, caller }) => rename(db, caller, 'category', query))
  route(app, calls.deleteBrand, ({ query, caller }) => deleteNode(db, caller, 'brand', query))
  route(app, calls.deleteCategory, ({ query, caller }) => deleteNode(db, caller, 'category', query))
  route(app, calls.restoreDeleted, ({ params, caller }) => restoreDeleted(db, caller, params.id))
  route(app, calls.orderBrands, ({ query: { categoryId, position }, body, caller }) => {
    const byQuery = categoryId !== undefined && position !== undefined
    if (byQuery && body.length === 0) return moveCategory(db, caller, categoryId, position)
    if (categoryId === undefined && position === undefined && body.length > 0)
      return orderNodes(db, caller, 'brands', body)
    throw malformed(calls.categoryTexts.idOrList)
  })
  route(app, calls.orderCategories, ({ body, caller }) => orderNodes(db, caller, 'categories', body))
  route(app, calls.orderSubcategories, ({ body, caller }) => orderNodes(db, caller, 'subcategories', body))
  route(app, calls.listBranch, ({ query }) => listBranch(db.kysely, query))
  route(app, calls.listPlace, ({ query }) => listPlace(db.kysely, query))
  route(app, calls.orderArticles, ({ body, caller }) => orderArticles(db, caller, body), {
    bodyLimit: ORDER_LIMIT,
  })
}
