/** Prices as they will be (R360): of a day for the office, and the next ones of some articles for who buys. */
import { type ComingPrice, DAY_PRICES_PAGE, type DayPrice, dayTexts } from '../../../contract/prices-ahead.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { beginningOf } from '../../lib/moments.ts'
import { wrongField } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import * as queries from './prices-ahead.queries.ts'

/** Does `work` in a transaction that reads one state of the shop. */
const atOnce = <Found>({ kysely }: Db, work: (t: Queryable) => Promise<Found>): Promise<Found> =>
  kysely.transaction().setIsolationLevel('repeatable read').execute(work)

/**
 * A page of the articles that cost a client something else at a moment to come, counted from 0; all of them without `page`.
 * @throws Refusal 400 for a moment gone by
 */
export function dayPrices(
  db: Db,
  { day, clientId = NO_CLIENT, page }: { day: string; clientId?: number | undefined; page?: number | undefined },
): Promise<DayPrice[]> {
  const moment = beginningOf(day)
  if (moment.getTime() <= Date.now()) throw wrongField('day', dayTexts.past)
  const part =
    page === undefined ? { limit: null, offset: 0 } : { limit: DAY_PRICES_PAGE, offset: page * DAY_PRICES_PAGE }
  return atOnce(db, async (t) => {
    const units = await queries.readUnits(t, clientId)
    await queries.lookFrom(t, moment.toISOString())
    const rows = await queries.listChanged(t, clientId, units, part)
    return rows.map(({ total, dearer, ...row }, at) => ({ ...row, ...(at === 0 && { total, dearer }) }))
  })
}

/** Beginnings that are looked at: an article whose next price begins after so many others is told of later. */
const MOST_BEGINNINGS = 3

/** The next price of each of these articles that has one announced; none where the shop does not show them. */
export async function comingPrices(
  db: Db,
  settings: Pick<Settings, 'value'>,
  clientId: number,
  articleIds: readonly number[],
): Promise<ComingPrice[]> {
  if (settings.value('PRECIOS_PROXIMOS') !== '1') return []
  return atOnce(db, async (t) => {
    const beginnings = await queries.listBeginnings(t, clientId, articleIds, MOST_BEGINNINGS)
    if (beginnings.length === 0) return []
    const now = await queries.readUnitsOf(t, clientId, articleIds)
    const coming = new Map<number, ComingPrice>()
    for (const { since, articleIds: begun } of beginnings) {
      await queries.lookFrom(t, since)
      for (const [articleId, unitPrice] of await queries.readUnitsOf(t, clientId, begun))
        if (!coming.has(articleId) && unitPrice !== now.get(articleId))
          coming.set(articleId, { articleId, since, unitPrice })
    }
    return [...coming.values()]
  })
}
