import * as calls from '../../../contract/product-manager.ts'
import { UNASSIGNED_BRAND } from '../../../contract/rules.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { articlesSheet } from './articles.headings.ts'
import { managedProduct, managedProducts } from './product-manager.service.ts'
import { changeListing, listArticle } from './save-listing.service.ts'

export function productManagerRoutes(app: App, { db }: { db: Db }): void {
  route(
    app,
    calls.filterListings,
    ({ query: { page, size, ...filter } }) => managedProducts(db.kysely, filter, { page, size }),
    {
      sheet: { ...articlesSheet, rows: ({ query }) => managedProducts(db.kysely, query) },
    },
  )
  route(app, calls.listUnassigned, ({ query: { page, text } }) =>
    managedProducts(
      db.kysely,
      { text, brandId: UNASSIGNED_BRAND, order: 'default' },
      page === undefined ? undefined : { page },
    ),
  )
  route(app, calls.getManagedProduct, ({ params }) => managedProduct(db.kysely, params.articleId))
  route(app, calls.createListing, ({ body, caller }) => listArticle(db, caller, body))
  route(app, calls.updateListing, async ({ params, body, caller }) => {
    await changeListing(db, caller, params.id, body)
    return true
  })
}
