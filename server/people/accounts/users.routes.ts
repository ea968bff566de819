import { saleLineOf } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import * as calls from '../../../contract/users.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { notFound } from '../../refusal.ts'
import { findClientTerms, findUserType, listClientAddresses, listUserAddresses } from './users.queries.ts'

export function usersRoutes(app: App, { db }: { db: Db }): void {
  const addressesOf = (clientId: number): Promise<calls.Address[]> | calls.Address[] =>
    clientId === NO_CLIENT ? [] : listClientAddresses(db.kysely, clientId)

  route(app, calls.isAdmin, async ({ params }) => {
    const found = await findUserType(db.kysely, params.userId)
    return found !== undefined && roles[found.type].administers
  })
  route(app, calls.clientAddresses, ({ params, caller }) => addressesOf(clientOf(caller, params.clientId)))
  route(app, calls.clientAddressesByQuery, ({ query, caller }) => addressesOf(clientOf(caller, query.clientId)))
  route(app, calls.userAddresses, ({ params }) => listUserAddresses(db.kysely, params.userId))
  route(app, calls.clientSaleTerms, async ({ params }) => {
    const client = await findClientTerms(db.kysely, params.clientId)
    if (!client) throw notFound()
    return { condition: client.sale_condition, line: saleLineOf(client.sale_condition) }
  })
}
