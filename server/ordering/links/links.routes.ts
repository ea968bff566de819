import * as calls from '../../../contract/links.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import * as service from './links.service.ts'

export function linksRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.listLinks, ({ query, caller }) => service.links(db.kysely, caller, clientOf(caller, query.clientId)))
  route(app, calls.withdrawLink, ({ params, caller }) => service.withdrawLink(db, caller, app.reach, params.id))
}
