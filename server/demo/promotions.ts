/** Promotions of the demo shop (R358): one that is over and one ahead. None runs, so that prices are those of lists alone. */
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DemoArticle } from './catalogue.ts'
import { endOfDayIn, insertAll, insertPromotions } from './demo.queries.ts'

const AHEAD = 'Reyes'
const PROMOTED = 6
const PERCENT_LEFT = 80
/** Cents: whole tens of pesos. */
const ROUND = 1_000

/** Inserts the promotions; brands and articles are in the database. */
export async function fillPromotions(
  t: Transaction<Tables>,
  articles: readonly DemoArticle[],
  brandIds: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = await insertPromotions(t, [
    {
      ...{ name: 'Día del Niño', percent: 1_500, covers: 'brand' as const, brand_id: brandIds.get('Rayuela') ?? null },
      ...{ begins_at: endOfDayIn(-30), ends_at: endOfDayIn(-20) },
    },
    {
      ...{ name: AHEAD, percent: null, covers: 'articles' as const, brand_id: null },
      ...{ begins_at: endOfDayIn(20), ends_at: endOfDayIn(35) },
    },
  ])
  const sold = articles.filter(({ active, listing, listPrice }) => active && listing?.active && listPrice >= 2 * ROUND)
  await insertAll(
    t,
    'promotion_article',
    sold.slice(0, PROMOTED).map(({ id, listPrice }) => ({
      promotion_id: ids.get(AHEAD) ?? 0,
      article_id: id,
      price: Math.round((listPrice * PERCENT_LEFT) / 100 / ROUND) * ROUND,
    })),
  )
}
