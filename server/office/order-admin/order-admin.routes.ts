import * as calls from '../../../contract/order-admin.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { deleteCarts, restoreCarts } from '../../ordering/ordering.ts'
import { waitingCarts } from '../../people/people.ts'
import { articlesSheet, historySheet } from './order-admin.headings.ts'
import { historicArticles, historicClients, historyPage, wholeHistory } from './order-admin.service.ts'

export function orderAdminRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.listCarts, ({ caller }) => waitingCarts(db.kysely, caller))
  route(app, calls.deleteCarts, ({ caller }) => db.tx(async (t) => (await deleteCarts(t, caller.userId)).carts))
  route(app, calls.restoreCarts, ({ caller }) => restoreCarts(db, caller.userId))
  route(app, calls.listHistory, ({ query, caller }) => historyPage(db.kysely, caller, query), {
    sheet: { ...historySheet, rows: ({ query, caller }) => wholeHistory(db.kysely, caller, query) },
  })
  route(app, calls.listHistoricClients, ({ query, caller }) => historicClients(db.kysely, caller, query))
  route(app, calls.listHistoricArticles, ({ query, caller }) => historicArticles(db.kysely, caller, query), {
    sheet: { ...articlesSheet, rows: ({ query, caller }) => historicArticles(db.kysely, caller, query) },
  })
}
