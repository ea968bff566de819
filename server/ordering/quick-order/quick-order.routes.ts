import * as calls from '../../../contract/quick-order.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { reviewText } from './quick-order.service.ts'

export function quickOrderRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, calls.reviewQuick, ({ body, caller }) =>
    reviewText(db.kysely, catalogue, caller, clientOf(caller, body.clientId), body),
  )
}
