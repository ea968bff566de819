import * as calls from '../../../contract/usual-order.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Catalogue } from '../catalogue/catalogue.service.ts'
import { takenOf, usualOrderOf } from './usual-order.service.ts'

export function usualOrderRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, calls.takenArticles, ({ query, caller }) =>
    takenOf(db.kysely, caller, clientOf(caller, query.clientId)),
  )
  route(app, calls.usualOrder, ({ query, caller }) =>
    usualOrderOf(db.kysely, catalogue, caller, clientOf(caller, query.clientId)),
  )
}
