import { getClientAccount } from '../../../contract/client-account.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { accountOf } from './client-account.service.ts'

export function clientAccountRoutes(app: App, { db }: { db: Db }): void {
  route(app, getClientAccount, ({ query, caller }) => accountOf(db.kysely, clientOf(caller, query.clientId)))
}
