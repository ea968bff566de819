import { getOrderTerms } from '../../../contract/order-amounts.ts'
import * as calls from '../../../contract/order-rules.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import * as service from './order-rules.service.ts'

export function orderRulesRoutes(app: App, { db }: { db: Db }): void {
  route(app, getOrderTerms, ({ query, caller }) =>
    service.orderTermsFor(db.kysely, caller, clientOf(caller, query.clientId)),
  )
  route(app, calls.listOrderRules, () => service.orderRules(db.kysely))
  route(app, calls.createOrderRule, ({ body, caller }) => service.createOrderRule(db, caller, body))
  route(app, calls.changeOrderRule, ({ params, body, caller }) => service.changeOrderRule(db, caller, params.id, body))
  route(app, calls.deleteOrderRule, ({ params, query, caller }) =>
    service.deleteOrderRule(db, caller, params.id, query.version),
  )
}
