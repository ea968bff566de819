import {
  findClients,
  getClient,
  getClientByCode,
  getClientZone,
  listAllPendingCarts,
  listClients as listClientsCall,
  listPendingCarts as listPendingCartsCall,
  listSellersClients,
} from '../../../contract/clients.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { findClient, findClientByCode, findZone, listClients, listPendingCarts } from './clients.queries.ts'
import { scopeOf, searchClients, sellersCarts, sellersClients } from './clients.service.ts'

export function clientsRoutes(app: App, { db }: { db: Db }): void {
  route(app, listSellersClients, ({ query, caller }) => sellersClients(db.kysely, caller, query.userId))
  route(app, listClientsCall, ({ caller }) => listClients(db.kysely, scopeOf(caller)))
  route(app, findClients, ({ query, caller }) => searchClients(db.kysely, caller, query))
  route(app, getClient, async ({ query }) =>
    query.id === undefined ? null : ((await findClient(db.kysely, query.id)) ?? null),
  )
  route(
    app,
    getClientByCode,
    async ({ query, caller }) =>
      (await findClientByCode(db.kysely, scopeOf(caller), query.code.trim())) ?? null,
  )
  route(app, getClientZone, ({ query }) => (query.id === undefined ? null : findZone(db.kysely, query.id)))
  route(app, listPendingCartsCall, ({ query, caller }) => sellersCarts(db.kysely, caller, query.userId))
  route(app, listAllPendingCarts, ({ caller }) => listPendingCarts(db.kysely, scopeOf(caller)))
}
