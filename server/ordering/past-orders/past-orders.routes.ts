import * as calls from '../../../contract/past-orders.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { pastOrderOf, pastOrders, repeatPast } from './past-orders.service.ts'

export function pastOrdersRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, calls.listPastOrders, ({ query, caller }) => pastOrders(db.kysely, caller, query))
  route(app, calls.getPastOrder, ({ params, caller }) => pastOrderOf(db.kysely, caller, params.id, app.reach))
  route(app, calls.repeatPastOrder, async ({ params, body, caller }) => {
    await pastOrderOf(db.kysely, caller, params.id, app.reach)
    const cart = { catalogue, caller, clientId: clientOf(caller, body.clientId) }
    return repeatPast(db, cart, { id: params.id, clearFirst: body.clearCart ?? false })
  })
}
