import { nameBranch } from '../../../contract/branch-orders.ts'
import * as calls from '../../../contract/clients.ts'
import { clientOf, scopeOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { findClient, findClientByCode, findZone, listClients } from './clients.queries.ts'
import { clientsForOrders, searchClients, sellersCarts, sellersClients, waitingCarts } from './clients.service.ts'
import * as service from './name-branch.service.ts'

export function clientsRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.listSellersClients, ({ query, caller }) => sellersClients(db.kysely, caller, query.userId))
  route(app, calls.listClients, ({ caller }) => listClients(db.kysely, scopeOf(caller)))
  route(app, calls.listClientsForOrders, ({ caller }) => clientsForOrders(db.kysely, caller))
  route(app, calls.findClients, ({ query, caller }) => searchClients(db.kysely, caller, query))
  route(app, calls.getClient, async ({ query }) =>
    query.id === undefined ? null : ((await findClient(db.kysely, query.id)) ?? null),
  )
  route(
    app,
    calls.getClientByCode,
    async ({ query, caller }) => (await findClientByCode(db.kysely, scopeOf(caller), query.code.trim())) ?? null,
  )
  route(app, calls.getClientZone, ({ query }) => (query.id === undefined ? null : findZone(db.kysely, query.id)))
  route(app, nameBranch, ({ params, body, caller }) =>
    service.nameBranch(db, caller, {
      clientId: clientOf(caller, body.clientId),
      addressId: params.id,
      name: body.name,
    }),
  )
  route(app, calls.listPendingCarts, ({ query, caller }) => sellersCarts(db.kysely, caller, query.userId))
  route(app, calls.listAllPendingCarts, ({ caller }) => waitingCarts(db.kysely, caller))
}
