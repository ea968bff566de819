import { saleLineOf } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import {
  type Address,
  clientAddresses,
  clientAddressesByQuery,
  clientSaleTerms,
  isAdmin,
  userAddresses,
} from '../../../contract/users.ts'
import type { Db } from '../../db/open.ts'
import { clientOf } from '../../http/access.ts'
import { notFound } from '../../http/errors.ts'
import { type App, route } from '../../http/route.ts'
import { findClientTerms, findUserType, listClientAddresses, listUserAddresses } from './users.queries.ts'

export function usersRoutes(app: App, { db }: { db: Db }): void {
  const addressesOfClient = async (clientId: number): Promise<Address[]> => {
    if (clientId === NO_CLIENT) return []
    const rows = await listClientAddresses(db.kysely, clientId)
    return rows.map(({ province_id, ...address }) => ({ ...address, provinceId: province_id }))
  }

  route(app, isAdmin, async ({ params }) => (await findUserType(db.kysely, params.userId))?.type === 'admin')
  route(app, clientAddresses, ({ params, caller }) => addressesOfClient(clientOf(caller, params.clientId)))
  route(app, clientAddressesByQuery, ({ query, caller }) =>
    addressesOfClient(clientOf(caller, query.clientId)),
  )
  route(app, userAddresses, async ({ params }) => {
    const rows = await listUserAddresses(db.kysely, params.userId)
    return rows.map(({ province_id, ...address }) => ({ ...address, provinceId: province_id }))
  })
  route(app, clientSaleTerms, async ({ params }) => {
    const client = await findClientTerms(db.kysely, params.clientId)
    if (!client) throw notFound()
    return { condition: client.sale_condition, line: saleLineOf(client.sale_condition) }
  })
}
