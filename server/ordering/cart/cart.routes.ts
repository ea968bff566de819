import { countCart, deleteCart, deleteCartLine, getCart, getSimpleCart } from '../../../contract/cart.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { type App, route } from '../../http/route.ts'
import { countLines } from '../lines/lines.queries.ts'
import { detailedCart, removeLine, simpleCart } from './cart.service.ts'
import { clearCart, deleteCarts } from './delete-carts.service.ts'

const cartOf = (caller: Caller, query: { userId?: number; clientId?: number }): CartKey => ({
  userId: query.userId ?? caller.userId,
  clientId: clientOf(caller, query.clientId),
})

export function cartRoutes(app: App, { db }: { db: Db }): void {
  route(app, getCart, ({ query, caller }) => detailedCart(db.kysely, cartOf(caller, query)))
  route(app, getSimpleCart, ({ query, caller }) => simpleCart(db.kysely, cartOf(caller, query)))
  route(app, countCart, ({ query, caller }) => countLines(db.kysely, cartOf(caller, query)))
  route(app, deleteCartLine, ({ params, caller }) => removeLine(db, caller, params.id))
  route(app, deleteCart, ({ params, caller }) => {
    const cart = { userId: params.userId, clientId: clientOf(caller, params.clientId) }
    // In a transaction for its retry, too: an order locks the same lines, maybe in another order.
    return db.tx(async (t) =>
      cart.userId === caller.userId ? clearCart(t, cart) : (await deleteCarts(t, caller.userId, cart)).lines,
    )
  })
}
