import * as calls from '../../../contract/usual-order.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { type Habits, takenOf, usualOrderOf } from './usual-order.service.ts'

export function usualOrderRoutes(
  app: App,
  { db, catalogue, habits }: { db: Db; catalogue: Catalogue; habits: Habits },
): void {
  route(app, calls.takenArticles, async ({ query, caller }) =>
    takenOf(await habits.of(caller, clientOf(caller, query.clientId))),
  )
  route(app, calls.usualOrder, async ({ query, caller }) => {
    const clientId = clientOf(caller, query.clientId)
    return usualOrderOf(db, catalogue, clientId, await habits.of(caller, clientId))
  })
}
