/** SQL of how long carts have waited. */
import { sql } from 'kysely'
import type { CartAge } from '../../../contract/dashboard.ts'
import { offersOfLines, priceOfLine } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** Days that a cart has waited at least, as in the filter of the list of carts. */
const AGES = [0, 1, 3, 7, 30]

/** Carts and amount by least age, also for ages that no cart has; amounts and days as in the list of carts. */
export async function listCartAges(db: Queryable): Promise<CartAge[]> {
  const rows = await db
    .selectFrom('cart_line as line')
    .innerJoinLateral(offersOfLines(db), (join) => join.onTrue())
    .select([
      sql<number>`floor(extract(epoch from now() - min(line.created_at)) / 86400)::int`.as('days'),
      sql<number>`coalesce(sum(${priceOfLine} * line.quantity) filter (where offer.sold), 0)::bigint`.as('amount'),
    ])
    .groupBy(['line.user_id', 'line.client_id'])
    .execute()
  return AGES.map((days) => {
    const carts = rows.filter((cart) => cart.days >= days)
    return { days, carts: carts.length, amount: carts.reduce((total, { amount }) => total + amount, 0) }
  })
}
