import { handleNewUserOrder, listNewUserOrders } from '../../../contract/new-user-orders.ts'
import { changeOrder, getOrderToChange, getOrderVersions } from '../../../contract/order-changes.ts'
import * as calls from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { cancelOrder } from './cancel-order.service.ts'
import * as changes from './change-order.service.ts'
import { createOrder } from './create-order.service.ts'
import { letGoOrder } from './held-orders.service.ts'
import { listNewUserOrders as listWaiting } from './new-user-orders.queries.ts'
import * as newUserOrders from './new-user-orders.service.ts'
import { lastAddressId, lastOrderNumber, listOrderLines } from './orders.queries.ts'
import { myOrders, orderDetail, requireOrder, requireOrderToChange } from './orders.service.ts'
import type { OrderEffects } from './place-order.service.ts'
import { repeatOrder } from './repeat-order.service.ts'

interface Parts {
  db: Db
  catalogue: Catalogue
  effects: OrderEffects
}

export function ordersRoutes(app: App, { db, catalogue, effects }: Parts): void {
  route(app, calls.createOrder, ({ query, body, caller, request }) =>
    createOrder(db, effects, caller, {
      clientId: clientOf(caller, query.clientId),
      addressId: query.addressId ?? calls.NO_ADDRESS,
      note: query.note,
      condition: query.condition ?? calls.OWN_CONDITION,
      shownTotal: query.shownTotal,
      idempotencyKey: idempotencyKey(request),
      ruleReason: query.ruleReason,
      shown: body.lines ? { lines: body.lines, known: body.known ?? null } : null,
    }),
  )
  route(app, calls.myOrders, ({ query, caller }) => myOrders(db.kysely, caller, query))
  route(app, calls.getOrderLines, async ({ params, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return listOrderLines(db.kysely, params.id)
  })
  route(app, calls.getOrder, async ({ params, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return orderDetail(db.kysely, caller, params.id)
  })
  route(app, calls.cancelOrder, async ({ params, body, caller }) => {
    await requireOrderToChange(db.kysely, caller, params.id, app.reach)
    return cancelOrder(db, caller, params.id, body.reason)
  })
  route(app, getOrderToChange, async ({ params, caller }) => {
    await requireOrderToChange(db.kysely, caller, params.id, app.reach)
    return changes.orderToChange(db, caller, params.id)
  })
  route(app, changeOrder, async ({ params, body, caller, request }) => {
    await requireOrderToChange(db.kysely, caller, params.id, app.reach)
    return changes.changeOrder(db, caller, params.id, { ...body, key: idempotencyKey(request) })
  })
  route(app, getOrderVersions, async ({ params, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return changes.orderVersions(db.kysely, caller, params.id)
  })
  route(app, calls.letGoOrder, async ({ params, body, caller }) => {
    await requireOrderToChange(db.kysely, caller, params.id, app.reach)
    return letGoOrder(db, caller, params.id, { reason: body.reason, hasErp: !effects.numberedHere })
  })
  route(app, calls.repeatOrder, async ({ params, body, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    const cart = { catalogue, caller, clientId: clientOf(caller, body.clientId) }
    return repeatOrder(db, cart, {
      orderId: params.id,
      clearCart: body.clearCart ?? false,
      onlyMissing: body.onlyMissing ?? false,
    })
  })
  route(app, listNewUserOrders, () => listWaiting(db.kysely))
  route(app, handleNewUserOrder, ({ params, body, caller }) =>
    newUserOrders.markHandled(db, caller, params.id, body.handled),
  )
  route(app, calls.lastOrderNumber, ({ caller }) => lastOrderNumber(db.kysely, { userId: caller.userId }))
  /** The owner of last orders. All users without an ERP client share NO_CLIENT, so each is found by the user's id. */
  const ordersOf = (userId: number, clientId: number) => (clientId === NO_CLIENT ? { userId } : { clientId })
  route(app, calls.lastClientOrderNumber, ({ query, caller }) =>
    lastOrderNumber(db.kysely, ordersOf(caller.userId, clientOf(caller, query.clientId))),
  )
  route(app, calls.lastDelivery, ({ query, caller }) =>
    lastAddressId(db.kysely, ordersOf(caller.userId, clientOf(caller, query.clientId))),
  )
}
