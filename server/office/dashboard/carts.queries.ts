/** SQL of how long carts have waited. */
import { sql } from 'kysely'
import type { CartAge } from '../../../contract/dashboard.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'

/** So many days or more, as the list of carts is filtered. */
const AGES = [0, 1, 3, 7, 30]

/** Every age, also one that no cart has; amounts and days as the list of carts tells them. */
export async function listCartAges(db: Queryable): Promise<CartAge[]> {
  const rows = await db
    .selectFrom('cart_line as line')
    .innerJoin(offers(db), 'offer.articleId', 'line.article_id')
    .select([
      sql<number>`floor(extract(epoch from now() - min(line.created_at)) / 86400)::int`.as('days'),
      sql<number>`coalesce(sum(offer."unitPrice" * line.quantity) filter (where offer.sold), 0)::bigint`.as(
        'amount',
      ),
    ])
    .groupBy(['line.user_id', 'line.client_id'])
    .execute()
  return AGES.map((days) => {
    const own = rows.filter((cart) => cart.days >= days)
    return { days, carts: own.length, amount: own.reduce((total, { amount }) => total + amount, 0) }
  })
}
