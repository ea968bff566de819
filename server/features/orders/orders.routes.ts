import type { FastifyRequest } from 'fastify'
import {
  createOrder as createOrderCall,
  getOrderLines,
  lastClientOrderNumber,
  lastOrderNumber as lastOrderNumberCall,
  myOrders as myOrdersCall,
  NO_ADDRESS,
  OWN_CONDITION,
  repeatOrder as repeatOrderCall,
} from '../../../contract/orders.ts'
import type { Db } from '../../db/open.ts'
import { clientOf } from '../../http/access.ts'
import { malformed } from '../../http/errors.ts'
import { type App, route } from '../../http/route.ts'
import { createOrder, type OrderEffects } from './create-order.service.ts'
import { lastOrderNumber, listOrderLines } from './orders.queries.ts'
import { myOrders, requireOrder } from './orders.service.ts'
import { repeatOrder } from './repeat-order.service.ts'

export function ordersRoutes(app: App, { db, effects }: { db: Db; effects: OrderEffects }): void {
  route(app, createOrderCall, ({ query, caller, request }) =>
    createOrder(db, effects, caller, {
      clientId: clientOf(caller, query.clientId),
      addressId: query.addressId ?? NO_ADDRESS,
      note: query.note,
      condition: query.condition ?? OWN_CONDITION,
      shownTotal: query.shownTotal,
      idempotencyKey: idempotencyKey(request),
    }),
  )
  route(app, myOrdersCall, ({ query, caller }) => myOrders(db.kysely, caller, query.page))
  route(app, getOrderLines, async ({ params, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return listOrderLines(db.kysely, params.id)
  })
  route(app, repeatOrderCall, async ({ params, body, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return repeatOrder(db, caller, {
      orderId: params.id,
      clientId: clientOf(caller, body.clientId),
      clearCart: body.clearCart ?? false,
    })
  })
  route(app, lastOrderNumberCall, ({ caller }) => lastOrderNumber(db.kysely, { userId: caller.userId }))
  route(app, lastClientOrderNumber, ({ query, caller }) =>
    lastOrderNumber(db.kysely, { clientId: clientOf(caller, query.clientId) }),
  )
}

/** The key of an order request: any visible text up to 200 characters; null when the caller sent none. */
function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw malformed(undefined, [{ field: 'Idempotency-Key', message: 'Valor no válido' }])
  }
  return key
}
