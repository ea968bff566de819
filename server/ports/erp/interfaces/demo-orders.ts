import { hasDemoData } from '../../../db/demo-mark.ts'
import type { Queryable } from '../../../db/open.ts'
import type { OrderAnswer } from '../port.ts'

/**
 * The answer to an order of the demo shop, which goes to no other program: the codes of its invented clients and articles may be
 * those of real ones there. Undefined in a real shop.
 */
export const answerInDemo = async (db: Queryable, orderId: number): Promise<OrderAnswer | undefined> =>
  (await hasDemoData(db))
    ? {
        orderId,
        state: 'rejected',
        number: null,
        reason: 'Esta es la tienda de muestra: sus pedidos no van a otro programa.',
      }
    : undefined
